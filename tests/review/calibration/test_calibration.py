"""A shared batch before the real work: who is given it, who is through, what is seen."""

import json
from typing import Any

import pytest

from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from annotation.items.selectors.items import work_annotations
from projects.models import User
from review.adjudication.models import Case
from review.calibration.selectors.agreement import compared_items
from review.rounds.selectors.freshness import fresh_people
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.annotation.desk import Desk, number_of
from tests.review.office import Office
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db
MARK = "zebrafish"


def protocol_with(**rules: Any) -> Protocol:
    document = shipped_protocol("ii-bench").model_dump(mode="json")
    document["annotation"]["calibration"] = {"items": 2, "agreement": 0.7, **rules}
    return Protocol.model_validate(document)


@pytest.fixture
def cast(db: None) -> Cast:
    """A project alone: others of this module have its name."""
    return Cast()


@pytest.fixture
def strict(db: None) -> Cast:
    return Cast(protocol=protocol_with())


def desks_of(cast: Cast) -> list[Desk]:
    return [Desk(cast, person) for person in cast.annotators]


def share(cast: Cast, n: int = 2, *, new: int = 6) -> list[Item]:
    """``n`` of ``new`` untouched items are shared for calibration."""
    accepted_images(cast.project, new)
    items = list(Item.objects.filter(project=cast.project).order_by("number"))[:n]
    Office(cast).call("post", "calibration/open/", {"items": [i.pk for i in items]})
    return items


def labelled(desk: Desk, shift: int = 0, mark: str = "") -> dict[str, Any]:
    """A finished record; ``shift`` chooses another value of every label."""
    record = desk.record(mark)
    for field in desk.cast.project.protocol.labels:
        record["labels"][field.id] = [field.choices[shift].id]
    return record


def calibrate(desk: Desk, n: int = 2, *, shift: int = 0) -> None:
    for _ in range(n):
        slot = desk.next()
        assert slot["kind"] == "calibration"
        desk.submit(slot, labelled(desk, shift))


def part_of(cast: Cast, person: User) -> Any:
    people = Office(cast).call("get", "calibration/1/")["people"]
    return next(one for one in people if one["person_id"] == person.pk)


def test_everybody_is_given_the_batch_first_in_its_order(strict: Cast) -> None:
    items = share(strict)
    for desk in desks_of(strict)[:3]:
        numbers = []
        for _ in items:
            slot = desk.next()
            assert slot["kind"] == "calibration"
            numbers.append(number_of(slot))
            desk.submit(slot, labelled(desk))
        assert numbers == [item.number for item in items]


def test_who_is_like_the_majority_goes_on_and_who_is_not_waits(strict: Cast) -> None:
    share(strict)
    one, two, three, other = desks_of(strict)[:4]
    calibrate(one)
    calibrate(two)
    # Two people are no majority: nothing can be said of either yet.
    assert part_of(strict, one.person)["likeness"] is None
    given = one.call("post", "next/")
    assert (given["slot"], given["waiting"]) == (None, "held_back")
    calibrate(three)
    calibrate(other, shift=1)
    assert [desk.next()["kind"] for desk in (one, two, three)] == ["work"] * 3
    given = other.call("post", "next/")
    assert (given["slot"], given["waiting"]) == (None, "held_back")
    assert part_of(strict, one.person)["likeness"] == 1
    assert part_of(strict, other.person)["likeness"] == 0
    assert part_of(strict, one.person)["passed"]["by"] is None


def test_an_organizer_lets_somebody_through_with_a_reason(strict: Cast) -> None:
    share(strict)
    desks = desks_of(strict)
    calibrate(desks[0])
    office = Office(strict)
    path = f"calibration/1/people/{desks[0].person.pk}/let-through/"
    office.call("post", path, {"reason": " "}, status=400)
    office.call(
        "post", path, {"reason": "We talked."}, person=desks[0].person, status=403
    )
    office.call("post", path, {"reason": "We talked."})
    assert desks[0].next()["kind"] == "work"
    passed = part_of(strict, desks[0].person)["passed"]
    assert (passed["by"], passed["reason"]) == (
        strict.organizer.shown_name,
        "We talked.",
    )


