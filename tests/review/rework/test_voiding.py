"""Careless work does not count any more, and nothing of it is lost."""

from typing import Any

import pytest

from annotation.items.models.questions import Question
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from core.models import LedgerEntry
from projects.models import User
from review.adjudication.models import Case
from review.rounds.models.rounds import ValidationAssignment
from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db
WHY = "Every explanation is the same sentence"


def annotated(cast: Cast, n: int) -> tuple[Desk, Desk]:
    """A careless and a careful person have both done ``n`` items."""
    accepted_images(cast.project, n)
    careless, careful = (Desk(cast, person) for person in cast.annotators[:2])
    for desk in (careless, careful):
        for number in range(n):
            desk.submit(desk.next(), desk.record(f"{desk.person.pk}-{number}"))
    return careless, careful


def void(office: Office, person: User, *, status: int = 200, **body: Any) -> Any:
    path = f"people/{person.pk}/void/"
    return office.call("post", path, {"reason": WHY, **body}, status=status)


def test_it_is_kept_and_somebody_else_is_asked(cast: Cast, office: Office) -> None:
    careless, careful = annotated(cast, 2)
    preview = office.call("get", f"people/{careless.person.pk}/void/")
    assert (preview["handed_in"], preview["undecided"]) == (2, 2)
    assert preview["decided"] == []
    assert LedgerEntry.objects.filter(action="void").count() == 0
    void(office, careless.person, reason=" ", status=400)
    done = void(office, careless.person)
    assert len(done["voided"]) == 2
    assert (done["taken_back"], done["kept"]) == ([], [])
    assert set(Case.objects.values_list("status", flat=True)) == {"comparing"}
    assert Annotation.objects.filter(person=careless.person).count() == 2
    entries = LedgerEntry.objects.filter(machine="slot", action="void")
    assert {(one.actor, one.reason) for one in entries} == {(cast.organizer, WHY)}
    # Neither of the two is asked again; a third person completes both items.
    assert careless.next() is None
    assert careful.next() is None
    third = Desk(cast, cast.annotators[2])
    for number in range(2):
        third.submit(third.next(), third.record(f"third-{number}"))
    assert third.next() is None
    for case in Case.objects.all():
        assert case.status == "to_merge"
        assert case.comparison["people"] == [careful.person.pk, third.person.pk]
    # Said again it finds nothing left to do.
    assert void(office, careless.person)["voided"] == []


def test_the_author_sees_that_it_does_not_count(cast: Cast, office: Office) -> None:
    careless, _ = annotated(cast, 1)
    slot = Slot.objects.get(person=careless.person)
    void(office, careless.person)
    [work] = careless.work()
    assert work["status"] == "voided"
    careless.call("post", f"slots/{slot.pk}/reopen/", status=409)
    careless.submit({"id": slot.pk}, careless.record("better"), status=409)


def test_what_was_sent_back_is_voided_too(cast: Cast, office: Office) -> None:
    careless, careful = annotated(cast, 1)
    slot = Slot.objects.get(person=careless.person)
    path = f"items/{slot.item_id}/slots/{slot.pk}/send-back/"
    office.call("post", path, {"reason": "Please look again"})
    assert void(office, careless.person)["voided"] == [slot.item_id]
    assert careless.next() is None
    live = Slot.objects.filter(item=slot.item_id).exclude(status="voided")
    assert sorted(live.values_list("status", flat=True)) == ["open", "submitted"]
    assert careful.work()[0]["status"] == "submitted"


def test_decisions_are_taken_back_only_where_confirmed(
    cast: Cast, office: Office
) -> None:
    careless, _ = annotated(cast, 3)
    first, second, _ = (one["id"] for one in office.queue())
    office.finalize(first)
    office.finalize(second)
    preview = office.call("get", f"people/{careless.person.pk}/void/")
    assert preview["undecided"] == 1
    assert {one["id"] for one in preview["decided"]} == {first, second}
    done = void(office, careless.person, confirmed=[first])
    assert len(done["voided"]) == 2
    assert done["taken_back"] == [Case.objects.get(pk=first).item_id]
    assert done["kept"] == [Case.objects.get(pk=second).item_id]
    taken = Case.objects.get(pk=first)
    assert (taken.status, taken.record) == ("comparing", {})
    assert not Question.objects.filter(item=taken.item_id, live=True).exists()
    entry = LedgerEntry.objects.get(machine="case", action="void")
    assert entry.data["record"]["labels"]
    kept = Case.objects.get(pk=second)
    assert kept.status == "final"
    assert Slot.objects.get(item=kept.item_id, person=careless.person).status == (
        "submitted"
    )


def test_validated_ones_come_first_and_nobody_is_asked_about_them_any_more(
    cast: Cast, office: Office
) -> None:
    careless, _ = annotated(cast, 2)
    cases = office.finalize_all()
    office.open_round()
    preview = office.call("get", f"people/{careless.person.pk}/void/")
    assert {one["status"] for one in preview["decided"]} == {"in_validation"}
    Case.objects.filter(pk=cases[1].pk).update(status="validated")
    preview = office.call("get", f"people/{careless.person.pk}/void/")
    assert [one["status"] for one in preview["decided"]] == [
        "validated",
        "in_validation",
    ]
    void(office, careless.person, confirmed=[case.pk for case in cases])
    assert set(Case.objects.values_list("status", flat=True)) == {"comparing"}
    places = ValidationAssignment.objects.values_list("status", flat=True)
    assert set(places) == {"withdrawn"}


def test_only_organizers_do_it(cast: Cast, office: Office) -> None:
    person = cast.annotators[0]
    path = f"people/{person.pk}/void/"
    office.call("post", path, {"reason": WHY}, person=person, status=403)
    office.call("get", path, person=person, status=403)
    office.call("get", f"people/{cast.stranger.pk}/void/", status=404)


def test_voiding_is_taken_back_until_somebody_has_taken_over(
    cast: Cast, office: Office
) -> None:
    careless, careful = annotated(cast, 3)
    office.finalize(office.queue()[0]["id"])
    sent = Slot.objects.filter(person=careless.person).order_by("item")[1]
    path = f"items/{sent.item_id}/slots/{sent.pk}/send-back/"
    office.call("post", path, {"reason": "Please look again"})
    decided = [case.pk for case in Case.objects.filter(status="final")]
    void(office, careless.person, confirmed=decided)
    third = Desk(cast, cast.annotators[2])
    third.next()
    undo = f"people/{careless.person.pk}/void/undo/"
    preview = office.call("get", f"people/{careless.person.pk}/void/")
    assert preview["voided"] == 2
    assert len(office.call("post", undo)["restored"]) == 2
    assert office.call("post", undo)["restored"] == []
    states = Slot.objects.filter(person=careless.person).order_by("item")
    assert sorted(states.values_list("status", flat=True)) == [
        "returned",
        "submitted",
        "voided",
    ]
    # Exactly two live places an item, as before.
    live = Slot.objects.exclude(status__in=("voided", "closed"))
    assert live.count() == 6
    assert Case.objects.filter(status="to_merge").count() == 1
    office.call("post", undo, person=careful.person, status=403)
