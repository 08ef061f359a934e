"""Items as organizers see them, and that nobody else does."""

import pytest
from pytest_django import DjangoAssertNumQueries

from annotation.items.models.items import Item
from tests.annotation.desk import Desk
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db
ITEMS = "/api/projects/bench/items/"


def test_the_list_has_everybodys_places_and_does_not_ask_one_by_one(
    cast: Cast,
    desks: list[Desk],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    accepted_images(cast.project, 20)
    for desk in desks:
        desk.submit(desk.next())
    organizer = browser(cast.organizer)
    with django_assert_max_num_queries(8):
        page = organizer.get(ITEMS).data
    assert len(page["results"]) == 20
    slots = page["results"][0]["slots"]
    assert [slot["person"] for slot in slots] == [
        desks[0].person.shown_name,
        desks[1].person.shown_name,
    ]
    open_ones = organizer.get(ITEMS, {"status": "submitted"}).data["results"]
    assert [item["number"] for item in open_ones] == [1, 2, 3]


def test_the_list_can_be_asked_for_the_items_of_one_image(cast: Cast) -> None:
    first, second = accepted_images(cast.project, 2)
    organizer = browser(cast.organizer)
    found = organizer.get(ITEMS, {"image": second.pk}).data["results"]
    wanted = Item.objects.get(places__image=second)
    assert [item["id"] for item in found] == [wanted.pk]
    assert organizer.get(ITEMS, {"image": first.pk}).data["results"] != found
    assert organizer.get(ITEMS, {"image": "none"}).status_code == 400


def test_my_work_does_not_ask_one_by_one(
    cast: Cast,
    desks: list[Desk],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    accepted_images(cast.project, 10)
    for _ in range(10):
        desks[0].submit(desks[0].next())
    with django_assert_max_num_queries(8):
        assert len(desks[0].work()) == 10


def test_an_item_shows_every_revision_raw(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].submit(slot, desks[0].record("before"))
    desks[0].reopen(slot)
    desks[0].submit(slot, desks[0].record("after"))
    shown = browser(cast.organizer).get(f"{ITEMS}{Item.objects.get().pk}/").data
    annotations = shown["annotations"]
    assert [one["revision"] for one in annotations] == [1, 2]
    assert "before" in annotations[0]["content"]["questions"][0]["stem"]
    assert annotations[1]["protocol_version"] == 1
    assert annotations[1]["seconds"] == 61.5


def test_a_life_has_images_and_slots_in_order(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 2)
    for desk in desks[:4]:
        desk.submit(desk.next())
    item = Item.objects.get(number=2)
    entries = browser(cast.organizer).get(f"{ITEMS}{item.pk}/life/").data["results"]
    moves = [
        (one["machine"], one["action"], one["role"])
        for one in entries
        if one["machine"] in ("image", "slot")
    ]
    assert moves == [
        ("image", "accept", "system"),
        ("slot", "submit", "annotator"),
        ("slot", "submit", "annotator"),
    ]
    submitted = entries[-2:]
    assert all(one["data"]["leased_at"] < one["at"] for one in submitted)


@pytest.mark.parametrize("rest", ["", "{id}/", "{id}/life/", "{id}/questions/"])
def test_annotators_see_no_items_and_strangers_no_project(
    cast: Cast, rest: str
) -> None:
    accepted_images(cast.project, 1)
    path = ITEMS + rest.format(id=Item.objects.get().pk)
    assert browser(cast.annotators[0]).get(path).status_code == 403
    assert browser(cast.stranger).get(path).status_code == 404
    assert browser(cast.organizer).get(path).status_code == 200


def test_another_projects_item_is_not_there(cast: Cast, toy_cast: Cast) -> None:
    accepted_images(toy_cast.project, 2)
    path = f"{ITEMS}{Item.objects.get().pk}/"
    assert browser(cast.organizer).get(path).status_code == 404
