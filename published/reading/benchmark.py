"""A multiple-choice benchmark about images as it was published, without a protocol."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from string import ascii_uppercase

from core.domain.texts import join_texts
from published.reading.layout_errors import LayoutProblem


@dataclass(frozen=True, kw_only=True)
class BenchmarkQuestion:
    """A question with its image and everything published about it."""

    id: str
    file: str
    """Name of its file, for messages."""
    record: str
    """Its id or number in the file, for messages."""
    split: str
    image: str | None
    """Name of the image in ``Benchmark.images``; None for a question without one."""
    stem: str
    options: tuple[str, ...]
    key: str | None = None
    """The correct answer as written: a letter, a number from 0 or an option's text.
    None where the publisher keeps it private."""
    key_text: str | None = None
    """The text of the correct option, where it is published beside ``key``."""
    more_images: tuple[str, ...] = ()
    """Names of the images besides ``image``, in the question's order."""
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def source_location(self) -> str:
        return join_texts(", ", [self.file, self.record])

    @property
    def all_images(self) -> tuple[str, ...]:
        """Names of all its images; none for a question without one."""
        return (*filter(None, [self.image]), *self.more_images)

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
        if _is_number(written) and int(written) < len(self.options):
            return int(written)
        return None

    @property
    def key_contradicts_text(self) -> bool:
        """Whether ``key`` names another option than ``key_text``."""
        if self.key_text is None or self.key_index is None:
            return False
        text = self.key_text.strip()
        is_text = len(text) > 1 and not text.isdecimal()
        return is_text and self.options[self.key_index].strip() != text


@dataclass(frozen=True, kw_only=True)
class Benchmark:
    """All questions of a benchmark, its image files and the documents beside them."""

    name: str
    layout: str
    """Name of the reader's layout."""
    questions: Sequence[BenchmarkQuestion]
    images: Mapping[str, Path | None]
    """Files of the images by the name in the questions; None where it is missing."""
    unreadable: Sequence[LayoutProblem] = ()
    skipped: Sequence[LayoutProblem] = ()
    """Tables that lie beside the data but were not read, and why."""
    documents: Mapping[str, str] = field(default_factory=dict)
    """Texts beside the data, such as README and LICENSE, by file name."""

    @cached_property
    def questions_by_image(self) -> Mapping[str, Sequence[BenchmarkQuestion]]:
        """The questions of each image name, in their order."""
        by_image: dict[str, list[BenchmarkQuestion]] = defaultdict(list)
        for question in self.questions:
            for image in dict.fromkeys(question.all_images):
                by_image[image].append(question)
        return by_image


def _is_number(key: str) -> bool:
    # No question has a thousand options, and Python reads no number of 5,000 digits.
    return key.isdecimal() and len(key) < 4


def count_keys_from_zero(
    questions: Sequence[BenchmarkQuestion],
) -> Sequence[BenchmarkQuestion]:
    """Return the questions with keys that are numbers from 0.

    The keys of a file are numbers from 1 if all are numbers, none is 0, and one is the
    number of its options.
    """
    by_file: dict[str, list[BenchmarkQuestion]] = defaultdict(list)
    for question in questions:
        if question.key is not None:
            by_file[question.file].append(question)
    from_one = {file for file, keyed in by_file.items() if _counts_from_one(keyed)}
    return [
        replace(question, key=str(int(question.key) - 1))
        if question.key is not None and question.file in from_one
        else question
        for question in questions
    ]


def _counts_from_one(keyed: Sequence[BenchmarkQuestion]) -> bool:
    numbers = [
        (int(question.key), len(question.options))
        for question in keyed
        if question.key is not None and _is_number(question.key)
    ]
    return (
        len(numbers) == len(keyed)
        and all(1 <= number <= n for number, n in numbers)
        and any(number == n for number, n in numbers)
    )
