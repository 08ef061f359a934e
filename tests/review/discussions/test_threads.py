"""Asking the organizers, being answered, and who reads what of it."""

import json
from typing import Any

import pytest

from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from projects.models import User
from review.adjudication.models import Case
from review.rounds.models.threads import Message, Thread
from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(cast: Cast) -> Desk:
    return Desk(cast, cast.annotators[0])


def ask(
    office: Office, person: User, text: str, *, status: int = 201, **about: Any
) -> Any:
    body = {"text": text, **about}
    return office.call("post", "threads/open/", body, person=person, status=status)


def write(
    office: Office, person: User, thread: Any, text: str, *, status: int = 201
) -> Any:
    path = f"threads/{thread['id']}/messages/"
    return office.call("post", path, {"text": text}, person=person, status=status)


def threads(office: Office, person: User | None = None, query: str = "") -> list[Any]:
    found: list[Any] = office.call("get", f"threads/{query}", person=person)["results"]
    return found


def test_an_annotator_asks_and_is_answered(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()
    thread = ask(office, desk.person, "Is this irony?", slot=slot["id"])
    assert (thread["status"], thread["origin"]) == ("waiting", "annotating")
    (waiting,) = threads(office, query="?status=waiting")
    assert waiting["begun_by"] == desk.person.shown_name
    assert waiting["opening"] == "Is this irony?"
    shown = write(office, cast.organizer, waiting, "It is satire: see guideline 3.")
    assert shown["status"] == "answered"
    assert shown["messages"][1]["name"] == cast.organizer.shown_name
    (mine,) = threads(office, desk.person)
    read = office.call("get", f"threads/{mine['id']}/", person=desk.person)
    assert [(one["role"], one["mine"], one["name"]) for one in read["messages"]] == [
        ("annotator", True, None),
        ("organizer", False, None),
    ]
    assert cast.organizer.username not in json.dumps(read, default=str)


def test_a_closed_thread_keeps_what_it_came_to_and_opens_when_written_in(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    thread = ask(office, desk.person, "Why?", slot=desk.next()["id"])
    path = f"threads/{thread['id']}/close/"
    office.call("post", path, {"resolution": " "}, status=400)
    closed = office.call("post", path, {"resolution": "Symbols are not irony."})
    assert (closed["status"], closed["resolution"]) == (
        "closed",
        "Symbols are not irony.",
    )
    office.call("post", path, {"resolution": "Again."}, status=409)
    again = write(office, desk.person, thread, "And this one?")
    assert again["status"] == "waiting"
    assert again["resolution"] == "Symbols are not irony."


def test_nothing_that_was_written_can_be_changed(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    thread = ask(office, desk.person, "First.", slot=desk.next()["id"])
    write(office, desk.person, thread, "Second.")
    path = f"/api/projects/bench/threads/{thread['id']}/"
    for method in ("put", "patch", "delete"):
        for address in (path, path + "messages/"):
            response = getattr(browser(cast.organizer), method)(address, {"text": "x"})
            assert response.status_code == 405
    assert list(Message.objects.values_list("text", flat=True)) == ["First.", "Second."]


@pytest.mark.parametrize("text", ["", "  ", "x" * 9000])
def test_a_message_has_to_say_something(
    cast: Cast, office: Office, desk: Desk, text: str
) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()["id"]
    ask(office, desk.person, text, slot=slot, status=400)
    assert not Thread.objects.exists()
    ask(office, desk.person, "x", slot=slot)
    assert Thread.objects.count() == 1


def test_one_asks_only_about_what_one_works_on(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()
    other = cast.annotators[1]
    ask(office, other, "Hm?", slot=slot["id"], status=404)
    ask(office, other, "Hm?", item=Item.objects.get().pk, status=403)
    ask(office, other, "Hm?", status=400)
    ask(office, other, "Hm?", slot=slot["id"], item=1, status=400)


def test_no_annotator_reads_a_thread_of_another(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    other = Desk(cast, cast.annotators[1])
    asked = ask(office, desk.person, "I see a zebrafish.", slot=desk.next()["id"])
    other.next()
    path = f"threads/{asked['id']}/"
    for _ in ("while both annotate", "when both have handed in"):
        assert len(threads(office, desk.person)) == 1
        assert threads(office, other.person) == []
        office.call("get", path, person=desk.person)
        office.call("get", path, person=other.person, status=404)
        write(office, other.person, asked, "Me too.", status=404)
        for one in (desk, other):
            held = Slot.objects.filter(person=one.person, status="leased").first()
            if held is not None:
                one.submit({"id": held.pk})


def test_who_asks_while_validating_is_known_and_gets_no_key(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    office.finalize_all()
    office.open_round()
    validator = cast.annotators[2]
    place = office.next(validator)
    thread = ask(office, validator, "Two of them fit.", place=place["id"])
    assert (thread["origin"], thread["question_position"]) == ("validating", 1)
    assert (thread["question_uid"], thread["item_id"]) == (None, None)
    assert '"answer"' not in json.dumps(thread, default=str)
    ask(office, cast.annotators[3], "Hm.", place=place["id"], status=404)
    (seen,) = threads(office, query="?origin=validating")
    assert seen["question_uid"]


def test_why_a_question_failed_is_read_by_its_author_only(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    uid = case.item.questions.earliest("pk").uid
    note: dict[str, Any] = {
        "item": case.item_id,
        "question": uid,
        "purpose": "consensus",
    }
    ask(office, cast.organizer, "Two keys are defensible.", **note)
    author, other, validator = cast.annotators[:3]
    assert [one["opening"] for one in threads(office, author)] == [
        "Two keys are defensible."
    ]
    assert threads(office, other) == threads(office, validator) == []
    (entry,) = (
        entry
        for entry in office.call("get", f"items/{case.item_id}/life/")["results"]
        if entry["machine"] == "thread"
    )
    assert entry["reason"] == "Two keys are defensible."


def test_annotators_note_no_consensus_and_no_gap(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()["id"]
    ask(office, desk.person, "So be it.", slot=slot, purpose="consensus", status=403)
    ask(office, desk.person, "So be it.", slot=slot, guideline_gap=True, status=403)


def test_guideline_gaps_are_collected(cast: Cast, office: Office, desk: Desk) -> None:
    accepted_images(cast.project, 2)
    thread = ask(office, desk.person, "No rule for this.", slot=desk.next()["id"])
    assert threads(office, query="?gap=true") == []
    office.call("post", f"threads/{thread['id']}/gap/", {"gap": True})
    (found,) = threads(office, query="?gap=true")
    assert found["opening"] == "No rule for this."
    office.call("post", f"threads/{thread['id']}/gap/", {"gap": False})
    assert threads(office, query="?gap=true") == []
    moves = [
        entry["action"]
        for entry in office.call("get", f"items/{Item.objects.first().pk}/life/")[  # type: ignore[union-attr]
            "results"
        ]
        if entry["machine"] == "thread"
    ]
    assert moves == ["ask", "flag_gap", "unflag_gap"]


def test_calibration_is_talked_over_in_one_thread_by_those_who_did_it(
    cast: Cast, office: Office
) -> None:
    accepted_images(cast.project, 3)
    office.call(
        "post", "calibration/open/", {"items": [Item.objects.earliest("pk").pk]}
    )
    first, second, third = cast.annotators[:3]
    desks = [Desk(cast, person) for person in (first, second, third)]
    given = {desk.person.pk: desk.next() for desk in desks}
    slots = {person: slot["id"] for person, slot in given.items()}
    assert {slot["kind"] for slot in given.values()} == {"calibration"}
    about: dict[str, Any] = {"purpose": "calibration"}
    ask(office, first, "Early.", slot=slots[first.pk], status=403, **about)
    for desk in desks[:2]:
        desk.submit(given[desk.person.pk])
    one = ask(office, first, "I see irony.", slot=slots[first.pk], **about)
    both = ask(office, second, "I do not.", slot=slots[second.pk], **about)
    assert both["id"] == one["id"]
    assert [(m["letter"], m["mine"], m["name"]) for m in both["messages"]] == [
        ("A", False, None),
        ("B", True, None),
    ]
    assert first.username not in json.dumps(both, default=str)
    assert threads(office, third) == []


def test_a_case_is_not_touched_by_talk(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    case = Case.objects.get()
    ask(office, cast.organizer, "Note.", item=case.item_id, purpose="consensus")
    shown = office.case(case.pk)
    office.finalize(case.pk, version=shown["version"])


def test_strangers_reach_nothing(cast: Cast) -> None:
    for path in ("threads/", "notices/", "notices/unread/"):
        address = f"/api/projects/bench/{path}"
        assert browser(cast.stranger).get(address).status_code == 404