def test_whoever_passed_stays_through_whatever_others_say_later(strict: Cast) -> None:
    share(strict)
    desks = desks_of(strict)
    for desk in desks[:3]:
        calibrate(desk)
    for desk in desks[3:]:
        calibrate(desk, shift=1)
    # Now it is three against three, and nothing has a majority any more.
    assert part_of(strict, desks[0].person)["likeness"] is None
    assert desks[0].next()["kind"] == "work"


def test_a_rule_that_does_not_block_holds_nobody_back() -> None:
    cast = Cast(protocol=protocol_with(blocks=False))
    share(cast)
    desk = desks_of(cast)[0]
    calibrate(desk)
    assert desk.next()["kind"] == "work"
    assert part_of(cast, desk.person)["passed"] is None


def test_a_protocol_may_hold_answers_against_the_final_record() -> None:
    cast = Cast(protocol=protocol_with(against="record"))
    case = finished_items(cast, 1)[0]
    accepted_images(cast.project, 1)
    Office(cast).call("post", "calibration/open/", {"items": [case.item_id]})
    desk = desks_of(cast)[0]
    slot = desk.next()
    record = desk.record()
    record["labels"] = {**record["labels"], **case.record["labels"]}
    desk.submit(slot, record)
    assert part_of(cast, desk.person)["likeness"] == 1
    assert desk.next()["kind"] == "work"
    case.refresh_from_db()
    assert case.status == "validated"


def test_without_a_batch_work_is_as_it_was(strict: Cast) -> None:
    accepted_images(strict.project, 1)
    assert desks_of(strict)[0].next()["kind"] == "work"


def test_without_a_rule_whoever_has_answered_goes_on(cast: Cast) -> None:
    items = share(cast, 1, new=2)
    desk = desks_of(cast)[0]
    calibrate(desk, 1)
    assert number_of(desk.next()) == items[0].number + 1


def test_a_closed_batch_asks_and_holds_back_nobody(strict: Cast) -> None:
    share(strict)
    one, two = desks_of(strict)[:2]
    calibrate(one)
    office = Office(strict)
    office.call("post", "calibration/1/close/")
    assert one.next()["kind"] == "work"
    assert two.next()["kind"] == "work"
    office.call("post", "calibration/1/reopen/")
    assert desks_of(strict)[2].next()["kind"] == "calibration"


def test_one_batch_at_a_time_and_only_of_what_nobody_has_begun(strict: Cast) -> None:
    share(strict)
    desk = desks_of(strict)[0]
    office = Office(strict)
    left = Item.objects.filter(project=strict.project).order_by("number")[2:]
    office.call("post", "calibration/open/", {"items": [left[0].pk]}, status=409)
    office.call("post", "calibration/1/close/")
    begun = desk.next()
    item = Slot.objects.get(pk=begun["id"]).item_id
    office.call("post", "calibration/open/", {"items": [item]}, status=400)
    free = [
        one["id"] for one in office.call("get", "calibration/candidates/")["results"]
    ]
    assert item not in free
    assert left[1].pk in free
    assert office.call("post", "calibration/open/", {"items": [left[1].pk]})


def test_it_fills_no_item_and_counts_in_no_agreement(strict: Cast) -> None:
    items = share(strict)
    for desk in desks_of(strict)[:3]:
        calibrate(desk)
    assert not Case.objects.filter(item__in=items).exists()
    assert [work_annotations(item.pk) for item in items] == [[], []]
    assert compared_items(strict.project) == []
    # Whoever has seen what others said cannot be given the item to annotate blind.
    given = {number_of(desk.next()) for desk in desks_of(strict)[:3]}
    assert given.isdisjoint({item.number for item in items})
    blocking = Office(strict).call("get", "overview/")["blocking"]
    assert [one["count"] for one in blocking if one["kind"] == "unannotated"] == [4]
    listed = Office(strict).call("get", "items/find/")["results"]
    shared = {one["number"] for one in listed if one["shared"]}
    assert shared == {item.number for item in items}


