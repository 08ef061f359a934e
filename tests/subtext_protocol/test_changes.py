"""What differs between two protocols, and what that does to work done."""

from collections.abc import Callable
from typing import Any

import pytest

from subtext_protocol.changes import (
    ProtocolChange,
    list_changes,
    map_values,
    mapping_problems,
)
from subtext_protocol.document import Protocol
from subtext_protocol.reading import protocol_from_data

Edit = Callable[[dict[str, Any]], object]


def edited(protocol: Protocol, edit: Edit) -> Protocol:
    document = protocol.model_dump(mode="json")
    edit(document)
    return protocol_from_data(document, origin="test")


def only_change(protocol: Protocol, edit: Edit) -> ProtocolChange:
    (change,) = list_changes(protocol, edited(protocol, edit))
    return change


def test_nothing_differs_from_itself(toy_protocol: Protocol) -> None:
    assert list_changes(toy_protocol, toy_protocol) == []


def mood(document: dict[str, Any]) -> Any:
    return document["fields"][0]


def without_colours(document: dict[str, Any]) -> None:
    del document["fields"][1]
    document["evaluation"]["slices"] = ["mood"]


@pytest.mark.parametrize(
    ("path", "kind", "effect", "edit"),
    [
        (
            "annotation.guidelines.zh",
            "changed",
            "keep",
            lambda d: d["annotation"]["guidelines"].update(zh="请看图。"),
        ),
        (
            "fields.mood.choices.calm.title.en",
            "changed",
            "keep",
            lambda d: mood(d)["choices"][1]["title"].update(en="Quiet"),
        ),
        (
            "fields.mood.choices.eerie",
            "added",
            "mark",
            lambda d: mood(d)["choices"].append({"id": "eerie", "title": "Eerie"}),
        ),
        (
            "fields.mood.choices.merry",
            "removed",
            "carry",
            lambda d: mood(d)["choices"].pop(),
        ),
        ("fields.colours", "removed", "carry", without_colours),
        (
            "fields.mood.choices",
            "moved",
            "next",
            lambda d: mood(d)["choices"].reverse(),
        ),
        (
            "fields.mood.significant.over",
            "changed",
            "next",
            lambda d: mood(d).update(significant={"over": 0}),
        ),
        (
            "questions.options",
            "changed",
            "begun",
            lambda d: d["questions"].update(options=4),
        ),
        (
            "questions.maximum",
            "changed",
            "next",
            lambda d: d["questions"].update(maximum=3),
        ),
        (
            "questions.maximum",
            "changed",
            "begun",
            lambda d: d["questions"].update(maximum=1),
        ),
        (
            "annotation.people",
            "changed",
            "places",
            lambda d: d["annotation"].update(people=2),
        ),
        (
            "review.rounds.1.people",
            "changed",
            "next",
            lambda d: d["review"]["rounds"][0].update(people=4),
        ),
        ("review.rounds.1", "removed", "next", lambda d: d["review"].update(rounds=[])),
        (
            "curation.near_duplicates.certainty",
            "changed",
            "next",
            lambda d: d["curation"]["near_duplicates"].update(certainty=0.8),
        ),
        ("item.images", "changed", "begun", lambda d: d["item"].update(images=1)),
    ],
)
def test_each_change_has_its_effect(
    toy_protocol: Protocol, path: str, kind: str, effect: str, edit: Edit
) -> None:
    found = {
        (one.path, one.kind, one.effect)
        for one in list_changes(toy_protocol, edited(toy_protocol, edit))
    }
    assert (path, kind, effect) in found


def without_merry(document: dict[str, Any]) -> None:
    mood(document)["choices"].pop()


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (None, "In use"),
        ("", "is required"),
        ("jolly", "There is no value"),
        ("calm", None),
    ],
)
def test_a_choice_that_is_gone_needs_another(
    toy_protocol: Protocol, target: str | None, reason: str | None
) -> None:
    new = edited(toy_protocol, without_merry)
    needed = list_changes(toy_protocol, new)
    mapping = {} if target is None else {"fields.mood.choices.merry": target}
    problems = mapping_problems(toy_protocol, new, needed, mapping)
    assert len(problems) == (1 if reason else 0)
    assert all(str(reason) in one.reason for one in problems)


def test_a_field_may_be_called_otherwise(toy_protocol: Protocol) -> None:
    def rename(document: dict[str, Any]) -> None:
        document["fields"][2]["id"] = "story"

    new = edited(toy_protocol, rename)
    needed = [one for one in list_changes(toy_protocol, new) if one.effect == "carry"]
    assert [one.path for one in needed] == ["fields.note"]
    for target, sound in (("story", True), ("", True), ("mood", False)):
        problems = mapping_problems(toy_protocol, new, needed, {"fields.note": target})
        assert (problems == []) is sound, target


def test_records_are_carried_over() -> None:
    record = {
        "labels": {"mood": ["merry"], "colours": ["red", "grey"]},
        "texts": {"note": "Two clocks."},
        "questions": [1],
    }
    mapping = {
        "fields.mood.choices.merry": "calm",
        "fields.colours.choices.grey": "",
        "fields.note": "story",
    }
    assert map_values(record, mapping) == {
        "labels": {"mood": ["calm"], "colours": ["red"]},
        "texts": {"story": "Two clocks."},
        "questions": [1],
    }
    assert map_values(record, {"fields.colours": ""})["labels"] == {"mood": ["merry"]}
