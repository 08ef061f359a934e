"""Whoever stops being an annotator holds nothing back; their work waits for them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db.models import QuerySet

from annotation.assignment.models import CollectionRequest
from annotation.assignment.services.ended_roles import release_slots_without_annotator
from annotation.items.domain.slot_states import GONE, SUBMITTED
from annotation.items.models.items import Item
from annotation.items.models.questions import QuestionRevision
from annotation.items.models.slots import Purpose, Slot
from annotation.slots.services.transitions import return_slot
from evaluation.entrants.models.baseline_assignments import BaselineAssignment
from projects.memberships.services.members import change_member
from projects.models import User
from projects.roles import Role
from releases.records.models import Release
from review.rounds.domain.round_states import LEASED
from review.rounds.models.rounds import Round, ValidationAssignment
from tests.annotation.desk import Desk, number_of
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

HELD: dict[str, Callable[[User], QuerySet[Any]]] = {
    "annotation.Slot.person": lambda person: Slot.objects.filter(
        person=person, purpose=Purpose.WORK
    ).exclude(status__in=(SUBMITTED, *GONE)),
    "annotation.CollectionRequest.people": lambda person: (
        CollectionRequest.objects.filter(people=person, status="open")
    ),
    "review.ValidationAssignment.person": lambda person: (
        ValidationAssignment.objects.filter(person=person, status=LEASED)
    ),
    "evaluation.BaselineAssignment.person": lambda person: (
        BaselineAssignment.objects.filter(person=person, run=None, ended_at=None)
    ),
}
"""What belongs to one person while it is open. Each needs a handler of the membership's
transitions that releases it (config.wiring)."""

RECORDS = {
    "annotation.Annotation.person",
    "annotation.AnnotatorQuota.person",
    "annotation.CalibrationPass.by",
    "annotation.CalibrationPass.person",
    "annotation.Consent.person",
    "annotation.ConsentForm.created_by",
    "annotation.CollectionRequest.created_by",
    "annotation.Draft.person",
    "annotation.Exclusion.by",
    "annotation.Exclusion.lifted_by",
    "annotation.Exclusion.person",
    "annotation.GoldItem.added_by",
    "annotation.Question.dropped_by",
    "annotation.QuestionRevision.author",
    "audit.Audit.created_by",
    "curation.HandOut.person",
    "curation.PairDecision.decided_by",
    "curation.ScreeningVote.person",
    "curation.SourceChange.changed_by",
    "curation.Upload.created_by",
    "evaluation.BaselineAssignment.created_by",
    "evaluation.Entrant.created_by",
    "evaluation.ErrorAnalysis.created_by",
    "evaluation.ErrorMark.person",
    "evaluation.RatingMark.person",
    "evaluation.RatingTask.created_by",
    "evaluation.Run.requested_by",
    "projects.ApiToken.user",
    "projects.Invitation.created_by",
    "projects.MailPreference.user",
    "projects.Membership.user",
    "projects.ProtocolVersion.created_by",
    "projects.SecurityEvent.actor",
    "projects.SecurityEvent.person",
    "releases.GateOverride.person",
    "releases.Release.created_by",
    "releases.ReleaseNotice.person",
    "review.Case.adjudicator",
    "review.ChecklistMark.person",
    "review.Message.author",
    "review.Notification.person",
    "review.Thread.begun_by",
    "workflow.Job.requested_by",
    "workflow.LedgerEntry.actor",
}
"""What says who did something, or is about a person, and keeps nobody waiting."""


def fields_of_people() -> set[str]:
    return {
        f"{model._meta.app_label}.{model.__name__}.{field.name}"
        for model in apps.get_models()
        if not model._meta.app_label.startswith(("auth", "admin", "contenttypes"))
        for field in (*model._meta.fields, *model._meta.many_to_many)
        if field.related_model is User
    }


def test_every_field_of_a_person_is_released_or_a_record() -> None:
    assert fields_of_people() == HELD.keys() | RECORDS
    assert not HELD.keys() & RECORDS


def change(cast: Cast, person: User, role: str, *, active: bool = True) -> None:
    change_member(
        membership=cast.project.memberships.get(user=person),
        role=role,
        active=active,
        actor=cast.actor(cast.maintainer),
    )


def post(cast: Cast, person: User, path: str, body: Any = None) -> Any:
    address = f"/api/projects/{cast.project.slug}/{path}"
    response = browser(person).post(address, body, format="json")
    assert response.status_code < 300, response.data
    return response.json()


def open_validation_round(cast: Cast, release: Release) -> None:
    """Every question of the release, for one person."""
    rules = cast.project.protocol.review.rounds[0].model_dump(mode="json")
    round_ = Round.objects.create(
        project=cast.project,
        number=1,
        based_on=1,
        rules={**rules, "people": 1, "agree": 1, "scope": "all"},
        protocol_version=release.protocol_version,
        status="open",
    )
    ValidationAssignment.objects.bulk_create(
        ValidationAssignment(
            project=cast.project, round=round_, revision=revision, number=1
        )
        for revision in QuestionRevision.objects.all()
    )


def take_one_of_everything(cast: Cast, release: Release, *, resumed: bool) -> User:
    """An annotator skips item 7, has 8 returned, 9 on the desk and 10 assigned.

    With ``resumed``, 9 is submitted, and 8 on the desk again.
    """
    person = cast.annotators[0]
    baseline = {"version": release.version, "people": [person.pk]}
    post(cast, cast.organizer, "evaluation/human-baseline/", baseline)
    open_validation_round(cast, release)
    post(cast, person, "validation/next/")
    label = cast.project.protocol.labels[0]
    request = {"field": label.id, "choice": label.choices[0].id, "wanted": 3}
    people = {"people": [person.pk, cast.annotators[1].pk]}
    post(cast, cast.organizer, "calls/", {**request, **people})

    accepted_images(cast.project, 4)
    desk = Desk(cast, person)
    skipped = desk.next()
    type_in(desk, skipped, "Skipped")
    desk.call("post", f"slots/{skipped['id']}/skip/")
    submitted = desk.next()
    desk.submit(submitted, desk.record("returned"))
    on_desk = desk.next()
    type_in(desk, on_desk, "On the desk")
    slot = Slot.objects.get(pk=submitted["id"])
    return_slot(slot=slot, actor=cast.actor(cast.organizer), reason="Be precise.")
    if resumed:
        desk.submit(on_desk)
        assert desk.next()["id"] == submitted["id"]
    last = Item.objects.get(number=10).pk
    assigned = {"items": [last], "person_id": person.pk}
    assert post(cast, cast.organizer, "items/pin/", assigned)["changed"] == [last]
    return person


def type_in(desk: Desk, slot: Any, text: str) -> None:
    content = {**slot["draft"]["content"], "texts": {"explanation": text}}
    desk.save(slot, content, version=slot["draft"]["version"])


def live_slots() -> list[int]:
    """Number of live work slots of each new item."""
    live = Slot.objects.filter(purpose=Purpose.WORK).exclude(status__in=GONE)
    numbers = list(live.values_list("item__number", flat=True))
    return [numbers.count(number) for number in (7, 8, 9, 10)]


def work_off(desk: Desk) -> list[int]:
    """Submit whatever the desk gets; return the numbers of the items."""
    numbers = []
    while (slot := desk.next()) is not None:
        numbers.append(number_of(slot))
        desk.submit(slot)
    return sorted(numbers)


@pytest.mark.parametrize(
    ("role", "active", "resumed"),
    [
        (Role.ANNOTATOR, False, False),
        (Role.ORGANIZER, True, False),
        (Role.RATER, True, True),
    ],
)
def test_nothing_is_held_after_the_role_ended(
    cast: Cast, release: Release, role: str, active: bool, resumed: bool
) -> None:
    person = take_one_of_everything(cast, release, resumed=resumed)
    held = {name: open_of(person).count() for name, open_of in HELD.items()}
    assert held == {**dict.fromkeys(HELD, 1), "annotation.Slot.person": 4 - resumed}
    change(cast, person, role, active=active)
    assert {name for name, open_of in HELD.items() if open_of(person).exists()} == set()
    assert live_slots() == [2, 2, 2, 2]
    # Two others finish everything that this person held.
    others = [Desk(cast, other) for other in cast.annotators[1:3]]
    assert work_off(others[0]) == [7, 8, 9, 10]
    assert work_off(others[1]) == ([7, 8, 10] if resumed else [7, 8, 9, 10])


@pytest.mark.parametrize("taken", [False, True])
def test_texts_come_back_with_the_person(
    cast: Cast, release: Release, taken: bool
) -> None:
    person = take_one_of_everything(cast, release, resumed=False)
    change(cast, person, Role.ANNOTATOR, active=False)
    if taken:
        assert work_off(Desk(cast, cast.annotators[1])) == [7, 8, 9, 10]
        assert work_off(Desk(cast, cast.annotators[2])) == [7, 8, 9, 10]
    change(cast, person, Role.ANNOTATOR)
    desk = Desk(cast, person)
    if taken:
        assert desk.next() is None
        assert desk.drafts() == {7: "taken", 9: "taken"}
        return
    back = desk.next()
    assert number_of(back) == 8
    assert "returned" in back["draft"]["content"]["questions"][0]["stem"]
    assert back["feedback"]["reason"] == "Be precise."
    desk.submit(back, desk.record("again"))
    assert live_slots() == [2, 2, 2, 2]
    texts = {}
    for _ in range(2):
        slot = desk.next()
        texts[number_of(slot)] = slot["draft"]["content"]["texts"]["explanation"]
        desk.submit(slot)
    assert texts == {7: "Skipped", 9: "On the desk"}
    assert BaselineAssignment.objects.get(person=person).ended_at is None


def test_what_earlier_versions_left_is_released_by_the_next_sweep(
    cast: Cast, release: Release
) -> None:
    person = take_one_of_everything(cast, release, resumed=False)
    assert release_slots_without_annotator() == 0
    cast.project.memberships.filter(user=person).update(status="removed")
    assert release_slots_without_annotator() == 4
    assert not HELD["annotation.Slot.person"](person).exists()
    assert live_slots() == [2, 2, 2, 2]
