"""Who is given what: pins, exclusions, caps, languages and skills."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.assignment.selectors.next_assignment import (
    NextAssignment,
    next_assignment,
)
from annotation.assignment.services import next_slot
from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation, Draft
from annotation.slots.models import Exclusion
from core.models import LedgerEntry
from core.services import transition
from curation.images.models import Image, Rights, Source
from projects.memberships.services.members import change_member
from projects.models import User
from projects.protocol_versions.services.changes import change_protocol
from projects.roles import Role
from subtext_protocol.reading import protocol_from_data
from tests.annotation.desk import Desk, leases_run_out, number_of
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db
HERE = "/api/projects/bench/"


def organize(
    cast: Cast, method: str, path: str, body: Any = None, *, status: int = 200
) -> Any:
    response = getattr(browser(cast.organizer), method)(HERE + path, body)
    assert response.status_code == status, response.data
    return response.data


def items() -> list[int]:
    return list(Item.objects.order_by("number").values_list("pk", flat=True))


def pin(cast: Cast, person: User, *which: int, path: str = "items/pin/") -> Any:
    return organize(cast, "post", path, {"items": which, "person_id": person.pk})


def keep_from(cast: Cast, person: User, *, status: int = 201, **what: Any) -> Any:
    body = {"person_id": person.pk, "reason": "Drew it.", **what}
    return organize(cast, "post", "assignment/exclusions/", body, status=status)


def terms(cast: Cast, person: User, *, status: int = 200, **said: Any) -> Any:
    body = {
        "languages": [],
        "skills": [],
        "most_a_day": None,
        "most_in_all": None,
        **said,
    }
    return organize(cast, "put", f"assignment/people/{person.pk}/", body, status=status)


def tag(cast: Cast, word: str, *which: int, add: bool = True) -> int:
    body = {"items": which, "tag": word, "add": add}
    changed: int = organize(cast, "post", "items/tag/", body)["changed"]
    return changed


def of_person(cast: Cast, person: User) -> Any:
    people = organize(cast, "get", "assignment/")["people"]
    return next(one for one in people if one["person_id"] == person.pk)


# Pins


def test_people_are_offered_for_the_items_that_they_can_get(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 3)
    first, second, third = items()
    has, kept, assigned, former, free, _ = cast.annotators
    desks[0].submit(desks[0].next())
    desks[0].submit(desks[0].next())
    for role in (Role.ORGANIZER, Role.ANNOTATOR):
        membership = cast.project.memberships.get(user=former)
        maintainer = cast.actor(cast.maintainer)
        change_member(membership=membership, role=role, active=True, actor=maintainer)
    keep_from(cast, kept, item_id=second)
    pin(cast, assigned, first)  # its last free slot
    chosen = {"items": [first, second, third]}
    found = organize(cast, "post", "items/pin/people/", chosen)
    assert found["full"] == 1
    # What each can get, has or had, must not get, and can be taken from them.
    numbers = {
        one["person_id"]: [one[key] for key in ("assignable", "has", "kept", "pinned")]
        for one in found["people"]
    }
    assert [numbers[person.pk] for person in (has, kept, assigned, former, free)] == [
        [1, 2, 0, 0],
        [1, 0, 1, 0],
        [2, 1, 0, 1],
        [1, 0, 2, 0],
        [2, 0, 0, 0],
    ]
    for person in (has, kept, assigned, former, free):
        done = pin(cast, person, first, second, third)
        assert len(done["changed"]) == numbers[person.pk][0]
        pin(cast, person, *done["changed"], path="items/unpin/")


def test_what_is_pinned_comes_first_and_waits_for_its_person(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 3)
    last = items()[2]
    done = pin(cast, desks[0].person, last)
    assert (done["changed"], done["skipped"]) == ([last], [])
    assert of_person(cast, desks[0].person)["pinned"] == 1
    first = desks[1].next()
    desks[1].submit(first)  # the first is half finished: next, but for pins
    given = desks[0].call("post", "next/")
    assert number_of(given["slot"]) == 3
    assert given["upcoming"][0]["id"] == first["images"][0]["id"]
    assert of_person(cast, desks[0].person)["pinned"] == 0
    entry = LedgerEntry.objects.get(action="pin")
    assert (entry.actor, entry.data) == (cast.organizer, {"person": desks[0].person.pk})


def test_a_pinned_place_is_one_of_the_two_and_given_to_nobody_else(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    for desk in desks[:2]:
        assert pin(cast, desk.person, *items())["changed"]
    assert desks[2].call("post", "next/")["waiting"] == "nothing"
    assert [number_of(desk.next()) for desk in desks[:2]] == [1, 1]
    assert Slot.objects.count() == 2


def test_a_late_submit_does_not_take_a_pinned_place(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    leases_run_out()
    pin(cast, desks[1].person, *items())
    pin(cast, desks[2].person, *items())
    desks[0].heartbeat(slot, status=409)
    desks[0].submit(slot)
    assert Slot.objects.get(annotations__person=desks[0].person).purpose == "extra"
    assert desks[1].next() is not None


def test_a_pin_outlasts_the_lease_and_ends_when_the_person_declines(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 2)
    pin(cast, desks[0].person, items()[1])
    slot = desks[0].next()
    leases_run_out()
    assert of_person(cast, desks[0].person)["pinned"] == 1
    assert desks[0].next()["id"] == slot["id"]
    desks[0].decline(slot)
    assert number_of(desks[0].next()) == 1
    assert of_person(cast, desks[0].person)["pinned"] == 0


def test_a_pin_is_taken_off_while_nobody_has_begun(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 2)
    first, second = items()
    pin(cast, desks[0].person, first, second)
    assert desks[0].work() == []
    desks[0].next()
    done = pin(cast, desks[0].person, first, second, path="items/unpin/")
    assert done["changed"] == [second]
    assert done["skipped"] == [{"item": first, "why": "none"}]


def test_pinning_says_what_it_left_out(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 3)
    had, full, kept = items()
    person = desks[0].person
    desks[0].submit(desks[0].next())
    for desk in desks[1:3]:
        pin(cast, desk.person, full)
    keep_from(cast, person, item_id=kept)
    done = pin(cast, person, had, full, kept)
    assert done["changed"] == []
    why = {one["item"]: one["why"] for one in done["skipped"]}
    assert why == {had: "has", full: "full", kept: "kept"}
    missing = {"items": [had], "person_id": cast.organizer.pk}
    organize(cast, "post", "items/pin/", missing, status=404)
    unknown = {"items": [0], "person_id": person.pk}
    problem = organize(cast, "post", "items/pin/", unknown, status=400)
    assert problem["errors"][0]["field"] == "items"


def test_a_pinned_image_counts_as_untouched(cast: Cast, desks: list[Desk]) -> None:
    """It can still leave the benchmark: nobody has begun."""
    image = accepted_images(cast.project, 1)[0]
    assert pin(cast, desks[0].person, *items())["changed"] == items()
    assert len(items()) == 1
    image.refresh_from_db()
    actor = cast.actor(cast.organizer)
    transition(image, "withdraw", actor=actor, reason="The licence was wrong.")
    assert not Item.objects.exists()


# Exclusions


@pytest.mark.parametrize("by", ["item", "tag", "source"])
def test_nobody_is_given_what_they_are_kept_from(
    cast: Cast, desks: list[Desk], by: str
) -> None:
    accepted_images(cast.project, 2)
    first = items()[0]
    other = Source.objects.create(
        project=cast.project, name="A friend's", rights=Rights.REDISTRIBUTE
    )
    Image.objects.filter(place__item=first).update(source=other)
    tag(cast, "politics", first)
    what: dict[str, Any] = {
        "item": {"item_id": first},
        "tag": {"tag": "politics"},
        "source": {"source_id": other.pk},
    }
    made = keep_from(cast, desks[0].person, **what[by])
    assert keep_from(cast, desks[0].person, **what[by])["id"] == made["id"]
    assert number_of(desks[0].next()) == 2
    assert number_of(desks[1].next()) == 1
    shown = of_person(cast, desks[0].person)["exclusions"][0]
    assert (shown["tag"], shown["source_name"], shown["item_number"]) == {
        "item": ("", None, 1),
        "tag": ("politics", None, None),
        "source": ("", "A friend's", None),
    }[by]
    path = f"assignment/exclusions/{made['id']}/"
    organize(cast, "delete", path, status=204)
    organize(cast, "delete", path, status=404)
    desks[0].submit(desks[0].next())
    assert number_of(desks[0].next()) == 1
    assert Exclusion.objects.get().lifted_by == cast.organizer


def test_what_is_on_the_desk_goes_back_and_cannot_be_claimed_again(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].save(slot, {"texts": {"explanation": "mine"}}, version=1)
    keep_from(cast, desks[0].person, item_id=items()[0])
    assert Slot.objects.get(pk=slot["id"]).status == "open"
    assert Draft.objects.get().content == {"texts": {"explanation": "mine"}}
    desks[0].heartbeat(slot, status=409)
    assert desks[0].next() is None
    desks[0].submit(slot)  # kept, beside the two
    assert Slot.objects.get(annotations__person=desks[0].person).purpose == "extra"
    assert Slot.objects.filter(purpose="work", status="open").count() == 2


def test_an_exclusion_between_choosing_and_leasing_holds(
    cast: Cast, desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted_images(cast.project, 2)

    def chosen(*args: Any, **options: Any) -> NextAssignment:
        turn = next_assignment(*args, **options)
        monkeypatch.setattr(next_slot, "next_assignment", next_assignment)
        keep_from(cast, desks[0].person, item_id=items()[0])
        return turn

    monkeypatch.setattr(next_slot, "next_assignment", chosen)
    assert number_of(desks[0].next()) == 2
    assert not Slot.objects.filter(item=items()[0]).exclude(status="open").exists()


@pytest.mark.parametrize("how", ["submit", "decline"])
def test_what_was_done_cannot_be_taken_up_again(
    cast: Cast, desks: list[Desk], how: str
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    getattr(desks[0], how)(slot)
    keep_from(cast, desks[0].person, item_id=items()[0])
    desks[0].reopen(slot, status=409)
    assert Annotation.objects.count() == (how == "submit")


def test_an_exclusion_takes_the_pin_with_it(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    pin(cast, desks[0].person, *items())
    keep_from(cast, desks[0].person, item_id=items()[0])
    assert of_person(cast, desks[0].person)["pinned"] == 0
    assert Slot.objects.filter(person=None).count() == 2


@pytest.mark.parametrize(
    ("what", "field"),
    [
        ({"reason": " ", "tag": "x"}, "reason"),
        ({}, "item_id"),
        ({"tag": "x", "source_id": 1}, "item_id"),
        ({"item_id": 0}, "item_id"),
        ({"source_id": 0}, "source_id"),
    ],
)
def test_an_exclusion_says_what_is_wrong_with_it(
    cast: Cast, what: dict[str, Any], field: str
) -> None:
    problem = keep_from(cast, cast.annotators[0], status=400, **what)
    assert problem["errors"][0]["field"] == field


# Caps


def test_a_cap_ends_new_work_and_not_what_is_begun(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 4)
    terms(cast, desks[0].person, most_a_day=2)
    desks[0].submit(desks[0].next())
    second = desks[0].next()
    desks[0].submit(second)
    assert desks[0].call("post", "next/")["waiting"] == "day"
    desks[0].reopen(second)
    assert desks[0].next()["id"] == second["id"]
    desks[0].submit(second, desks[0].record("again"))
    Annotation.objects.update(submitted_at=timezone.now() - timedelta(hours=25))
    assert number_of(desks[0].next()) == 3
    terms(cast, desks[0].person, most_in_all=2)
    desks[0].decline(desks[0].next())
    assert desks[0].call("post", "next/")["waiting"] == "all"
    assert desks[1].next() is not None


# Languages and skills


@pytest.fixture
def skilled(cast: Cast) -> Cast:
    """II-Bench's protocol with two skills, one of them asked of everybody."""
    document = cast.project.protocol.model_dump(mode="json")
    document["annotation"]["skills"] = [
        {"id": "art_history", "title": {"en": "Art history", "zh": "艺术史"}},
        {
            "id": "course",
            "title": {"en": "The course", "zh": "课程"},
            "everybody": True,
        },
    ]
    change_protocol(
        project=cast.project,
        protocol=protocol_from_data(document, origin="test"),
        actor=cast.actor(cast.maintainer),
        note="",
    )
    return cast


