"""A multiple-choice benchmark about images as it was published, without a protocol."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple


class UnreadableRecord(NamedTuple):
    """A record that a reader cannot take in."""

    place: str
    """File, record and field."""
    reason: str


@dataclass(frozen=True, kw_only=True)
class BenchmarkQuestion:
    """A question with its image and everything published about it."""

    id: str
    place: str
    """File and record, for messages."""
    split: str
    image: str | None
    """Name of the image in ``Benchmark.images``; None for a question without one."""
    stem: str
    options: tuple[str, ...]
    key: str | None = None
    """The correct answer as written: a letter, a number from 0 or an option's text.
    None where the publisher keeps it private."""
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def key_index(self) -> int | None:
        """Index of the key from 0; None when it is missing or names no option."""
        if self.key is None:
            return None
        written = self.key.strip().strip("().").strip()
        if len(written) == 1 and written.upper() in ascii_uppercase:
            index = ascii_uppercase.index(written.upper())
            return index if index < len(self.options) else None
        if self.options.count(self.key) == 1:
            return self.options.index(self.key)
        if written.isdecimal() and int(written) < len(self.options):
            return int(written)
        return None


@dataclass(frozen=True, kw_only=True)
class Benchmark:
    """All questions of a benchmark, its image files and the documents beside them."""

    name: str
    layout: str
    """Name of the reader's layout."""
    questions: Sequence[BenchmarkQuestion]
    images: Mapping[str, Path | None]
    """Files of the images by the name in the questions; None where it is missing."""
    unreadable: Sequence[UnreadableRecord] = ()
    documents: Mapping[str, str] = field(default_factory=dict)
    """Texts beside the data, such as README and LICENSE, by file name."""

    @cached_property
    def questions_by_image(self) -> Mapping[str, Sequence[BenchmarkQuestion]]:
        """The questions of each image name, in their order."""
        by_image: dict[str, list[BenchmarkQuestion]] = defaultdict(list)
        for question in self.questions:
            if question.image is not None:
                by_image[question.image].append(question)
        return by_image
