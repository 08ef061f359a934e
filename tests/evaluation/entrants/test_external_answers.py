import json
from typing import Any

import pytest

from core.errors import InvalidInputError
from evaluation.entrants.domain import match_predictions, read_answers

OPTIONS = ("Time flies.", "Trees remember.")
QUESTIONS = {"q-1": ("What?", OPTIONS), "q-2": ("Why?", OPTIONS)}
SAMPLE = {
    "id": "test-7",
    "question": "What?",
    "option1": OPTIONS[0],
    "option2": OPTIONS[1],
    "image": "test-7.jpg",
}


def lines(*records: Any) -> bytes:
    return "\n".join(json.dumps(one) for one in records).encode()


def refused(content: bytes) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInputError) as error:
        match_predictions(read_answers(content).answers, QUESTIONS)
    return [(one.field, one.message) for one in error.value.fields]


def test_line_separators_inside_an_answer_begin_no_line() -> None:
    text = "one\u2028two\u2029three\x85four"
    content = json.dumps({"id": "q-1", "answer": text}, ensure_ascii=False).encode()
    (prediction,) = read_answers(content).answers
    assert prediction.text == text


@pytest.mark.parametrize("content", [b"[" * 10**5, b'{"a":' * 10**5])
def test_what_is_nested_too_deep_is_refused(content: bytes) -> None:
    ((_field, message),) = refused(content)
    assert message.startswith("Not valid JSON: ")


def test_predictions_by_id() -> None:
    read = read_answers(
        lines({"id": "q-1", "answer": "A"}, {"id": "q-2", "answer": ""})
    )
    assert read.format == "predictions"
    found = match_predictions(read.answers, QUESTIONS)
    assert {uid: one.text for uid, one in found.items()} == {"q-1": "A", "q-2": ""}


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ({**SAMPLE, "response": "(B), because"}, "(B), because"),
        ({"doc_id": 0, "doc": SAMPLE, "resps": [["(B)"]]}, "(B)"),
        ({"doc": SAMPLE, "filtered_resps": ["B"], "resps": [["(B)"]]}, "B"),
    ],
)
def test_other_tools_logs_are_found_by_stem_and_options(
    record: dict[str, Any], text: str
) -> None:
    read = read_answers(lines(record, {"id": "q-2", "response": "A"}))
    found = match_predictions(read.answers, QUESTIONS)
    assert found["q-1"].text == text


def test_formats_are_told_apart() -> None:
    said = {"response": "A"}
    assert read_answers(lines({**SAMPLE, **said})).format == "ii-bench"
    doc = {"doc": SAMPLE, "resps": [["A"]]}
    assert read_answers(lines(doc)).format == "lmms-eval"
    task = {"id": "q-1", "predict_answer": "A", "response": "(A)"}
    assert read_answers(json.dumps([task]).encode()).format == "lmms-eval"


def test_logs_of_samples_without_the_question() -> None:
    """As lmms-eval 0.5 and later writes them: the task's own results and the prompt."""
    log = {"doc_id": 0, "target": "B", "filtered_resps": "(B)", "doc_hash": "74"}
    named = {**log, "id": "q-1", "accuracy": 1.0}
    submitted = {**log, "submission": {"id": "q-1", "predict_answer": "B"}}
    prompt = "\n".join(["Look.", "What?", *OPTIONS, "Answer:"])
    for record in (named, submitted, {**log, "input": prompt}):
        read = read_answers(lines(record, {"id": "q-2", "response": "A"}))
        assert read.format == "lmms-eval"
        assert match_predictions(read.answers, QUESTIONS)["q-1"].text == "(B)"
    [problem] = refused(lines({**log, "input": "Something else?"}))
    assert problem == ("file.1", "The release has no question 'Something else?'.")


def test_options_in_another_order_are_another_question() -> None:
    turned = {**SAMPLE, "option1": OPTIONS[1], "option2": OPTIONS[0], "response": "A"}
    [problem] = refused(lines(turned))
    assert problem == ("file.1", "The release has no question 'test-7'.")


def test_a_failed_call_is_an_error_and_no_answer() -> None:
    failed = {**SAMPLE, "response": {"error": "503"}}
    [one] = read_answers(lines(failed)).answers
    assert (one.text, one.error) == (None, "503")


@pytest.mark.parametrize(
    ("content", "field", "says"),
    [
        (b"", "file", "no answers"),
        (b"[]", "file", "no answers"),
        (b"\xff\xfe", "file", "UTF-8"),
        (b"{", "file.1", "Not valid JSON"),
        (b"[1", "file", "Not valid JSON"),
        (b"3", "file.1", "not an object"),
        (lines({"answer": "A"}), "file.1", "id"),
        (lines({"id": "q-1"}), "file.1", "missing"),
        (lines({"id": "q-1", "answer": 3}), "file.1", "text"),
        (lines({"id": "q-1", "answer": "A"}), "file", "'q-2'"),
        (lines(*[{"id": "q-1", "answer": "A"}] * 2), "file.2", "twice"),
    ],
)
def test_what_is_wrong_is_named(content: bytes, field: str, says: str) -> None:
    [problem] = refused(content)
    assert problem[0] == field
    assert says in problem[1]


def test_a_file_that_is_no_such_file_does_not_name_every_line() -> None:
    assert len(refused(lines(*[{"x": 1}] * 500))) == 20
