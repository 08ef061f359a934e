"""Provenance of each part of a final record, for the ledger."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from review.adjudication.domain.comparison import overrides_everybody
from subtext_protocol.document import Protocol
from subtext_protocol.formats.registry import get_format

_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*|\n+")


@dataclass(frozen=True)
class QuestionOrigins:
    """The compared questions ("A1", "B2") that each part of a final question is from.

    A part without a source was written by the person who decided. The answer is from
    the questions whose correct options read the same, wherever they stand.
    """

    stem: Sequence[str]
    options: Sequence[Sequence[str]]
    answer: Sequence[str]


def person_letter(position: int) -> str:
    """Return the letter that names a compared person on the page: A, B, C …"""
    return chr(ord("A") + position)


def label_origins(
    protocol: Protocol,
    compared: Mapping[str, Mapping[str, Any]],
    labels: Mapping[str, Sequence[str]],
) -> tuple[dict[str, Any], list[str]]:
    """Return the origin of each label, and the fields that override all annotators.

    An origin is a state of the comparison ("agreed", "proposed"), the letters of those
    who gave the value, "merged", "overridden", or "written" without a comparison.
    """
    origins: dict[str, Any] = {}
    overridden: list[str] = []
    for field in protocol.labels:
        comparison = compared.get(field.id)
        chosen = list(labels.get(field.id, ()))
        if comparison is None:
            origins[field.id] = "written"
            continue
        by = [
            person_letter(position)
            for position, value in enumerate(comparison["values"])
            if set(value) == set(chosen)
        ]
        if chosen == comparison["value"]:
            origins[field.id] = comparison["outcome"]
        elif by:
            origins[field.id] = by
        elif overrides_everybody(field, chosen, comparison["values"]):
            origins[field.id] = "overridden"
            overridden.append(field.id)
        else:
            origins[field.id] = "merged"
    return origins, overridden


def text_origin(value: Any, variants: Sequence[Any]) -> Any:
    """Return the letters of those who wrote exactly this text, else how it was made.

    A text that takes sentences of others is ``{"sentences": [...]}``: of each sentence
    the letters of those who wrote it. Any other text is "written".
    """
    by = [
        person_letter(at)
        for at, text in enumerate(variants)
        if _tidy(text) == _tidy(value)
    ]
    if by or not isinstance(value, str):
        return by or "written"
    texts = [
        split_sentences(text) if isinstance(text, str) else [] for text in variants
    ]
    origins = [
        [person_letter(at) for at, text in enumerate(texts) if sentence in text]
        for sentence in split_sentences(value)
    ]
    return {"sentences": origins} if any(origins) else "written"


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, without the space around them."""
    return [sentence.strip() for sentence in _SENTENCES.split(text) if sentence.strip()]


def question_origins(
    content: Mapping[str, Any], sources: Mapping[str, Mapping[str, Any]]
) -> QuestionOrigins:
    """Return where each part of a question is from. ``sources`` are questions by name."""
    return QuestionOrigins(
        stem=[
            name
            for name, source in sources.items()
            if _tidy(source["stem"]) == _tidy(content["stem"])
        ],
        options=[
            [
                name
                for name, source in sources.items()
                if _tidy(option) in map(_tidy, source["options"])
            ]
            for option in content["options"]
        ],
        answer=[
            name for name, source in sources.items() if _has_same_key(content, source)
        ],
    )


def letter_order(people: int, item_number: int) -> list[int]:
    """Return which of the annotators, in order of their pass, is A, B, C …

    It is random by item, so that no letter stands for a person or for the first pass,
    and always the same for one item.
    """
    return Random(item_number).sample(range(people), people)  # noqa: S311 - no secret


def _has_same_key(content: Mapping[str, Any], source: Mapping[str, Any]) -> bool:
    """Return whether the correct options read the same, wherever they stand."""
    if source["format"] != content["format"]:
        return False
    kind = get_format(content["format"])
    marked = kind.correct_option_indices(source["answer"])
    if not marked:
        return bool(source["answer"] == content["answer"])
    options = list(map(_tidy, content["options"]))
    places = [
        options.index(option) if option in options else -1
        for option in map(_tidy, source["options"])
    ]
    if any(places[at] < 0 for at in marked):
        return False
    key = kind.restore_option_order(source["answer"], places)
    return bool(key == kind.canonical_key(content["answer"]))


def _tidy(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value
