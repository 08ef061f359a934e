"""The record: what an annotator says of an item, and whether it is complete.

Drafts, annotations and final records share one JSON shape::

    {"labels": {field: [choice, …]}, "texts": {field: "…"},
     "sentences": {field: {slot: "…"}},
     "questions": [{"uid", "format", "fixed", "stem", "options", "answer"}, …]}

What ``answer`` is, the question's format says (annotation.domain.formats).
"""

import unicodedata
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from annotation.domain.formats.base import (
    QuestionContent,
    length_problems,
    one_line,
)
from annotation.domain.formats.registry import find_format, format_of
from annotation.domain.problems import Problem
from projects.domain.placed import placed_in
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField, SlotField, TextField
from projects.domain.protocol.questions import FixedQuestion
from projects.domain.protocol.text import in_language, length_of
from workflow.errors import FieldProblem


class Record(TypedDict):
    """Labels, texts, sentences and questions of one item."""

    labels: dict[str, list[str]]
    texts: dict[str, str]
    sentences: dict[str, dict[str, str]]
    questions: list[QuestionContent]


def record_problems(
    protocol: Protocol,
    content: object,
    *,
    complete: bool,
    language: str = "en",
    pictures: int | None = None,
) -> list[FieldProblem]:
    """What is wrong with a record, in the reader's language. See ``problems_of``."""
    return [
        problem.spoken(language)
        for problem in problems_of(
            protocol, content, complete=complete, pictures=pictures
        )
    ]


def problems_of(
    protocol: Protocol, content: object, *, complete: bool, pictures: int | None = None
) -> list[Problem]:
    """What is wrong with a record, in the order of the form.

    ``pictures`` is how many its item has; without it, as many as an item may have.

    A draft (``complete=False``) only has to have the right shape: half a record is
    kept, and so is a label that the protocol no longer has.
    """
    problems = list(_shape_problems(content))
    if problems or not complete:
        return problems
    record = record_normalised(protocol, content)
    there = protocol.item.up_to if pictures is None else pictures
    return [
        *_field_problems(protocol, record),
        *_question_problems(protocol, record, there),
    ]


def empty_record(protocol: Protocol) -> Record:
    """What the form begins with: fixed questions and as many others as are needed.

    They are of the protocol's first format. Raises ValueError when it is not installed.
    """
    rules = protocol.questions
    if rules.written_by == "rule":
        return {"labels": {}, "texts": {}, "sentences": {}, "questions": []}
    kind = format_of(rules.formats[0])
    questions = [
        kind.blank(
            rules,
            uid=str(uuid.uuid4()),
            fixed=fixed.id,
            stem=fixed_stem(protocol, fixed),
        )
        for fixed in rules.fixed
    ]
    while len(questions) < rules.minimum:
        blank = kind.blank(rules, uid=str(uuid.uuid4()), fixed=None, stem="")
        questions.append(blank)
    return {"labels": {}, "texts": {}, "sentences": {}, "questions": questions}


def fixed_stem(protocol: Protocol, fixed: FixedQuestion) -> str:
    """The stem of a fixed question in the protocol's own language."""
    return in_language(fixed.stem, protocol.language)


def record_normalised(protocol: Protocol, content: object) -> Record:
    """The record in one form only.

    Labels in the protocol's order and once each, those above them filled in where they
    are missing (of a tree the narrower label decides the wider ones), Unicode composed (NFC), no blanks at
    the ends, stems and options on one line, empty entries left out. Needs a record of
    the right shape.
    """
    given = _mapping(content)
    labels = {
        field: _in_order(protocol, field, choices)
        for field, choices in _mapping(given.get("labels")).items()
        if choices
    }
    texts = {
        field: _tidy(text)
        for field, text in _mapping(given.get("texts")).items()
        if text.strip()
    }
    sentences = {
        field: {slot: one_line(text) for slot, text in slots.items() if text.strip()}
        for field, slots in _mapping(given.get("sentences")).items()
    }
    questions: list[QuestionContent] = [
        {
            "uid": question["uid"],
            "format": question["format"],
            "fixed": question.get("fixed"),
            "stem": one_line(question["stem"]),
            "options": [one_line(option) for option in question["options"]],
            "answer": _answer_normalised(question),
        }
        for question in given.get("questions", [])
    ]
    return {
        "labels": _with_wider(protocol, labels),
        "texts": texts,
        "sentences": {field: slots for field, slots in sentences.items() if slots},
        "questions": questions,
    }


def _tidy(text: str) -> str:
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def _answer_normalised(question: Mapping[str, Any]) -> Any:
    """The key; one of a format that is not installed stays as it is."""
    kind, answer = find_format(question["format"]), question.get("answer")
    return kind.normalised(answer) if kind else answer


def _in_order(protocol: Protocol, field_id: str, chosen: list[str]) -> list[str]:
    known = [
        choice.id
        for field in protocol.labels
        if field.id == field_id
        for choice in field.choices
    ]
    unknown = [choice for choice in dict.fromkeys(chosen) if choice not in known]
    return [choice for choice in known if choice in chosen] + unknown


