"""Search texts of records: their words and their labels.

Both are stored in separate columns, written with the record. A database searches plain
text much faster than JSON, and in the same way for every script.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.domain.text_folding import fold_text


def searchable_record_text(content: Mapping[str, Any]) -> str:
    """Return all texts, sentences and questions of a record, a line each, folded."""
    return fold_for_search(_texts(content))


def searchable_question_text(stem: str, options: Iterable[str]) -> str:
    """Return the text of one question, folded."""
    return fold_for_search((stem, *options))


def searchable_label_tokens(content: Mapping[str, Any]) -> str:
    """Return the labels of a record, each as a ``label_token``."""
    labels = content.get("labels", {})
    return "".join(
        label_token(field, choice)
        for field, choices in labels.items()
        for choice in choices
    )


def label_token(field: str, choice: str) -> str:
    """Return the search token of a choice; no other choice's token contains it."""
    return f" {field}:{choice} "


def fold_for_search(texts: Iterable[str]) -> str:
    """Return texts in the form that search compares: folded, a line each."""
    return fold_text("\n".join(texts))


def _texts(content: Mapping[str, Any]) -> Iterator[str]:
    yield from content.get("texts", {}).values()
    for slots in content.get("sentences", {}).values():
        yield from slots.values()
    for question in content.get("questions", ()):
        yield question["stem"]
        yield from question["options"]