def test_what_the_protocol_asks_of_everybody(skilled: Cast, desks: list[Desk]) -> None:
    accepted_images(skilled.project, 1)
    given = desks[0].call("post", "next/")
    assert (given["slot"], given["waiting"]) == (None, "lacking")
    assert desks[0].call("get", "terms/")["lacking"] == ["course"]
    said = {"languages": ["zh"], "skills": ["course"]}
    assert desks[0].call("put", "terms/", said)["lacking"] == ["en"]
    assert desks[0].next() is None
    said = {"languages": ["zh", "en"], "skills": ["course"]}
    assert desks[0].call("put", "terms/", said)["lacking"] == []
    assert desks[0].next() is not None


def test_a_tag_asks_for_a_skill_or_a_language(skilled: Cast, desks: list[Desk]) -> None:
    accepted_images(skilled.project, 3)
    first, second, _ = items()
    assert tag(skilled, "art_history", first) == 1
    assert tag(skilled, " zh ", second) == 1
    assert tag(skilled, "zh", second) == 0
    plain, painter, both = desks[:3]
    terms(skilled, plain.person, skills=["course"])
    terms(skilled, painter.person, skills=["course", "art_history"])
    terms(skilled, both.person, skills=["course"], languages=["en", "zh"])
    numbers = [number_of(one.next()) for one in (plain, painter, both)]
    assert numbers == [3, 1, 2]
    done = pin(skilled, plain.person, first)
    assert done["skipped"] == [{"item": first, "why": "kept"}]
    assert organize(skilled, "get", "assignment/")["tags"] == ["art_history", "zh"]
    found = organize(skilled, "get", "items/find/?tag=zh")["results"]
    assert [one["tags"] for one in found] == [["zh"]]
    assert tag(skilled, "art_history", first, add=False) == 1
    plain.submit(plain.next())
    assert number_of(plain.next()) == 1


