"""Types shared by all parts of a protocol document."""

import re
from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from core.domain.texts import _

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

Identifier = Annotated[
    str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)
]
"""A stable id: it names labels and fields in exports and never changes."""


def require_distinct(ids: Iterable[str], what: str) -> None:
    """Raise ValueError naming the first of ``ids`` that occurs twice."""
    seen: set[str] = set()
    for part_id in ids:
        if part_id in seen:
            raise ValueError(
                _("two {what} have the same id {part_id!r}", what=what, part_id=part_id)
            )
        seen.add(part_id)


class Part(BaseModel):
    """A part of a protocol: unknown keys are errors, and values are immutable."""

    # The docstring below a field is its description in the schema and the reference.
    # Validators are built with the first protocol: by then, the stages of curation are
    # registered.
    model_config = ConfigDict(
        extra="forbid", frozen=True, use_attribute_docstrings=True, defer_build=True
    )


def _both_languages(value: object) -> object:
    """Return a plain string as the text of every language."""
    return {"en": value, "zh": value} if isinstance(value, str) else value


LocalText = Annotated[
    dict[Language, Annotated[str, StringConstraints(min_length=1)]],
    BeforeValidator(_both_languages),
    Field(min_length=1),
]
"""Text for people by interface language: ``{"en": …, "zh": …}`` or one string."""


class Described(Part):
    """A part with an id, a title and a help text."""

    id: Identifier
    title: LocalText
    help: LocalText | None = None


def in_language(text: dict[Language, str], language: str) -> str:
    """Return the text in ``language``, else in the first language there is."""
    for available in text:
        if available == language:
            return text[available]
    return next(iter(text.values()))


_WORD = re.compile(r"\S+")


def text_length(text: str, unit: Literal["words", "characters"]) -> int:
    """Return the length as papers count it: words in English, characters in Chinese.

    Characters exclude white space (CII-Bench, Table 5).
    """
    if unit == "words":
        return len(_WORD.findall(text))
    return sum(1 for character in text if not character.isspace())
