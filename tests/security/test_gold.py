"""Nothing that an annotator reads tells an item that is asked again from new work."""

import json
from typing import Any

import pytest

from annotation.items.domain.slot_codes import slot_code, slot_id_range_of_code
from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from curation.images.models import Image
from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db

PAGES = (
    "annotate/work/",
    "annotate/drafts/",
    "threads/",
    "notices/",
    "rework/",
    "calibration/mine/",
    "my-feedback/",
    "my-day/",
)


@pytest.fixture
def mixed(cast: Cast) -> Cast:
    """Ten finished items, which came first, half of the work, and forty new ones."""
    cases = finished_items(cast, 10)
    office = Office(cast)
    office.call("post", "gold/items/", {"items": [case.item_id for case in cases]})
    office.call("put", "gold/share/", {"share": 0.5})
    accepted_images(cast.project, 40)
    # Of one size, as nothing else of an image may tell.
    Image.objects.update(width=640, height=480)
    return cast


def answers_by_purpose(desk: Desk, *, fewest: int = 9) -> dict[str, list[Any]]:
    """What "next" answers, with all that follows, until both kinds have come."""
    given: dict[str, list[Any]] = {"work": [], "gold": []}
    while min(map(len, given.values())) < fewest:
        answer = desk.call("post", "next/")
        slot = answer["slot"]
        purpose = Slot.objects.get(pk=slot["id"]).purpose
        saved = desk.save(slot, desk.record("typed"), version=1)
        asked = browser(desk.person).post(
            f"/api/projects/{desk.cast.project.slug}/threads/open/",
            {"slot": slot["id"], "text": "Is this irony?"},
        )
        assert asked.status_code == 201
        handed_in = desk.submit(slot)
        given[purpose].append(
            {
                "next": answer,
                "saved": saved,
                "asked": asked.data,
                "handed_in": handed_in,
                "again": desk.slot(slot["id"]),
            }
        )
    return given


def leaves(value: Any, path: str = "") -> dict[str, list[Any]]:
    """Every value of an answer by its path; places in lists are left out."""
    found: dict[str, list[Any]] = {}
    parts: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        parts = [(f"{path}.{key}", one) for key, one in value.items()]
    elif isinstance(value, list):
        parts = [(f"{path}[]", one) for one in value]
    else:
        return {path: [value]}
    for name, one in parts:
        for where, values in leaves(one, name).items():
            found.setdefault(where, []).extend(values)
    return found


def numbers_at(path: str, answers: list[Any]) -> list[float]:
    return [
        one
        for answer in answers
        for one in leaves(answer).get(path, [])
        if isinstance(one, int | float) and not isinstance(one, bool)
    ]


def test_no_field_of_an_answer_separates_gold_from_work(mixed: Cast) -> None:
    given = answers_by_purpose(Desk(mixed, mixed.annotators[0]))
    work, gold = given["work"], given["gold"]
    paths = {kind: [set(leaves(one)) for one in given[kind]] for kind in given}
    assert {frozenset(one) for one in paths["gold"]} == {
        frozenset(one) for one in paths["work"]
    }
    for path in set.union(*paths["work"]):
        kinds = {
            kind: {
                type(one).__name__ for answer in answers for one in leaves(answer)[path]
            }
            for kind, answers in given.items()
        }
        assert kinds["work"] == kinds["gold"], path
        ranges = numbers_at(path, work), numbers_at(path, gold)
        if all(ranges) and not ordered_in_time(path):
            below, above = sorted(ranges, key=min)
            assert min(above) <= max(below), (path, ranges)


def test_the_order_of_slot_ids_tells_nothing(mixed: Cast) -> None:
    """Work in the order of its ids would leave gold out of that order."""
    desk = Desk(mixed, mixed.annotators[0])
    given = []
    for _ in range(14):
        slot = desk.next()
        given.append(slot["id"])
        desk.submit(slot)
    work = Slot.objects.filter(pk__in=given, purpose="work").values_list(
        "pk", flat=True
    )
    in_turn = [slot_id for slot_id in given if slot_id in set(work)]
    assert in_turn != sorted(in_turn)


def ordered_in_time(path: str) -> bool:
    """Counts of messages and threads rise as the person works, whatever they work on."""
    return path in (".asked.id", ".asked.messages[].id")


def test_no_page_of_an_annotator_carries_an_items_id_or_number(mixed: Cast) -> None:
    person = mixed.annotators[0]
    desk = Desk(mixed, person)
    given = answers_by_purpose(desk, fewest=2)
    client = browser(person)
    pages = [
        client.get(f"/api/projects/{mixed.project.slug}/{page}").data for page in PAGES
    ]
    said = leaves(json.loads(json.dumps([given, pages], default=str)))
    for path, values in said.items():
        name = path.rpartition(".")[2]
        if name in ("item_id", "item_number", "question_uid"):
            assert set(values) == {None}, path
        assert not name.startswith("item_code") or all(
            slot_id_range_of_code(value) for value in values
        )
    images = set(Image.objects.values_list("pk", flat=True))
    shown = {
        value
        for path, values in said.items()
        if path.endswith("images[].id")
        for value in values
    }
    assert shown
    assert not shown & images


def test_organizers_find_the_item_by_the_code(mixed: Cast) -> None:
    slot = Desk(mixed, mixed.annotators[0]).next()
    item = Slot.objects.get(pk=slot["id"]).item
    office = Office(mixed)
    for written in (slot["item_code"], f" {slot['item_code'].lower()} "):
        found = office.call("get", f"items/find/?text={written}")["results"]
        assert [one["id"] for one in found] == [item.pk]
    slots = office.call("get", f"items/{item.pk}/")["slots"]
    assert slot["item_code"] in {one["code"] for one in slots}


def test_two_annotators_of_one_item_have_two_codes(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    one, other = (Desk(cast, person).next() for person in cast.annotators[:2])
    assert Item.objects.count() == 1
    assert one["item_code"] != other["item_code"]


def test_annotators_cannot_ask_for_threads_by_number_or_anothers_code(
    mixed: Cast,
) -> None:
    desk = Desk(mixed, mixed.annotators[0])
    slot = desk.next()
    office = Office(mixed)
    body = {"slot": slot["id"], "text": "Is this irony?"}
    office.call("post", "threads/open/", body, person=desk.person, status=201)
    number = Slot.objects.get(pk=slot["id"]).item.number
    office.call("get", f"threads/?item_number={number}", person=desk.person, status=403)
    mine = f"threads/?item_code={slot['item_code']}"
    assert office.call("get", mine, person=desk.person)["results"]
    anothers = Slot.objects.exclude(person=desk.person).first()
    assert anothers is not None
    path = f"threads/?item_code={anothers.code}"
    assert office.call("get", path, person=desk.person)["results"] == []
    assert office.call("get", mine)["results"]


def test_codes_are_read_with_the_look_alikes_that_people_write() -> None:
    code = slot_code(1 << 51)
    assert len(code) == 8
    written = code.lower().replace("0", "o")
    first, last = slot_id_range_of_code(written) or (0, 0)
    assert first <= 1 << 51 <= last
    assert slot_id_range_of_code("a clock") is None