def test_others_answers_are_seen_once_ones_own_is_in(strict: Cast) -> None:
    items = share(strict)
    other, me = desks_of(strict)[:2]
    other.submit(other.next(), labelled(other, mark=MARK))
    path = f"/api/projects/{strict.project.slug}/calibration/1/items/1/"
    mine = f"/api/projects/{strict.project.slug}/calibration/mine/"
    assert me.client.get(path).status_code == 404
    slot = me.next()
    assert me.client.get(path).status_code == 404
    assert MARK not in json.dumps(me.client.get(mine).data)
    me.submit(slot, labelled(me))
    shown = me.client.get(path).data
    assert MARK in json.dumps(shown)
    assert [(one["letter"], one["mine"]) for one in shown["answers"]] == [
        ("A", False),
        ("B", True),
    ]
    assert other.person.shown_name not in json.dumps(shown)
    assert other.person.username not in json.dumps(shown)
    # The second one is not in yet.
    second = path.replace(f"/{items[0].number}/", f"/{items[1].number}/")
    assert me.client.get(second).status_code == 404
    named = browser(strict.organizer).get(path).data["answers"]
    assert named[0]["name"] == other.person.shown_name
    me.reopen(slot, status=409)


def test_declining_shows_nothing_and_ends_ones_part(strict: Cast) -> None:
    share(strict, 1)
    other, me = desks_of(strict)[:2]
    other.submit(other.next(), labelled(other, mark=MARK))
    me.decline(me.next())
    path = "calibration/1/items/1/"
    Office(strict).call("get", path, person=me.person, status=404)
    assert part_of(strict, me.person)["finished"] is True
    assert me.call("post", "next/")["waiting"] == "held_back"


def test_the_page_says_under_which_guidelines_each_annotated(strict: Cast) -> None:
    share(strict)
    one, two = desks_of(strict)[:2]
    calibrate(one)
    calibrate(two, 1)
    document = strict.project.protocol.model_dump(mode="json")
    document["annotation"]["guidelines"]["en"] = "Look once more."
    change = {"yaml": json.dumps(document), "note": "after calibration", "after": 1}
    Office(strict).call("post", "protocol/change/", change, person=strict.maintainer)
    calibrate(two, 1)
    assert part_of(strict, one.person)["protocol_versions"] == [1]
    assert part_of(strict, two.person)["protocol_versions"] == [1, 2]
    listed = Office(strict).call("get", "calibration/")
    assert (listed["protocol_version"], listed["batches"][0]["protocol_version"]) == (
        2,
        1,
    )


def test_agreement_by_label_is_measured_over_the_batch(strict: Cast) -> None:
    share(strict)
    desks = desks_of(strict)[:3]
    calibrate(desks[0])
    calibrate(desks[1])
    calibrate(desks[2], shift=1)
    labels = Office(strict).call("get", "calibration/1/")["labels"]
    percent = {
        one["field"]: one["agreement"]["estimates"][0]["value"] for one in labels
    }
    # One of three pairs agrees on each label.
    single = [f.id for f in strict.project.protocol.labels if not f.multiple]
    assert all(percent[field] == pytest.approx(1 / 3) for field in single)


def test_a_finished_item_on_the_desk_is_not_validated_by_the_same_person(
    strict: Cast,
) -> None:
    case = finished_items(strict, 1)[0]
    question = case.item.questions.get(position=0)
    asked = case.item.questions.filter(pk=question.pk)
    assert strict.annotators[0].pk in fresh_people(strict.project, asked)[question.pk]
    Office(strict).call("post", "calibration/open/", {"items": [case.item_id]})
    desks_of(strict)[0].next()
    fresh = fresh_people(strict.project, asked)[question.pk]
    assert strict.annotators[0].pk not in fresh
    assert strict.annotators[1].pk in fresh


def test_annotators_neither_see_the_batch_nor_change_it(strict: Cast) -> None:
    share(strict)
    person = strict.annotators[0]
    office = Office(strict)
    for path in ("calibration/", "calibration/1/", "calibration/candidates/"):
        office.call("get", path, person=person, status=403)
    for path in ("open/", "1/close/", "1/reopen/"):
        office.call("post", f"calibration/{path}", {}, person=person, status=403)
