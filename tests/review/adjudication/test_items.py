"""Finding items, relabelling many at once, restoring what was dropped."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from annotation.items.models.items import Item
from annotation.items.models.submissions import Annotation
from core.models import LedgerEntry
from projects.models import User
from review.adjudication.models import Case
from subtext_protocol.shipped import shipped_protocol
from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images
from tests.support.writing import finished_record

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def annotated(cast: Cast, n: int, *, marks: tuple[str, str] = ("A", "B")) -> None:
    """``n`` items on which two people agree in all labels."""
    accepted_images(cast.project, n)
    for person, mark in zip(cast.annotators, marks, strict=False):
        desk = Desk(cast, person)
        for number in range(n):
            desk.submit(desk.next(), desk.record(f"{mark}{number}"))


def rows_found(office: Office, **asked: Any) -> Any:
    client = browser(office.cast.organizer)
    path = f"/api/projects/{office.cast.project.slug}/items/find/"
    response = client.get(path, asked)
    assert response.status_code == 200, response.data
    return response.data["results"]


def found(office: Office, **asked: Any) -> list[int]:
    return [row["number"] for row in rows_found(office, **asked)]


def test_items_are_found_by_what_is_written_on_them(cast: Cast, office: Office) -> None:
    annotated(cast, 3, marks=("quartz", "marble"))
    accepted_images(cast.project, 1)
    assert found(office) == [1, 2, 3, 4]
    assert found(office, text="QUARTZ1") == [2]
    assert found(office, text="marble") == [1, 2, 3]
    assert found(office, text="granite") == []
    office.finalize(office.queue()[0]["id"])
    # Of what was decided only the record counts, and it took the first person's side.
    decided = Case.objects.get(status="final").item.number
    assert decided in found(office, text="quartz")
    assert decided not in found(office, text="marble")
    office.call("post", f"cases/{Case.objects.get(status='final').pk}/undo/")
    assert decided in found(office, text="marble")


def test_chinese_is_found(cast: Cast, office: Office) -> None:
    accepted_images(cast.project, 2)
    for mark in ("石英", "大理石"):
        desk = Desk(cast, cast.annotators[0])
        desk.submit(desk.next(), desk.record(mark))
    assert found(office, text="大理石") == [2]


def test_what_is_sought_is_taken_letter_by_letter(cast: Cast, office: Office) -> None:
    accepted_images(cast.project, 2)
    for mark in ("100 % sure", "1000 sure"):
        desk = Desk(cast, cast.annotators[0])
        desk.submit(desk.next(), desk.record(mark))
    assert found(office, text="0 % S") == [1]
    assert found(office, text="_0") == []


def test_items_are_found_by_label_person_and_state(cast: Cast, office: Office) -> None:
    annotated(cast, 2)
    accepted_images(cast.project, 1)
    field = cast.project.protocol.labels[0]
    first, other = field.choices[0].id, field.choices[1].id
    assert found(office, label=f"{field.id}:{first}") == [1, 2]
    assert found(office, label=f"{field.id}:{other}") == []
    assert found(office, person=cast.annotators[0].pk) == [1, 2]
    assert found(office, person=cast.annotators[5].pk) == []
    assert found(office, state="unbegun") == [3]
    assert found(office, state="to_merge") == [1, 2]
    title = field.choices[0].title["en"]
    assert found(office, text=title, state="to_merge") == [1, 2]
    path = f"/api/projects/{cast.project.slug}/items/find/"
    client = browser(cast.organizer)
    for wrong in ({"label": "no:thing"}, {"person": "x"}, {"state": "lost"}):
        assert client.get(path, wrong).status_code == 400


def test_people_who_declined_an_item_are_not_its_annotators(
    cast: Cast, office: Office
) -> None:
    accepted_images(cast.project, 1)
    declines, annotates = cast.annotators[:2]
    desk = Desk(cast, declines)
    desk.decline(desk.next())
    desk = Desk(cast, annotates)
    desk.submit(desk.next(), desk.record("A"))
    (row,) = rows_found(office)
    assert row["people"] == [annotates.shown_name]


def test_a_number_finds_its_item_and_texts_that_hold_it(
    cast: Cast, office: Office
) -> None:
    annotated(cast, 3, marks=("at 2 metres", "far"))
    assert found(office, text="#2") == [2]
    assert found(office, text="#9") == []
    assert found(office, text="2") == [1, 2, 3]
    assert found(office, text="3") == [3]


def test_finding_does_not_ask_one_by_one(
    cast: Cast,
    office: Office,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    annotated(cast, 8)
    with django_assert_max_num_queries(8):
        assert len(found(office, text="A")) == 8


def relabel(office: Office, items: list[int], *, status: int = 200, **more: Any) -> Any:
    field = office.cast.project.protocol.labels[0]
    body = {
        "items": items,
        "field": field.id,
        "choices": [field.choices[1].id],
        "reason": "The guideline says so since version 2",
        **more,
    }
    return office.call("post", "items/relabel/", body, status=status)


def test_many_are_relabelled_with_a_reason_and_taken_back(
    cast: Cast, office: Office
) -> None:
    annotated(cast, 3)
    cases = office.finalize_all()
    accepted_images(cast.project, 1)
    field = cast.project.protocol.labels[0]
    everything = list(Item.objects.order_by("number").values_list("pk", flat=True))
    relabel(office, everything, reason=" ", status=400)
    relabel(office, everything, choices=["nothing"], status=400)
    done = relabel(office, everything)
    assert done["changed"] == everything[:3]
    assert done["skipped"] == [{"item": everything[3], "why": "undecided"}]
    entries = LedgerEntry.objects.filter(machine="case", action="edit")
    assert entries.count() == 3
    for entry in entries:
        assert entry.actor == cast.organizer
        assert entry.reason == "The guideline says so since version 2"
        assert entry.data["before"]["labels"][field.id] == [field.choices[0].id]
        assert entry.data["after"]["labels"][field.id] == [field.choices[1].id]
    assert {one["why"] for one in relabel(office, everything[:3])["skipped"]} == {
        "same"
    }
    changed = f"{field.id}:{field.choices[1].id}"
    assert found(office, label=changed) == [1, 2, 3]
    # What somebody changed since is not taken back.
    third = relabel(office, everything[2:3], choices=[field.choices[2].id])
    assert third["changed"] == everything[2:3]
    undone = office.call("post", "items/relabel/undo/", {"batch": done["batch"]})
    assert undone["changed"] == everything[:2]
    assert undone["skipped"] == [{"item": everything[2], "why": "changed"}]
    labels = [Case.objects.get(pk=case.pk).record["labels"][field.id] for case in cases]
    assert labels == [[field.choices[n].id] for n in (0, 0, 2)]
    assert found(office, label=changed) == []
    office.call("post", "items/relabel/undo/", {"batch": "none"}, status=404)


def test_the_label_above_moves_along(db: None) -> None:
    office = Office(Cast("tree", shipped_protocol("cmmmu")))
    accepted_images(office.cast.project, 1)
    desk = Desk(office.cast, office.cast.annotators[0])
    desk.submit(desk.next(), finished_record(office.cast.project.protocol))
    [case] = Case.objects.all()
    before = case.record["labels"]
    relabel(office, [case.item_id], field="subject", choices=["physics"])
    case.refresh_from_db()
    assert before["discipline"] == ["art_and_design"]
    assert case.record["labels"] == {
        **before,
        "discipline": ["science"],
        "subject": ["physics"],
    }
    # What is below has no place under another one.
    moved = relabel(office, [case.item_id], field="discipline", choices=["business"])
    assert [one["why"] for one in moved["skipped"]] == ["unsound"]


def test_who_annotated_an_item_does_not_change_what_was_decided_on_it(
    cast: Cast, office: Office
) -> None:
    annotated(cast, 1)
    [case] = office.finalize_all()
    # An annotator who has become an organizer since.
    author = Annotation.objects.order_by("pk")[0].person
    cast.project.memberships.filter(user=author).update(role="organizer")
    field = cast.project.protocol.labels[0]
    body = {
        "items": [case.item_id],
        "field": field.id,
        "choices": [field.choices[1].id],
        "reason": "I know better",
    }
    done = office.call("post", "items/relabel/", body, person=author)
    assert done["skipped"] == [{"item": case.item_id, "why": "author"}]
    shown = office.case(case.pk)
    record = {
        **shown["final"],
        "labels": {**shown["final"]["labels"], field.id: [field.choices[1].id]},
    }
    edit = {"record": record, "reason": "I know", "version": shown["version"]}
    office.call("post", f"cases/{case.pk}/edit/", edit, person=author, status=403)
    office.call("post", f"cases/{case.pk}/edit/", edit)


def test_what_was_dropped_comes_back_as_it_was(cast: Cast, office: Office) -> None:
    annotated(cast, 2)
    decided, undecided = (one["id"] for one in office.queue())
    office.finalize(decided)
    for case in (decided, undecided):
        office.call("post", f"cases/{case}/drop/", {"reason": "Not ours"})
        office.call("post", f"cases/{case}/restore/", {"reason": ""}, status=400)
    assert (
        office.call("post", f"cases/{decided}/restore/", {"reason": "It is ours"})[
            "status"
        ]
        == "final"
    )
    assert (
        office.call("post", f"cases/{undecided}/restore/", {"reason": "It is ours"})[
            "status"
        ]
        == "to_merge"
    )
    office.call("post", f"cases/{decided}/restore/", {"reason": "Again"}, status=409)


def test_what_was_dropped_with_its_image_stays_out(cast: Cast, office: Office) -> None:
    annotated(cast, 1)
    [case] = office.finalize_all()
    image = case.item.places.get().image
    path = f"images/{image.pk}/withdraw/"
    office.call("post", path, {"reason": "The artist asked"}, person=cast.maintainer)
    office.call("post", f"cases/{case.pk}/restore/", {"reason": "Why"}, status=409)


def edited_question(office: Office, case: int, **changes: Any) -> dict[str, Any]:
    """The body of an edit that words the first question otherwise."""
    shown = office.case(case)
    question = shown["final"]["questions"][0]
    content = {part: question[part] for part in ("stem", "options", "answer")}
    return {
        "version": shown["version"],
        "record": shown["final"],
        "reason": "The stem gave the key away",
        "questions": [{"uid": question["uid"], "content": {**content, **changes}}],
    }


def test_a_question_that_is_edited_meets_fresh_people(
    cast: Cast, office: Office
) -> None:
    annotated(cast, 1)
    [case] = office.finalize_all()
    office.open_round()
    people = cast.annotators[2:5]
    place = office.next(people[0])
    office.answer(people[0], place, 0)
    body = edited_question(office, case.pk, stem="What is meant by the whole of it?")
    edited = office.call("post", f"cases/{case.pk}/edit/", body)
    assert edited["status"] == "in_validation"
    [question] = [one for one in edited["final"]["questions"] if one["revision"] == 2]
    assert question["stem"] == "What is meant by the whole of it?"
    entry = LedgerEntry.objects.get(machine="case", action="edit")
    [change] = entry.data["questions"]
    assert change["before"]["stem"] != change["after"]["stem"]
    assert (entry.actor, entry.reason) == (cast.organizer, body["reason"])
    # Who answered the old wording is not asked about the new one while others are there.
    assert office.next(people[0]) is None
    assert office.next(people[1])["stem"] == "What is meant by the whole of it?"
    office.call("post", f"cases/{case.pk}/edit/", body, status=409)


def test_a_validated_question_that_is_edited_is_validated_no_more(
    cast: Cast, office: Office
) -> None:
    annotated(cast, 1)
    [case] = office.finalize_all()
    office.open_round()
    Case.objects.filter(pk=case.pk).update(status="validated")
    body = edited_question(office, case.pk, answer=1)
    edited = office.call("post", f"cases/{case.pk}/edit/", body)
    assert edited["status"] == "in_validation"


def test_an_edit_has_to_leave_a_sound_question(cast: Cast, office: Office) -> None:
    annotated(cast, 1)
    [case] = office.finalize_all()
    shown = office.case(case.pk)["final"]["questions"][0]
    twice = [shown["options"][0], *shown["options"][:-1]]
    body = edited_question(office, case.pk, options=twice)
    office.call("post", f"cases/{case.pk}/edit/", body, status=400)
    same = edited_question(office, case.pk)
    office.call("post", f"cases/{case.pk}/edit/", same, status=400)
    lost = {**same, "questions": [{**same["questions"][0], "uid": "q-nothing"}]}
    office.call("post", f"cases/{case.pk}/edit/", lost, status=400)


def test_people_with_one_name_are_told_apart(cast: Cast, office: Office) -> None:
    annotated(cast, 1)
    pair = cast.annotators[:2]
    for person in pair:
        User.objects.filter(pk=person.pk).update(display_name="Li Wei")
    names = {f"Li Wei ({person.username})" for person in pair}
    [found] = rows_found(office)
    assert set(found["people"]) == names
    item = office.call("get", "items/numbered/1/")
    assert {record["person"] for record in item["records"]} == names
