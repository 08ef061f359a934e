"""Questions and items of a release as the runner reads them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Text = Annotated[str, Field(min_length=1)]


@dataclass(frozen=True)
class ImageFile:
    """Published image: its path inside the release and its SHA-256."""

    path: Text
    sha256: Text
    ground: Text = "white"
    """What its transparent pixels show; an earlier release does not say."""


@dataclass(frozen=True)
class ReleasedItem:
    """One item with the texts of its final record."""

    id: str
    split: str
    images: tuple[ImageFile, ...]
    written: Mapping[str, str]
    """By field: its text, or its sentence template with the slots filled in."""
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids by label field."""
    slots: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By sentence field: the text of each slot."""

    def has_choices(self, only: Mapping[str, Collection[str]]) -> bool:
        """Return whether the item has one of the given choices in each given field."""
        return all(
            not set(choices).isdisjoint(self.labels.get(label, ()))
            for label, choices in only.items()
        )

    def as_question(
        self, *, language: str, question_format: str, answer: str | None
    ) -> "Question":
        """Return the item as a question without stem and options, with its id."""
        return Question(
            id=self.id,
            item_id=self.id,
            split=self.split,
            images=self.images,
            language=language,
            stem="",
            options=(),
            answer=answer,
            labels=self.labels,
            format=question_format,
        )


@dataclass(frozen=True)
class Question:
    """One question about one item."""

    id: Text
    item_id: Text
    split: Text
    images: tuple[ImageFile, ...]
    language: Text
    stem: Text
    options: tuple[str, ...]
    """Empty in formats without options."""
    answer: Any
    """The key as the format publishes it, such as the letter of a single choice. None
    where the release keeps it private."""
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids by label field."""
    format: str = "single_choice"

    @property
    def letters(self) -> str:
        """The letters of the options in order, such as ``ABCDEF``."""
        return LETTERS[: len(self.options)]

    def options_in_order(self, order: str) -> tuple[str, ...]:
        """Return the options in this order of their letters."""
        return tuple(self.options[LETTERS.index(letter)] for letter in order)

    @property
    def cluster_key(self) -> tuple[str, ...]:
        """Value that questions about the same images share."""
        return tuple(image.sha256 for image in self.images)
