"""Records against protocols: what is refused, where, and in whose language."""

from collections.abc import Callable
from typing import Any

import pytest

from annotation.records.domain.record import empty_record, normalize_record
from annotation.records.domain.validation import find_record_problems, record_problems
from core.translation import override_language, translate
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.support.writing import finished_record

II_BENCH = shipped_protocol("ii-bench")
CII_BENCH = shipped_protocol("cii-bench")


def codes(protocol: Protocol, content: object) -> list[tuple[str, str]]:
    return [
        (p.field, p.code)
        for p in find_record_problems(protocol, content, complete=True)
    ]


@pytest.mark.parametrize("protocol_id", ["ii-bench", "cii-bench"])
def test_a_finished_record_has_no_problem(protocol_id: str) -> None:
    protocol = shipped_protocol(protocol_id)
    assert codes(protocol, finished_record(protocol, questions=2)) == []


def test_an_empty_form_is_a_draft_but_not_finished() -> None:
    record = empty_record(II_BENCH)
    assert record_problems(II_BENCH, record, complete=False) == []
    missing = dict(codes(II_BENCH, record))
    assert missing["labels.domain"] == "choose_one"
    assert missing["labels.rhetoric"] == "choose_some"
    assert missing["texts.explanation"] == "write_something"
    assert missing["questions.0.stem"] == "write_something"
    assert missing["questions.0.options.5"] == "write_something"
    assert missing["questions.0.answer"] == "no_key"


def change(record: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The record with the value at a dotted path replaced."""
    *way, last = path.split(".")
    here: Any = record
    for part in way:
        here = here[int(part)] if isinstance(here, list) else here[part]
    here[int(last) if isinstance(here, list) else last] = value
    return record


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("labels.domain", ["life", "art"], ("labels.domain", "choose_only_one")),
        ("labels.domain", ["cooking"], ("labels.domain", "unknown_choice")),
        ("labels.weather", ["rain"], ("labels.weather", "unknown_field")),
        ("labels.domain", "life", ("labels.domain", "wrong_shape")),
        ("texts.explanation", "Too short.", ("texts.explanation", "too_few_words")),
        ("texts.explanation", "w " * 601, ("texts.explanation", "too_many_words")),
        ("texts.poem", "Roses", ("texts.poem", "unknown_field")),
        ("sentences.s", {"a": "b"}, ("sentences.s", "unknown_field")),
        ("questions.0.stem", " ", ("questions.0.stem", "write_something")),
        ("questions.0.stem", "w " * 61, ("questions.0.stem", "too_many_words")),
        ("questions.0.options.3", "", ("questions.0.options.3", "write_something")),
        (
            "questions.0.options",
            ["a", "b", "c", "d", "e"],
            ("questions.0.options", "wrong_number_of_options"),
        ),
        ("questions.0.answer", 6, ("questions.0.answer", "key_not_an_option")),
        ("questions.0.answer", -1, ("questions.0.answer", "key_not_an_option")),
        ("questions.0.answer", True, ("questions.0.answer", "wrong_shape")),
        ("questions.0.answer", "A", ("questions.0.answer", "wrong_shape")),
        ("questions.0.format", "essay", ("questions.0.format", "unknown_format")),
        ("questions.0.fixed", "theme", ("questions.0.fixed", "fixed_unknown")),
        ("questions.0.colour", "red", ("questions.0.colour", "unknown_field")),
        ("questions", [], ("questions", "too_few_questions")),
        ("questions", {"0": {}}, ("questions", "wrong_shape")),
        ("texts.explanation", "\0" + "w " * 60, ("texts.explanation", "no_text")),
        ("questions.0.stem", "Half a \ud83d sign?", ("questions.0.stem", "no_text")),
        ("note", "x", ("note", "unknown_field")),
    ],
)
def test_what_is_wrong_is_named_by_its_path(
    path: str, value: Any, problem: tuple[str, str]
) -> None:
    record = change(finished_record(II_BENCH), path, value)
    assert codes(II_BENCH, record) == [problem]


@pytest.mark.parametrize("content", [None, [], "record", 3])
def test_what_is_no_object_is_no_record(content: object) -> None:
    assert codes(II_BENCH, content) == [("", "wrong_shape")]


def test_more_questions_than_allowed_and_one_of_them_twice() -> None:
    record = finished_record(II_BENCH, questions=4)
    record["questions"][1]["uid"] = record["questions"][0]["uid"]
    assert codes(II_BENCH, record) == [
        ("questions", "too_many_questions"),
        ("questions.1", "same_question_twice"),
    ]


def drop_fixed(questions: list[dict[str, Any]]) -> None:
    questions[0]["fixed"] = None


def edit_fixed(questions: list[dict[str, Any]]) -> None:
    questions[0]["stem"] = "这张图好看吗？"


def repeat_fixed(questions: list[dict[str, Any]]) -> None:
    questions[1].update(fixed="implication", stem=questions[0]["stem"])


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (drop_fixed, ("questions", "fixed_missing")),
        (edit_fixed, ("questions.0.stem", "fixed_edited")),
        (repeat_fixed, ("questions.1", "same_question_twice")),
    ],
)
def test_the_fixed_question_is_there_once_and_unedited(
    spoil: Callable[[list[dict[str, Any]]], None], problem: tuple[str, str]
) -> None:
    record = finished_record(CII_BENCH, questions=2)
    spoil(record["questions"])
    assert problem in codes(CII_BENCH, record)


def test_the_form_begins_with_the_fixed_question_in_the_protocols_language() -> None:
    question = empty_record(CII_BENCH)["questions"][0]
    assert question["fixed"] == "implication"
    assert question["stem"] == "这张图片有什么隐喻？"


def test_chinese_is_counted_in_characters() -> None:
    record = finished_record(CII_BENCH)
    field = CII_BENCH.texts[0]
    assert field.unit == "characters"
    record["texts"][field.id] = "短"
    assert (f"texts.{field.id}", "too_few_characters") in codes(CII_BENCH, record)


def test_problems_are_said_in_the_readers_language() -> None:
    record = change(finished_record(II_BENCH), "labels.domain", [])
    (problem,) = record_problems(II_BENCH, record, complete=True)
    assert problem.message == "Choose one."
    with override_language("zh"):
        assert translate(problem.message) == "请选择一项。"


def test_a_draft_keeps_a_label_that_the_protocol_no_longer_has() -> None:
    content = {"labels": {"weather": ["rain"]}, "questions": []}
    assert record_problems(II_BENCH, content, complete=False) == []
    assert "labels.weather" in dict(codes(II_BENCH, content))


def test_one_form_of_the_same_record() -> None:
    record = finished_record(II_BENCH)
    record["labels"]["rhetoric"] = ["contrast", "metaphor", "contrast"]
    record["labels"]["emotion"] = []
    record["texts"]["explanation"] = "  Cafe\u0301 by night \r\nand day  "
    record["questions"][0]["options"][0] = "  two\n  words "
    tidy = normalize_record(II_BENCH, record)
    assert tidy["labels"]["rhetoric"] == ["metaphor", "contrast"]
    assert "emotion" not in tidy["labels"]
    assert tidy["texts"]["explanation"] == "Café by night\nand day"
    assert tidy["questions"][0]["options"][0] == "two words"
    assert normalize_record(II_BENCH, tidy) == tidy
