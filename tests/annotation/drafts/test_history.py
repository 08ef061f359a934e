"""What a draft was before can be looked at and brought back."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from annotation.items.models.submissions import Annotation, Draft, DraftVersion
from tests.annotation.desk import Desk
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


QUESTION = {
    "uid": "a",
    "format": "single_choice",
    "fixed": None,
    "stem": "Why?",
    "options": ["Debt", "Love", "", "", "", ""],
    "answer": 0,
}


def saying(text: str, **labels: str) -> dict[str, Any]:
    return {
        "labels": {field: [choice] for field, choice in labels.items()},
        "texts": {"explanation": text},
        "sentences": {},
        "questions": [],
    }


def a_pause() -> None:
    """Some minutes in which nothing was typed."""
    Draft.objects.update(begun_at=F("begun_at") - timedelta(minutes=5))


def save_all(desk: Desk, slot: Any, *contents: Any) -> None:
    for content in contents:
        version = desk.slot(slot["id"])["draft"]["version"]
        desk.save(slot, content, version=version)


def text(desk: Desk, slot: Any, number: int) -> str:
    said: str = desk.version(slot, number)["content"]["texts"]["explanation"]
    return said


def test_what_is_typed_on_is_one_version_and_a_pause_begins_another(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    save_all(desks[0], slot, saying("It"), saying("It shows"), saying("It shows debt"))
    assert desks[0].versions(slot) == [4]
    a_pause()
    save_all(desks[0], slot, saying("It shows debt as a ladder"))
    assert desks[0].versions(slot) == [5, 4]
    assert text(desks[0], slot, 4) == "It shows debt"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (saying("A whole sentence"), saying("")),
        (saying("A whole sentence"), saying("Another one altogether")),
        (saying("The same", domain="life"), saying("The same", domain="art")),
        ({**saying("x"), "questions": [QUESTION]}, saying("x")),
        (
            {**saying("x"), "questions": [QUESTION]},
            {**saying("x"), "questions": [{**QUESTION, "answer": 1}]},
        ),
    ],
    ids=["emptied", "rewritten", "chosen otherwise", "question removed", "other key"],
)
def test_what_takes_something_away_leaves_it_in_the_history(
    cast: Cast, desks: list[Desk], before: Any, after: Any
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    save_all(desks[0], slot, before, after)
    assert desks[0].versions(slot) == [3, 2]
    assert desks[0].version(slot, 2)["content"] == before


def test_choices_in_another_order_are_no_further_version(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    record = desks[0].record("A")
    several = next(field for field in cast.project.protocol.labels if field.multiple)
    choices = [choice.id for choice in several.choices[:2]]
    record["labels"][several.id] = choices[::-1]
    save_all(desks[0], slot, record)
    desks[0].submit(slot, record)
    assert Annotation.objects.get().content["labels"][several.id] == choices
    assert desks[0].versions(slot) == [3]


def test_a_version_brought_back_is_a_new_one_and_the_later_ones_stay(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    save_all(desks[0], slot, saying("First thought"), saying("Second thought"))
    old = desks[0].version(slot, 2)["content"]
    save_all(desks[0], slot, old)
    assert desks[0].versions(slot) == [4, 3, 2]
    assert text(desks[0], slot, 4) == "First thought"
    assert text(desks[0], slot, 3) == "Second thought"
    assert desks[0].slot(slot["id"])["draft"]["content"] == old


def test_what_was_handed_in_without_a_draft_before_it_is_in_the_history(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    save_all(desks[0], slot, saying("Half a thought"))
    desks[0].submit(slot)
    desks[0].reopen(slot)
    assert desks[0].versions(slot) == [3, 2]
    assert text(desks[0], slot, 2) == "Half a thought"


def test_what_is_handed_in_as_it_was_saved_is_no_further_version(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].submit(slot)
    desks[0].reopen(slot)
    record = desks[0].slot(slot["id"])["draft"]["content"]
    a_pause()
    desks[0].submit(slot, record)
    assert desks[0].versions(slot) == [3]
    assert desks[0].version(slot, 3)["content"] == record


def test_a_submitted_record_is_stored_once_and_found_in_every_place(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    record = desks[0].record("zebrafish")
    save_all(desks[0], slot, record)
    desks[0].submit(slot, record)
    assert sum("zebrafish" in str(content) for content in stored_contents()) == 1
    shown = desks[0].slot(slot["id"])
    submission = Annotation.objects.get().content
    assert shown["draft"]["content"] == submission
    assert desks[0].versions(slot) == [shown["draft"]["version"]]
    desks[0].reopen(slot)
    assert desks[0].slot(slot["id"])["draft"] == shown["draft"]
    save_all(desks[0], slot, {**record, "texts": {"explanation": "Another"}})
    newest, submitted = desks[0].versions(slot)
    assert text(desks[0], slot, newest) == "Another"
    assert desks[0].version(slot, submitted)["content"] == submission


def test_a_stale_tab_after_a_submission_gets_the_submitted_record(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].submit(slot)
    desks[0].reopen(slot)
    refused = desks[0].save(slot, saying("from before"), version=1, status=409)
    assert refused["draft"]["content"] == Annotation.objects.get().content


def stored_contents() -> list[Any]:
    """Every record of an annotator in the database."""
    return [
        content
        for model in (Draft, DraftVersion, Annotation)
        for content in model.objects.values_list("content", flat=True)
    ]


def test_nobody_else_sees_how_a_draft_came_to_be(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    save_all(desks[0], slot, saying("zebrafish"))
    desks[1].next()
    path = f"slots/{slot['id']}/draft/versions/"
    assert desks[0].versions(slot) == [2]
    assert text(desks[0], slot, 2) == "zebrafish"
    assert desks[1].versions(slot) == []  # of their own place at the item
    desks[1].version(slot, 2, status=404)
    desks[2].call("get", path, status=404)
    Desk(cast, cast.organizer).call("get", path, status=403)
    desks[0].version(slot, 99, status=404)


def test_a_tab_that_lost_has_changed_no_history(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].save(slot, saying("from the first tab"), version=1)
    desks[0].save(slot, saying("from the second"), version=1, status=409)
    assert desks[0].versions(slot) == [2]


def test_a_submitted_draft_is_stored_once_and_goes_on_where_it_was(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    desk, slot = desks[0], desks[0].next()
    desk.submit(slot)
    assert not Draft.objects.exists()
    record = Annotation.objects.get().content
    shown = desk.slot(slot["id"])["draft"]
    assert (shown["version"], shown["content"]) == (2, record)

    desk.reopen(slot)
    longer = {**record, "texts": {"explanation": "Another thought"}}
    refused = desk.save(slot, longer, version=1, status=409)
    assert refused["draft"]["content"] == record, "a tab from before is refused"
    desk.save(slot, longer, version=2)
    desk.save(slot, record, version=2, status=409)
    assert desk.versions(slot) == [3, 2]
    assert desk.version(slot, 2)["content"] == record
    assert desk.version(slot, 3)["content"] == longer

    desk.submit(slot, {**record, "texts": {**record["texts"]}})
    assert [row.draft_version for row in Annotation.objects.order_by("pk")] == [2, 4]
    assert desk.versions(slot) == [4, 3, 2], "earlier versions stay"