def test_what_nobody_knows_cannot_be_stated(skilled: Cast, desks: list[Desk]) -> None:
    problem = terms(skilled, desks[0].person, status=400, skills=["alchemy"])
    assert problem["errors"][0]["field"] == "skills"
    body = {"languages": ["xx"], "skills": []}
    assert desks[0].call("put", "terms/", body, status=400)["errors"]


def test_people_keep_what_they_said_when_an_organizer_sets_a_cap(
    skilled: Cast, desks: list[Desk]
) -> None:
    desks[0].call("put", "terms/", {"languages": ["en"], "skills": ["course"]})
    shown = of_person(skilled, desks[0].person)["terms"]
    terms(skilled, desks[0].person, **{**shown, "most_a_day": 5})
    desks[0].call("put", "terms/", {"languages": [], "skills": ["course"]})
    assert desks[0].call("get", "terms/")["most_a_day"] == 5


def test_annotators_assign_nothing(cast: Cast, desks: list[Desk]) -> None:
    client = browser(desks[0].person)
    assert client.get(HERE + "assignment/").status_code == 403
    for path in ("assignment/exclusions/", "items/pin/", "items/unpin/", "items/tag/"):
        assert client.post(HERE + path, {}).status_code == 403
    path = f"assignment/people/{desks[0].person.pk}/"
    assert client.put(HERE + path, {}).status_code == 403
