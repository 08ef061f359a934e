"""Who gets which picture, and whose work it is."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import work_annotations
from core.models import LedgerEntry
from tests.annotation.desk import Desk, number_of
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_next_gives_the_first_image_with_an_empty_form(
    cast: Cast, desks: list[Desk]
) -> None:
    images = accepted_images(cast.project, 2)
    given = desks[0].call("post", "next/")
    slot = given["slot"]
    assert number_of(slot) == 1
    (shown,) = slot["images"]
    assert images[0].sha256 in shown["preview_url"]
    assert slot["draft"]["version"] == 1
    assert slot["draft"]["content"]["questions"][0]["options"] == [""] * 6
    (upcoming,) = given["upcoming"]
    assert images[1].sha256 in upcoming["preview_url"]


def test_next_gives_what_i_hold_already(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 2)
    first = desks[0].next()
    assert desks[0].next()["id"] == first["id"]


def test_reopened_work_comes_before_what_was_begun_earlier(
    cast: Cast, desks: list[Desk]
) -> None:
    """Who opens a returned item is not shown another one."""
    accepted_images(cast.project, 3)
    first = desks[0].next()
    desks[0].submit(first)
    begun = desks[0].next()
    path = f"items/{Slot.objects.get(pk=first['id']).item_id}/slots/{first['id']}"
    browser(cast.organizer).post(
        f"/api/projects/{cast.project.slug}/{path}/send-back/",
        {"reason": "Why the bird?"},
        format="json",
    )
    (returned,) = desks[0].call("get", "work/?status=returned")["results"]
    assert (returned["id"], returned["feedback"]) == (first["id"], "Why the bird?")
    desks[0].reopen(first)
    assert desks[0].next()["id"] == first["id"]
    desks[0].submit(desks[0].next())
    assert desks[0].next()["id"] == begun["id"]
    assert desks[0].call("get", "work/?status=returned")["results"] == []


def test_what_somebody_else_has_finished_comes_before_new_images(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 3)
    held = desks[0].next()
    second = desks[1].next()
    assert (number_of(held), number_of(second)) == (1, 1)
    third = desks[2].next()
    assert number_of(third) == 2
    desks[2].submit(third)
    assert number_of(desks[3].next()) == 2


def test_nobody_gets_the_same_image_twice(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 3)
    numbers = []
    while slot := desks[0].next():
        numbers.append(number_of(slot))
        if len(numbers) == 2:
            desks[0].decline(slot)
        else:
            desks[0].submit(slot)
    assert numbers == [1, 2, 3]


def test_nothing_to_do_is_said_with_null(cast: Cast, desks: list[Desk]) -> None:
    assert desks[0].next() is None
    accepted_images(cast.project, 1)
    assert desks[0].next() is not None


def test_an_organizer_cannot_annotate_because_they_see_everything(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    response = browser(cast.organizer).post("/api/projects/bench/annotate/next/")
    assert response.status_code == 403


def test_two_images_and_three_people_an_item(
    toy_cast: Cast, toy_desks: list[Desk]
) -> None:
    accepted_images(toy_cast.project, 5)
    given = [desk.next() for desk in toy_desks]
    assert [number_of(slot) for slot in given] == [1, 1, 1, 2, 2, 2]
    assert all(len(slot["images"]) == 2 for slot in given)
    for desk, slot in zip(toy_desks, given, strict=True):
        desk.submit(slot)
    for slot_id in (given[0]["id"], given[3]["id"]):
        item = Slot.objects.get(pk=slot_id).item
        assert len(work_annotations(item.pk)) == 3


@pytest.mark.parametrize(("people", "pictures"), [("desks", 1), ("toy_desks", 2)])
def test_a_question_places_images_that_its_item_has(
    people: str, pictures: int, request: pytest.FixtureRequest
) -> None:
    desk: Desk = request.getfixturevalue(people)[0]
    accepted_images(desk.cast.project, pictures)
    slot = desk.next()

    def placing(number: int) -> dict[str, Any]:
        record = desk.record()
        stem = f"What does [[image {number}]] say?"
        first, *others = record["questions"]
        return {**record, "questions": [{**first, "stem": stem}, *others]}

    refused = desk.submit(slot, placing(pictures + 1), status=400)
    assert [one["field"] for one in refused["errors"]] == ["questions.0.stem"]
    desk.submit(slot, placing(pictures))


def test_somebody_elses_work_is_not_there_for_me(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 2)
    slot = desks[0].next()
    desks[1].slot(slot["id"], status=404)
    desks[1].submit(slot, status=404)
    desks[1].decline(slot, status=404)
    desks[1].reopen(slot, status=404)
    desks[1].heartbeat(slot, status=404)
    desks[1].save(slot, {}, version=1, status=404)


def test_every_move_is_in_the_ledger(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    leased_at = Slot.objects.get(pk=slot["id"]).leased_at
    assert leased_at is not None
    desks[0].submit(slot)
    # The entry of the end of a lease also tells who got it when.
    moves = LedgerEntry.objects.filter(machine="slot", subject_id=slot["id"])
    assert [(m.action, m.actor, m.data) for m in moves] == [
        (
            "submit",
            desks[0].person,
            {"leased_by": desks[0].person.pk, "leased_at": leased_at.isoformat()},
        )
    ]
    assert Slot.objects.get(pk=slot["id"]).leased_at is None
    submitted = Annotation.objects.get().content
    assert desks[0].slot(slot["id"])["draft"]["content"] == submitted


def test_a_skipped_item_comes_back_at_the_end_with_its_draft(cast: Cast) -> None:
    accepted_images(cast.project, 3)
    desk = Desk(cast, cast.annotators[0])
    first = desk.next()
    content = {**first["draft"]["content"], "texts": {"explanation": "Half a thought."}}
    desk.save(first, content, version=1)
    desk.call("post", f"slots/{first['id']}/skip/")
    second = desk.next()
    assert second["id"] != first["id"]
    assert set(desk.drafts().values()) == {"skipped"}
    desk.submit(second)
    desk.submit(desk.next())
    again = desk.next()
    assert again["id"] == first["id"]
    assert again["draft"]["content"]["texts"] == {"explanation": "Half a thought."}


def test_a_skipped_item_is_offered_to_others_after_a_day(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    one, other = Desk(cast, cast.annotators[0]), Desk(cast, cast.annotators[1])
    third = Desk(cast, cast.annotators[2])
    slot = one.next()
    one.call("post", f"slots/{slot['id']}/skip/")
    assert other.next() is not None
    assert third.next() is None
    Slot.objects.filter(pk=slot["id"]).update(lease_until=timezone.now())
    assert third.next() is not None


def test_calibration_is_not_skipped(cast: Cast) -> None:
    desk = Desk(cast, cast.annotators[0])
    accepted_images(cast.project, 1)
    slot = Slot.objects.create(
        project=cast.project,
        item=Item.objects.get(),
        purpose="calibration",
        number=1,
        person=desk.person,
    )
    shown = desk.next()
    assert shown["id"] == slot.pk
    desk.call("post", f"slots/{slot.pk}/skip/", status=409)


def test_submitting_can_return_the_next_item_at_once(
    cast: Cast, desks: list[Desk]
) -> None:
    images = accepted_images(cast.project, 3)
    first = desks[0].next()
    body = {"content": desks[0].record(), "next": True}
    path = f"slots/{first['id']}/submit/"
    answer = desks[0].call("post", path, body, status=201)
    following = answer["next"]
    assert images[1].sha256 in following["slot"]["images"][0]["preview_url"]
    assert images[2].sha256 in following["upcoming"][0]["preview_url"]
    assert desks[0].next()["id"] == following["slot"]["id"]
    again = desks[0].call("post", path, body, status=201)
    assert again["next"]["slot"]["id"] == following["slot"]["id"]


def test_submitting_assigns_nothing_unasked(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 2)
    first = desks[0].next()
    assert list(Slot.objects.filter(status="leased").values_list("pk")) == [
        (first["id"],)
    ]
    assert desks[0].submit(first)["next"] is None
    assert not Slot.objects.filter(status="leased").exists()
    assert number_of(desks[0].next()) == 2


def test_the_last_submission_says_that_nothing_is_left(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    path = f"slots/{desks[0].next()['id']}/submit/"
    body = {"content": desks[0].record(), "next": True}
    answer = desks[0].call("post", path, body, status=201)
    assert answer["next"] == {"slot": None, "waiting": "nothing", "upcoming": []}


def test_the_next_item_costs_submitting_fewer_queries_than_a_request_of_its_own(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 4)

    def queries_of(call: Callable[[], Any]) -> int:
        with CaptureQueriesContext(connection) as asked:
            call()
        return len(asked)

    def submit(*, with_next: bool) -> int:
        path = f"slots/{desks[0].next()['id']}/submit/"
        body = {"content": desks[0].record(), "next": with_next}
        return queries_of(lambda: desks[0].call("post", path, body, status=201))

    submit(with_next=False)
    alone = submit(with_next=False)
    own_request = queries_of(desks[0].next)
    together = submit(with_next=True)
    assert together < alone + own_request
