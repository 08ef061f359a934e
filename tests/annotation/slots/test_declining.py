"""Declining, undoing, and what comes back."""

import pytest

from annotation.items.models.slots import Slot
from tests.annotation.desk import Desk, leases_run_out, number_of
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


def live_work_slots() -> int:
    return (
        Slot.objects.filter(purpose="work")
        .exclude(status__in=["declined", "closed"])
        .count()
    )


def test_declining_frees_the_image_for_another_person_at_once(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].decline(slot, "offensive")
    assert live_work_slots() == 2
    assert desks[0].next() is None
    assert [number_of(desk.next()) for desk in desks[1:3]] == [1, 1]
    assert desks[3].next() is None


def test_declining_twice_makes_one_replacement(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].decline(slot)
    desks[0].decline(slot)
    assert Slot.objects.count() == 3


def test_declining_needs_a_reason_of_the_protocol(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    refused = desks[0].decline(desks[0].next(), "bored", status=400)
    assert refused["errors"][0]["field"] == "reason"


def test_taking_back_a_decline_keeps_k_places(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].decline(slot)
    assert desks[0].reopen(slot)["status"] == "leased"
    assert live_work_slots() == 2


def test_a_decline_stands_when_others_have_taken_over(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].decline(slot)
    for desk in desks[1:3]:
        desk.next()
    desks[0].reopen(slot, status=409)
    assert live_work_slots() == 2


def test_undo_brings_back_what_was_handed_in_and_then_what_came_next(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 2)
    first = desks[0].next()
    desks[0].submit(first, desks[0].record("before"))
    second = desks[0].next()
    desks[0].save(second, {"texts": {"explanation": "begun"}}, version=1)
    again = desks[0].reopen(first)
    assert again["draft"]["content"]["questions"][0]["stem"].count("before") == 1
    assert desks[0].next()["id"] == first["id"]
    revised = desks[0].submit(first, desks[0].record("after"))
    assert revised["revision"] == 2
    back = desks[0].next()
    assert back["id"] == second["id"]
    assert back["draft"]["content"]["texts"] == {"explanation": "begun"}


def test_reopened_work_that_is_left_lying_stays_with_its_author(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].submit(slot)
    desks[0].reopen(slot)
    leases_run_out()
    assert Slot.objects.get(pk=slot["id"]).person == desks[0].person
    assert desks[0].next()["id"] == slot["id"]


def test_what_came_back_is_next_and_says_why(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 2)
    slot = desks[0].next()
    desks[0].submit(slot)
    item_id = Slot.objects.get(pk=slot["id"]).item_id
    organizer = browser(cast.organizer)
    path = f"/api/projects/bench/items/{item_id}/slots/{slot['id']}/send-back/"
    assert organizer.post(path, {"reason": " "}).status_code == 400
    assert organizer.post(path, {"reason": "Two options are right."}).status_code == 200
    back = desks[0].next()
    assert back["id"] == slot["id"]
    assert back["feedback"]["reason"] == "Two options are right."
    assert desks[0].submit(slot, desks[0].record("better"))["revision"] == 2


def test_my_work_lists_what_i_did_and_what_came_back(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 3)
    first = desks[0].next()
    desks[0].submit(first)
    second = desks[0].next()
    desks[0].decline(second, "no_metaphor")
    third = desks[0].next()
    work = desks[0].work()
    assert [one["id"] for one in work] == [third["id"], second["id"], first["id"]]
    assert [one["status"] for one in work] == ["leased", "declined", "submitted"]
    assert work[1]["decline_reason"] == "no_metaphor"
    assert [one["may_take_back"] for one in work] == [False, False, True]
    assert (work[2]["revision"], work[2]["seconds"]) == (1, 61.5)
    assert desks[1].work() == []
