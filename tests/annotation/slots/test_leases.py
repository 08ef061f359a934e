"""What becomes of work that somebody has left."""

import pytest

from annotation.items.models.slots import Slot
from annotation.items.selectors.items import work_annotations
from annotation.slots.services.leases import expire_leases
from tests.annotation.desk import Desk, leases_run_out, number_of
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_heartbeat_keeps_the_slot(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    leases_run_out(swept=False)
    desks[0].heartbeat(slot)
    assert expire_leases() == 0
    assert desks[0].slot(slot["id"])["mine"] is True


def test_abandoned_work_goes_to_somebody_else_and_the_draft_stays(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].save(slot, {"texts": {"explanation": "mine"}}, version=1)
    leases_run_out()
    given = [desk.next() for desk in desks[1:3]]
    assert {number_of(one) for one in given} == {1}
    assert all("mine" not in str(one["draft"]) for one in given)
    seen = desks[0].slot(slot["id"])
    assert seen["mine"] is False
    assert seen["draft"]["content"] == {"texts": {"explanation": "mine"}}
    desks[0].heartbeat(slot, status=409)


def test_who_comes_back_in_time_goes_on_with_their_draft(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 2)
    slot = desks[0].next()
    desks[0].save(slot, {"texts": {"explanation": "mine"}}, version=1)
    desks[1].next()
    desks[2].submit(desks[2].next())  # the second picture, now half finished
    leases_run_out()
    again = desks[0].next()
    assert number_of(again) == 1
    assert again["draft"]["content"]["texts"] == {"explanation": "mine"}


def test_leases_end_without_a_sweeper_when_somebody_asks(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    for desk in desks[:2]:
        desk.next()
    leases_run_out(swept=False)
    assert number_of(desks[2].next()) == 1


def test_a_late_submit_fills_a_free_place(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    leases_run_out()
    desks[1].next()  # takes the very slot, the other one is free
    desks[0].submit(slot)
    item = Slot.objects.get(pk=slot["id"]).item
    desks[1].submit(desks[1].next())
    people = {one.person_id for one in work_annotations(item.pk)}
    assert people == {desks[0].person.pk, desks[1].person.pk}


def test_a_late_submit_beside_full_places_is_kept_as_an_extra(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    leases_run_out()
    for desk in desks[1:3]:
        desk.submit(desk.next())
    record = desks[0].record("late")
    first = desks[0].submit(slot, record)
    assert desks[0].submit(slot, record) == first
    item = Slot.objects.get(pk=slot["id"]).item
    assert len(work_annotations(item.pk)) == 2
    shown = browser(cast.organizer).get(f"/api/projects/bench/items/{item.pk}/")
    purposes = [one["purpose"] for one in shown.data["annotations"]]
    assert sorted(purposes) == ["extra", "work", "work"]
