"""Records: the labels, texts, sentences and questions of one item.

Drafts, annotations and final records share one JSON shape::

    {"labels": {field: [choice, …]}, "texts": {field: "…"},
     "sentences": {field: {slot: "…"}},
     "questions": [{"uid", "format", "fixed", "stem", "options", "answer"}, …]}

The question's format defines the form of ``answer`` (subtext_protocol.formats).
"""

import uuid
from collections.abc import Mapping
from typing import Any, TypedDict

from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField
from subtext_protocol.formats.base import QuestionContent, on_one_line
from subtext_protocol.formats.normalization import normalize
from subtext_protocol.formats.registry import find_format, get_format
from subtext_protocol.questions import FixedQuestion
from subtext_protocol.text import in_language


class Record(TypedDict):
    """Labels, texts, sentences and questions of one item."""

    labels: dict[str, list[str]]
    texts: dict[str, str]
    sentences: dict[str, dict[str, str]]
    questions: list[QuestionContent]


def empty_record(protocol: Protocol) -> Record:
    """Return an empty record with the fixed questions and the minimum of others.

    Questions have the protocol's first format. Raises ValueError when it is not
    installed.
    """
    rules = protocol.questions
    if rules.written_by == "rule":
        return {"labels": {}, "texts": {}, "sentences": {}, "questions": []}
    kind = get_format(rules.formats[0])
    questions = [
        kind.empty_question(
            rules,
            uid=str(uuid.uuid4()),
            fixed=fixed.id,
            stem=fixed_stem(protocol, fixed),
        )
        for fixed in rules.fixed
    ]
    while len(questions) < rules.minimum:
        blank = kind.empty_question(rules, uid=str(uuid.uuid4()), fixed=None, stem="")
        questions.append(blank)
    return {"labels": {}, "texts": {}, "sentences": {}, "questions": questions}


def fixed_stem(protocol: Protocol, fixed: FixedQuestion) -> str:
    """Return the stem of a fixed question in the protocol's language."""
    return in_language(fixed.stem, protocol.language)


def normalize_record(protocol: Protocol, content: object) -> Record:
    """Return the record in canonical form.

    Labels are unique and in the protocol's order. Missing parent labels are filled in
    (in a tree, the narrower label determines the wider ones). Texts are NFC and
    stripped; stems and options are single lines; empty entries are left out. The record
    must have the right shape.
    """
    stored = _mapping(content)
    labels = {
        field: _in_order(protocol, field, choices)
        for field, choices in _mapping(stored.get("labels")).items()
        if choices
    }
    texts = {
        field: _tidy(text)
        for field, text in _mapping(stored.get("texts")).items()
        if text.strip()
    }
    sentences = {
        field: {slot: on_one_line(text) for slot, text in slots.items() if text.strip()}
        for field, slots in _mapping(stored.get("sentences")).items()
    }
    questions: list[QuestionContent] = [
        {
            "uid": question["uid"],
            "format": question["format"],
            "fixed": question.get("fixed"),
            "stem": on_one_line(question["stem"]),
            "options": [on_one_line(option) for option in question["options"]],
            "answer": _answer_normalised(question),
        }
        for question in stored.get("questions", [])
    ]
    return {
        "labels": _with_wider(protocol, labels),
        "texts": texts,
        "sentences": {field: slots for field, slots in sentences.items() if slots},
        "questions": questions,
    }


def _tidy(text: str) -> str:
    lines = normalize("NFC", text).replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def _answer_normalised(question: Mapping[str, Any]) -> Any:
    """Return the canonical key; unchanged if its format is not installed."""
    kind, answer = find_format(question["format"]), question.get("answer")
    return kind.canonical_key(answer) if kind else answer


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
    # The protocol may list a field before or after its parent, so walk up from each
    # one.
    for field in protocol.labels:
        below: LabelField | None = field
        while below is not None and below.parent and filled.get(below.id):
            choices = [below.choice(choice) for choice in filled[below.id]]
            above = [choice.parent for choice in choices if choice and choice.parent]
            if above and not filled.get(below.parent):
                filled[below.parent] = _in_order(protocol, below.parent, above)
            below = protocol.label(below.parent)
    return filled


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
