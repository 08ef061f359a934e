"""One document has one hash, whatever form it was written in."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from subtext_protocol.reading import protocol_from_data
from subtext_protocol.shipped import read_protocol, shipped_ids, shipped_protocol
from subtext_protocol.text import in_language, text_length

TOY = Path(__file__).parents[1] / "protocols" / "toy.yaml"
DOCUMENT: dict[str, Any] = yaml.safe_load(TOY.read_text(encoding="utf-8"))


def shuffled(value: Any, draw: st.DrawFn) -> Any:
    """The same value with the keys of every mapping in another order."""
    if isinstance(value, dict):
        keys = draw(st.permutations(list(value)))
        return {key: shuffled(value[key], draw) for key in keys}
    if isinstance(value, list):
        return [shuffled(one, draw) for one in value]
    return value


@st.composite
def rewritings(draw: st.DrawFn) -> Any:
    return shuffled(DOCUMENT, draw)


@settings(deadline=None)
@given(rewritings())
def test_the_order_of_keys_does_not_change_the_hash(document: Any) -> None:
    assert (
        protocol_from_data(document, origin="mine.yaml").sha256
        == read_protocol(TOY).sha256
    )


def test_any_other_change_does() -> None:
    changed = DOCUMENT | {"name": "Toy pairs, second edition"}
    other = protocol_from_data(changed, origin="mine.yaml")
    assert other.sha256 != read_protocol(TOY).sha256


def test_the_order_of_choices_is_part_of_a_document() -> None:
    field = DOCUMENT["fields"][0]
    turned = field | {"choices": field["choices"][::-1]}
    changed = DOCUMENT | {"fields": [turned, *DOCUMENT["fields"][1:]]}
    other = protocol_from_data(changed, origin="mine.yaml")
    assert other.sha256 != read_protocol(TOY).sha256


@pytest.mark.parametrize("protocol_id", shipped_ids())
def test_the_canonical_form_is_the_document_again(protocol_id: str) -> None:
    protocol = shipped_protocol(protocol_id)
    again = protocol_from_data(json.loads(protocol.canonical_json()), origin="again")
    assert again == protocol
    assert again.sha256 == protocol.sha256


def test_a_plain_string_stands_for_every_language() -> None:
    protocol = protocol_from_data(DOCUMENT | {"summary": "Pairs"}, origin="mine.yaml")
    assert in_language(protocol.summary, "zh") == "Pairs"


def test_a_label_is_found_by_its_id() -> None:
    toy = read_protocol(TOY)
    assert toy.label("colours").multiple
    with pytest.raises(KeyError):
        toy.label("note")


def test_fixed_questions_may_have_their_own_number_of_options() -> None:
    fixed = [
        {"id": "first", "stem": "Which?", "options": 5},
        {"id": "second", "stem": "Why?"},
    ]
    questions = DOCUMENT["questions"] | {"fixed": fixed}
    rules = protocol_from_data(
        DOCUMENT | {"questions": questions}, origin="mine.yaml"
    ).questions
    found = [rules.option_count(one) for one in ("first", "second", None)]
    assert found == [5, 3, 3]


def test_a_document_cannot_be_changed_once_read() -> None:
    with pytest.raises(ValueError, match="frozen"):
        setattr(read_protocol(TOY), "name", "Other")  # noqa: B010 (mypy refuses =)


@pytest.mark.parametrize(
    ("text", "words", "characters"),
    [
        ("", 0, 0),
        ("Time is money.", 3, 12),
        ("  two\n words ", 2, 8),
        ("这张图片有什么隐喻？", 1, 10),
    ],
)
def test_length_is_words_or_characters_without_space(
    text: str, words: int, characters: int
) -> None:
    assert text_length(text, "words") == words
    assert text_length(text, "characters") == characters


def test_what_a_judge_is_told_was_once_said_of_the_open_task() -> None:
    now = shipped_protocol("imagemet").model_dump(mode="json")
    before = json.loads(json.dumps(now))
    for task in before["evaluation"]["open_tasks"]:
        task["judge"] = ""
    assert protocol_from_data(before, origin="mine.yaml").canonical_json() == (
        protocol_from_data(now, origin="mine.yaml").canonical_json()
    )
    before["evaluation"]["open_tasks"][0]["judge"] = "Mark how well it is said."
    read = protocol_from_data(before, origin="mine.yaml").evaluation
    rating = read.rating(f"{read.open_tasks[0].id}-judged")
    assert rating is not None
    assert rating.replies_of == read.open_tasks[0].id
    assert rating.judge is not None
    assert rating.judge.instruction == "Mark how well it is said."
    assert [*rating.scales[0].values] == [1, 2, 3, 4, 5]
