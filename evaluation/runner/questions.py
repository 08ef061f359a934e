"""One question of a release as the runner sees it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Text = Annotated[str, Field(min_length=1)]


@dataclass(frozen=True)
class ImageFile:
    """One published picture: its path inside the release and its SHA-256."""

    path: Text
    sha256: Text


@dataclass(frozen=True)
class ReleasedItem:
    """One item with what the final record says of it in words."""

    id: str
    split: str
    images: tuple[ImageFile, ...]
    written: Mapping[str, str]
    """By field: its text, or its sentence with the slots filled in."""
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids by label field."""
    slots: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By sentence field: what stands in each slot."""

    def within(self, only: Mapping[str, Collection[str]]) -> bool:
        """Whether it has one of these choices in each of these fields."""
        return all(
            not set(choices).isdisjoint(self.labels.get(label, ()))
            for label, choices in only.items()
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
    """Empty in formats that have none."""
    answer: Any
    """The key as the format publishes it: of a single choice its letter. None where the
    release keeps it private."""
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids by label field."""
    format: str = "single_choice"

    @property
    def letters(self) -> str:
        """The letters of the options in order, such as ``ABCDEF``."""
        return LETTERS[: len(self.options)]

    def options_in(self, order: str) -> tuple[str, ...]:
        """The options as they are shown in this order of their letters."""
        return tuple(self.options[LETTERS.index(letter)] for letter in order)

    @property
    def cluster(self) -> tuple[str, ...]:
        """What questions about the same pictures have in common."""
        return tuple(image.sha256 for image in self.images)