def _with_wider(
    protocol: Protocol, labels: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    filled = dict(labels)
    # A field may stand before or behind the one above it: from each upwards.
    for field in protocol.labels:
        below: LabelField | None = field
        while below is not None and below.parent and filled.get(below.id):
            given = [below.choice(choice) for choice in filled[below.id]]
            above = [one.parent for one in given if one and one.parent]
            if above and not filled.get(below.parent):
                filled[below.parent] = _in_order(protocol, below.parent, above)
            below = protocol.label(below.parent)
    return filled


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


# Shape: what even a draft has to have


def _shape_problems(content: object) -> Iterator[Problem]:
    if not isinstance(content, Mapping):
        yield Problem("", "wrong_shape")
        return
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
    for at, question in enumerate(questions):
        yield from _question_shape(question, f"questions.{at}")


def _unkept(value: object, path: tuple[str, ...]) -> Iterator[Problem]:
    """Texts that a database cannot keep: they hold a null or half a character."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            yield Problem(".".join(path), "no_text")
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _unkept(str(key), path)
            yield from _unkept(one, (*path, str(key)))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from _unkept(one, (*path, str(at)))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


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


def _answer_fits(format_id: object, answer: object) -> bool:
    kind = find_format(format_id) if isinstance(format_id, str) else None
    return kind is None or kind.fits(answer)


# Rules: what a finished record has to meet


def _field_problems(protocol: Protocol, record: Record) -> Iterator[Problem]:
    for field in protocol.fields:
        if isinstance(field, LabelField):
            yield from _label_problems(field, record["labels"])
        elif isinstance(field, TextField):
            yield from _text_problems(field, record["texts"].get(field.id, ""))
        else:
            slots = record["sentences"].get(field.id, {})
            yield from _sentence_problems(field, slots)
    known = {
        "labels": {field.id for field in protocol.labels},
        "texts": {field.id for field in protocol.texts},
        "sentences": {field.id for field in protocol.sentences},
    }
    parts: Mapping[str, Mapping[str, object]] = {
        "labels": record["labels"],
        "texts": record["texts"],
        "sentences": record["sentences"],
    }
    for part, given in parts.items():
        for field_id in given:
            if field_id not in known[part]:
                yield Problem(f"{part}.{field_id}", "unknown_field")


def _label_problems(
    field: LabelField, labels: Mapping[str, list[str]]
) -> Iterator[Problem]:
    path = f"labels.{field.id}"
    chosen = labels.get(field.id, [])
    if not chosen and field.required:
        yield Problem(path, "choose_some" if field.multiple else "choose_one")
    if len(chosen) > 1 and not field.multiple:
        yield Problem(path, "choose_only_one")
    for choice_id in chosen:
        choice = field.choice(choice_id)
        if choice is None:
            yield Problem(path, "unknown_choice", {"choice": choice_id})
        elif field.parent and choice.parent not in labels.get(field.parent, []):
            yield Problem(path, "wrong_parent", {"choice": choice_id})


def _text_problems(field: TextField, text: str) -> Iterator[Problem]:
    path = f"texts.{field.id}"
    if not text:
        if field.required:
            yield Problem(path, "write_something")
        return
    count = length_of(text, field.unit)
    if count < field.minimum:
        values = {"limit": field.minimum, "count": count}
        yield Problem(path, f"too_few_{field.unit}", values)
    if field.maximum is not None and count > field.maximum:
        values = {"limit": field.maximum, "count": count}
        yield Problem(path, f"too_many_{field.unit}", values)


def _sentence_problems(field: SlotField, slots: Mapping[str, str]) -> Iterator[Problem]:
    path = f"sentences.{field.id}"
    known = [slot.id for slot in field.slots]
    for slot_id in slots:
        if slot_id not in known:
            yield Problem(f"{path}.{slot_id}", "unknown_field")
    if field.required or slots:
        for slot_id in known:
            if slot_id not in slots:
                yield Problem(f"{path}.{slot_id}", "write_something")


def _question_problems(
    protocol: Protocol, record: Record, pictures: int
) -> Iterator[Problem]:
    rules = protocol.questions
    questions = record["questions"]
    count = len(questions)
    if rules.written_by == "rule" and not count:
        # They are made from what is decided, later.
        return
    if count < rules.minimum:
        values = {"limit": rules.minimum, "count": count}
        yield Problem("questions", "too_few_questions", values)
    if count > rules.maximum:
        values = {"limit": rules.maximum, "count": count}
        yield Problem("questions", "too_many_questions", values)
    stems = {fixed.id: fixed_stem(protocol, fixed) for fixed in rules.fixed}
    present = {question["fixed"] for question in questions}
    for fixed_id, stem in stems.items():
        if fixed_id not in present:
            yield Problem("questions", "fixed_missing", {"stem": stem})
    uids: set[str] = set()
    fixed_ids: set[str] = set()
    for at, question in enumerate(questions):
        path = f"questions.{at}"
        fixed_id = question["fixed"] or ""
        if question["uid"] in uids or fixed_id in fixed_ids:
            yield Problem(path, "same_question_twice")
        uids.add(question["uid"])
        if fixed_id:
            fixed_ids.add(fixed_id)
            if fixed_id not in stems:
                yield Problem(f"{path}.fixed", "fixed_unknown")
            elif question["stem"] != one_line(stems[fixed_id]):
                stem = stems[fixed_id]
                yield Problem(f"{path}.stem", "fixed_edited", {"stem": stem})
        else:
            yield from length_problems(question["stem"], rules.stem, f"{path}.stem")
        yield from _picture_problems(pictures, question, path)
        kind = find_format(question["format"])
        if kind is None or question["format"] not in rules.formats:
            unknown = {"format": question["format"]}
            yield Problem(f"{path}.format", "unknown_format", unknown)
        else:
            yield from kind.problems(rules, question, path)


def _picture_problems(
    pictures: int, question: QuestionContent, path: str
) -> Iterator[Problem]:
    """Pictures that stand in a text are the item's."""
    texts = {
        "stem": question["stem"],
        **{f"options.{at}": text for at, text in enumerate(question["options"])},
    }
    for where, text in texts.items():
        for number in placed_in(text):
            if number > pictures:
                values = {"number": number, "limit": pictures}
                yield Problem(f"{path}.{where}", "no_such_picture", values)
