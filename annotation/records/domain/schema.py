"""The shape that every record needs, drafts included."""

import re
from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from annotation.records.domain.record import Record
from core.domain.lengths import iterate_json_values
from subtext_protocol.formats.base import QuestionContent
from subtext_protocol.formats.problems import Problem
from subtext_protocol.formats.registry import find_format

_UNKEPT = re.compile("[\\0\\ud800-\\udfff]")
LONGEST_RECORD = 200_000
"""Maximum number of characters of all texts of a record together."""
MOST_QUESTIONS = 100
MOST_OPTIONS = len(ascii_uppercase)


def shape_problems(content: object) -> Iterator[Problem]:
    """Yield the problems that make a record unreadable under any protocol."""
    if not isinstance(content, Mapping):
        yield Problem("", "wrong_shape")
        return
    length = sum(
        len(part) for part in iterate_json_values(content) if isinstance(part, str)
    )
    yield from _over(length, LONGEST_RECORD, "", "record_too_long")
    yield from _unkept(content, ())
    for key in content:
        if key not in Record.__annotations__:
            yield Problem(str(key), "unknown_field")
    yield from _mapping_problems(content, "labels", _is_list_of_texts)
    yield from _mapping_problems(content, "texts", _is_text)
    yield from _mapping_problems(content, "sentences", _is_mapping_of_texts)
    questions = content.get("questions", [])
    if not isinstance(questions, list):
        yield Problem("questions", "wrong_shape")
        return
    yield from _over(len(questions), MOST_QUESTIONS, "questions", "too_many_questions")
    for at, question in enumerate(questions):
        yield from _question_shape(question, f"questions.{at}")


def _unkept(value: object, path: tuple[str, ...]) -> Iterator[Problem]:
    """Yield texts that a database cannot store: with a null or a lone surrogate."""
    if isinstance(value, str):
        if _UNKEPT.search(value):
            yield Problem(".".join(path), "no_text")
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _unkept(str(key), path)
            yield from _unkept(part, (*path, str(key)))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from _unkept(part, (*path, str(at)))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _is_mapping_of_texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, value.values()))


def _mapping_problems(
    content: Mapping[str, object], key: str, fits: Any
) -> Iterator[Problem]:
    part = content.get(key, {})
    if not isinstance(part, Mapping):
        yield Problem(key, "wrong_shape")
        return
    for field, value in part.items():
        if not fits(value):
            yield Problem(f"{key}.{field}", "wrong_shape")


def _question_shape(question: object, path: str) -> Iterator[Problem]:
    if not isinstance(question, Mapping):
        yield Problem(path, "wrong_shape")
        return
    for key in question:
        if key not in QuestionContent.__annotations__:
            yield Problem(f"{path}.{key}", "unknown_field")
    kind = question.get("format")
    fits = {
        "uid": isinstance(question.get("uid"), str) and bool(question.get("uid")),
        "format": _is_text(kind),
        "fixed": isinstance(question.get("fixed"), str | None),
        "stem": _is_text(question.get("stem")),
        "options": _is_list_of_texts(question.get("options")),
        "answer": _answer_fits(kind, question.get("answer")),
    }
    for key, fit in fits.items():
        if not fit:
            yield Problem(f"{path}.{key}", "wrong_shape")
    if fits["options"]:
        number = len(question["options"])
        yield from _over(number, MOST_OPTIONS, f"{path}.options", "too_many_options")


def _over(count: int, limit: int, path: str, code: str) -> Iterator[Problem]:
    if count > limit:
        yield Problem(path, code, {"limit": limit, "count": count})


def _answer_fits(format_id: object, answer: object) -> bool:
    kind = find_format(format_id) if isinstance(format_id, str) else None
    return kind is None or kind.is_valid_key_shape(answer)
