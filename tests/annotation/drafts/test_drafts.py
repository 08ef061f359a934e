"""Drafts, checks and handing in."""

from typing import Any

import pytest

from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import work_annotations
from tests.annotation.desk import Desk
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_draft_is_there_again_with_what_was_typed(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    content = slot["draft"]["content"] | {"texts": {"explanation": "Half a sen "}}
    saved = desks[0].save(slot, content, version=1)
    assert saved["version"] == 2
    assert desks[0].next()["draft"]["content"] == content


def test_a_stale_tab_gets_both_texts(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    one = {"texts": {"explanation": "one tab"}}
    other = {"texts": {"explanation": "other tab"}}
    desks[0].save(slot, one, version=1)
    conflict = desks[0].save(slot, other, version=1, status=409)
    assert conflict["cause"] == "changed"
    assert conflict["draft"]["content"] == one
    assert conflict["draft"]["version"] == 2
    assert desks[0].save(slot, other, version=2)["version"] == 3


def test_the_same_save_again_changes_nothing(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    content = {"texts": {"explanation": "once"}}
    assert desks[0].save(slot, content, version=1)["version"] == 2
    assert desks[0].save(slot, content, version=1)["version"] == 2


def test_what_is_no_record_is_refused_with_its_path(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    refused = desks[0].save(slot, {"texts": {"explanation": 7}}, version=1, status=400)
    assert refused["errors"][0]["field"] == "texts.explanation"


def test_a_draft_without_end_is_refused(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    content = {"texts": {"explanation": "x" * 300_000}}
    desks[0].save(slot, content, version=1, status=400)


def test_a_late_autosave_does_not_overwrite_what_was_handed_in(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].submit(slot)
    desks[0].save(slot, {"texts": {"explanation": "late"}}, version=2, status=409)
    assert desks[0].slot(slot["id"])["draft"]["content"]["texts"] != {
        "explanation": "late"
    }


def test_checking_says_what_is_missing_and_keeps_nothing(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    record = desks[0].record()
    record["labels"]["domain"] = []
    record["questions"][0]["options"][5] = "None"
    path = f"slots/{slot['id']}/check/"
    said = desks[0].call("post", path, {"content": record})
    assert said["ready"] is False
    assert said["problems"] == [
        {
            "field": "labels.domain",
            "code": "choose_one",
            "message": {"en": "Choose one.", "zh": "请选择一项。"},
        }
    ]
    assert [(f["check"], f["level"], f["field"]) for f in said["findings"]] == [
        ("reads_as_empty", "block", "questions.0.options.5")
    ]
    assert desks[0].slot(slot["id"])["draft"]["version"] == 1
    ready = desks[0].call("post", path, {"content": desks[0].record()})
    assert ready == {"ready": True, "problems": [], "findings": []}


def test_an_unfinished_record_is_not_taken_in_my_language(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    desks[0].client.credentials(HTTP_ACCEPT_LANGUAGE="zh-CN")
    record = desks[0].record()
    record["questions"][0]["answer"] = None
    refused = desks[0].submit(desks[0].next(), record, status=400)
    assert refused["errors"] == [
        {"field": "questions.0.answer", "message": "请标出正确答案。"}
    ]


def test_the_same_request_again_makes_one_annotation(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    record = desks[0].record()
    first = desks[0].submit(slot, record, key="k-1")
    assert desks[0].submit(slot, record, key="k-1") == first
    assert desks[0].submit(slot, record) == first
    assert Annotation.objects.count() == 1


def test_something_else_after_handing_in_is_a_conflict(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].submit(slot, desks[0].record("one"))
    refused = desks[0].submit(slot, desks[0].record("other"), status=409)
    # Nobody changed anything: it is the person's own submission.
    assert (refused["cause"], refused["title"]) == ("state", "Not possible now")
    assert Annotation.objects.count() == 1


def test_a_key_used_for_another_image_is_refused(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 2)
    desks[0].submit(desks[0].next(), key="same")
    desks[0].submit(desks[0].next(), key="same", status=400)


def test_comparison_sees_annotations_only_when_all_are_in(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slots = [desk.next() for desk in desks[:2]]
    item = Slot.objects.get(pk=slots[0]["id"]).item
    desks[1].submit(slots[1], desks[1].record("second"))
    assert work_annotations(item.pk) == []
    desks[0].submit(slots[0], desks[0].record("first"))
    people = [one.person_id for one in work_annotations(item.pk)]
    assert people == [desks[0].person.pk, desks[1].person.pk]


def test_keys_that_are_mostly_in_one_place_are_spoken_of_over_ones_own_work(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 9)
    me, other = desks[:2]
    for _ in range(7):
        slot = me.next()
        assert keys_spoken_of(me, slot) == []
        me.submit(slot)
    said = keys_spoken_of(me, me.next())
    assert said == ["questions.0.options.0"]
    assert keys_spoken_of(other, other.next()) == []


def keys_spoken_of(desk: Desk, slot: Any) -> list[str]:
    body = {"content": desk.record()}
    found = desk.call("post", f"slots/{slot['id']}/check/", body)["findings"]
    return [one["field"] for one in found if one["check"] == "key_position"]
