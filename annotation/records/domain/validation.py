"""Validation of records: their shape, and what a finished record needs."""

from collections.abc import Iterator, Mapping

from annotation.records.domain.record import Record, fixed_stem, normalize_record
from annotation.records.domain.schema import shape_problems
from core.errors import FieldProblem
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField, SlotField, TextField
from subtext_protocol.formats.base import QuestionContent, length_problems, on_one_line
from subtext_protocol.formats.problems import Problem
from subtext_protocol.formats.registry import find_format
from subtext_protocol.inline_images import inline_images_in
from subtext_protocol.text import in_language, text_length

REMOVED = frozenset({"unknown_choice", "unknown_field"})
"""Codes of problems with labels and fields that are not in the protocol."""


def record_problems(
    protocol: Protocol,
    content: object,
    *,
    complete: bool,
    images: int | None = None,
) -> list[FieldProblem]:
    """Return the problems of a record as errors name them. See ``find_record_problems``."""
    return [
        problem.as_field_problem()
        for problem in find_record_problems(
            protocol, content, complete=complete, images=images
        )
    ]


def find_record_problems(
    protocol: Protocol, content: object, *, complete: bool, images: int | None = None
) -> list[Problem]:
    """Return the problems of a record, in the order of the form.

    ``images`` is the number of the item's images; without it, the protocol's maximum.

    A draft (``complete=False``) only needs the right shape: incomplete records are
    kept, and so are labels that the protocol no longer has.
    """
    problems = list(shape_problems(content))
    if problems or not complete:
        return problems
    record = normalize_record(protocol, content)
    there = protocol.item.up_to if images is None else images
    return [
        *_field_problems(protocol, record),
        *_question_problems(protocol, record, there),
    ]


def _field_problems(protocol: Protocol, record: Record) -> Iterator[Problem]:
    for field in protocol.fields:
        if isinstance(field, LabelField):
            yield from _label_problems(protocol, field, record["labels"])
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
    for part, filled in parts.items():
        for field_id in filled:
            if field_id not in known[part]:
                yield Problem(f"{part}.{field_id}", "unknown_field")


def _label_problems(
    protocol: Protocol, field: LabelField, labels: Mapping[str, list[str]]
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
            yield Problem(path, "unknown_choice")
        elif field.parent and choice.parent not in labels.get(field.parent, []):
            title = in_language(choice.title, protocol.language)
            yield Problem(path, "wrong_parent", {"choice": title})


def _text_problems(field: TextField, text: str) -> Iterator[Problem]:
    path = f"texts.{field.id}"
    if not text:
        if field.required:
            yield Problem(path, "write_something")
        return
    count = text_length(text, field.unit)
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
    protocol: Protocol, record: Record, images: int
) -> Iterator[Problem]:
    rules = protocol.questions
    questions = record["questions"]
    count = len(questions)
    if rules.written_by == "rule" and not count:
        # The questions are generated later from the final record.
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
            elif question["stem"] != on_one_line(stems[fixed_id]):
                stem = stems[fixed_id]
                yield Problem(f"{path}.stem", "fixed_edited", {"stem": stem})
        else:
            yield from length_problems(question["stem"], rules.stem, f"{path}.stem")
        yield from _image_problems(images, question, path)
        kind = find_format(question["format"])
        if kind is None or question["format"] not in rules.formats:
            unknown = {"format": question["format"]}
            yield Problem(f"{path}.format", "unknown_format", unknown)
        else:
            yield from kind.question_problems(rules, question, path)


def _image_problems(
    images: int, question: QuestionContent, path: str
) -> Iterator[Problem]:
    """Yield inline images in texts that the item does not have."""
    texts = {
        "stem": question["stem"],
        **{f"options.{at}": text for at, text in enumerate(question["options"])},
    }
    for where, text in texts.items():
        for number in inline_images_in(text):
            if number > images:
                values = {"number": number, "limit": images}
                yield Problem(f"{path}.{where}", "no_such_picture", values)
