"""What is looked through when somebody searches: the words and the labels of a record.

Both are kept in columns of their own beside the record, written with it: a database can
look through plain text much faster than through JSON, and alike in every script.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def searched_text(content: Mapping[str, Any]) -> str:
    """Return all texts, sentences and questions of a record, a line each, casefolded."""
    return folded(_texts(content))


def searched_question(stem: str, options: Iterable[str]) -> str:
    """Return the text of one question, casefolded."""
    return folded((stem, *options))


def searched_labels(content: Mapping[str, Any]) -> str:
    """Return the labels of a record as ``label_token`` writes each of them."""
    labels = content.get("labels", {})
    return "".join(
        label_token(field, choice)
        for field, choices in labels.items()
        for choice in choices
    )


def label_token(field: str, choice: str) -> str:
    """Return what stands for a choice among the labels; no other choice contains it."""
    return f" {field}:{choice} "


def folded(texts: Iterable[str]) -> str:
    """Return texts in the form in which they are compared."""
    return "\n".join(texts).casefold()


def _texts(content: Mapping[str, Any]) -> Iterator[str]:
    yield from content.get("texts", {}).values()
    for slots in content.get("sentences", {}).values():
        yield from slots.values()
    for question in content.get("questions", ()):
        yield question["stem"]
        yield from question["options"]
