from contextlib import suppress

import pytest
from django.db import transaction

from core import services
from core.domain.machine import StateMachine, make_transitions
from core.errors import ConflictError, InvalidInputError, NotAllowedError
from core.models import LedgerEntry
from core.selectors import list_entries_about, list_entries_of_object
from core.services import Actor, subscribe_to_transition, transition, transition_all
from projects.models import ProtocolVersion
from review.rounds.models.rounds import Round
from tests.support.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def planned(cast: Cast, number: int) -> Round:
    return Round.objects.create(
        project=cast.project,
        number=number,
        based_on=number,
        rules={},
        protocol_version=ProtocolVersion.objects.get(project=cast.project),
    )


@pytest.fixture
def round_(cast: Cast) -> Round:
    return planned(cast, 1)


def test_a_move_writes_the_ledger_and_the_status(cast: Cast, round_: Round) -> None:
    organizer = cast.actor(cast.organizer)
    transition(round_, "open", actor=organizer, data={"people": 3})

    stored = Round.objects.get(pk=round_.pk)
    assert (stored.status, stored.state_version) == ("open", 1)
    entry = list_entries_of_object(round_).get()
    assert (entry.source, entry.target, entry.role) == ("planned", "open", "organizer")
    assert entry.actor == cast.organizer
    assert entry.data == {"people": 3}
    assert entry.scope_id == cast.project.pk


def test_a_stale_mover_gets_a_conflict_and_changes_nothing(
    cast: Cast, round_: Round
) -> None:
    stale = Round.objects.get(pk=round_.pk)
    organizer = cast.actor(cast.organizer)
    transition(round_, "open", actor=organizer)
    with pytest.raises(ConflictError):
        transition(stale, "open", actor=organizer)
    assert list_entries_of_object(round_).count() == 1


def test_a_version_that_was_reached_again_is_still_stale(
    cast: Cast, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state is as it was read, the version is not, and no row tells of it."""
    there_and_back = StateMachine(
        "round",
        "planned",
        (
            make_transitions("open", "planned", "open", by={"system"}, entries="none"),
            make_transitions(
                "unopen", "open", "planned", by={"system"}, entries="none"
            ),
        ),
    )
    monkeypatch.setattr(Round, "machine", there_and_back)
    stale = Round.objects.get(pk=round_.pk)
    for action in ("open", "unopen"):
        transition(round_, action, actor=Actor.system())
    with pytest.raises(ConflictError):
        transition(stale, "open", actor=Actor.system())
    assert Round.objects.get(pk=round_.pk).state_version == 2
    assert not list_entries_of_object(round_).exists()


def test_an_edge_that_is_not_in_the_table_is_a_conflict(
    cast: Cast, round_: Round
) -> None:
    with pytest.raises(ConflictError, match=r"“close” is not possible.* “planned”"):
        transition(round_, "close", actor=cast.actor(cast.organizer))


def test_the_wrong_role_is_refused(cast: Cast, round_: Round) -> None:
    with pytest.raises(NotAllowedError):
        transition(round_, "open", actor=cast.actor(cast.annotators[0]))
    assert not list_entries_of_object(round_).exists()


def test_all_or_none_move(cast: Cast, round_: Round) -> None:
    other = planned(cast, 2)
    organizer = cast.actor(cast.organizer)
    stale = Round.objects.get(pk=other.pk)
    transition(other, "open", actor=organizer)
    with pytest.raises(ConflictError), transaction.atomic():
        transition_all([round_, stale], "open", actor=organizer)
    assert Round.objects.get(pk=round_.pk).status == "planned"


def test_a_handler_runs_in_the_same_transaction(
    cast: Cast, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "_handlers", {})
    heard: list[LedgerEntry] = []

    def refuse(entries: object) -> None:
        raise InvalidInputError("No.")

    subscribe_to_transition("round", "open", heard.extend)
    subscribe_to_transition("round", "closed", refuse)
    organizer = cast.actor(cast.organizer)
    transition(round_, "open", actor=organizer)
    assert [entry.subject_id for entry in heard] == [round_.pk]
    with pytest.raises(InvalidInputError):
        transition(round_, "close", actor=organizer)
    assert Round.objects.get(pk=round_.pk).status == "open"
    assert round_.status == "open"
    assert list_entries_of_object(round_).count() == 1


def test_a_move_without_a_savepoint_keeps_nothing_of_a_transaction_that_goes_on(
    cast: Cast, round_: Round
) -> None:
    """Whoever swallows its refusal cannot commit half: the database says no."""
    stale = Round.objects.get(pk=round_.pk)
    organizer = cast.actor(cast.organizer)
    transition(round_, "open", actor=organizer)

    @transaction.atomic
    def half() -> None:
        cast.project.name = "Half"
        cast.project.save()
        with suppress(ConflictError):
            transition(stale, "open", actor=organizer, savepoint=False)
        cast.project.save()

    with pytest.raises(transaction.TransactionManagementError):
        half()
    cast.project.refresh_from_db()
    assert cast.project.name == "Bench"
    assert list_entries_of_object(round_).count() == 1


def test_objects_that_move_at_once_may_share_an_entry(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = make_transitions(
        "open", "planned", "open", by={"organizer"}, entries="one"
    )
    monkeypatch.setattr(Round, "machine", StateMachine("round", "planned", (shared,)))
    monkeypatch.setattr(services, "_handlers", {})
    heard: list[LedgerEntry] = []
    subscribe_to_transition("round", "open", heard.extend)
    first, second, alone = (planned(cast, number) for number in (1, 2, 3))
    organizer = cast.actor(cast.organizer)
    # No two rounds of a project may be open: only the entries are looked at.
    monkeypatch.setattr(services, "_move", lambda subjects, *_: len(subjects))
    transition_all([first, second], "open", actor=organizer)
    transition(alone, "open", actor=organizer)

    (entry,) = list_entries_about(cast.project.pk, {"round": [second.pk]})
    assert (entry.subjects, entry.actor) == ([first.pk, second.pk], cast.organizer)
    assert list(list_entries_about(cast.project.pk, {"round": [first.pk]})) == [entry]
    assert not list_entries_about(cast.project.pk, {"case": [first.pk, second.pk]})
    assert [one.subject for one in heard] == [first, second, alone]
    assert list_entries_of_object(alone).get().subjects is None
