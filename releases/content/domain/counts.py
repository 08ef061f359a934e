"""What the statistics of a release count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from releases.content.domain.frozen import FrozenRelease
from subtext_protocol.document import Protocol


class CountedQuestion(NamedTuple):
    stem: str
    options: Sequence[str]
    format: str = "single_choice"


@dataclass(frozen=True)
class CountedItem:
    """An item as far as the statistics need it; ``images`` are unique names."""

    split: str
    images: Sequence[str]
    labels: Mapping[str, Sequence[str]]
    texts: Mapping[str, str]
    questions: Sequence[CountedQuestion]


class CountedRelease(NamedTuple):
    """All items that are counted."""

    items: Sequence[CountedItem]
    splits: Sequence[str]
    protocol: Protocol

    @property
    def images(self) -> set[str]:
        return {image for item in self.items for image in item.images}


def count_release(release: FrozenRelease) -> CountedRelease:
    items = [
        CountedItem(
            item.split,
            [image.sha256 for image in item.images],
            item.labels,
            item.texts,
            [
                CountedQuestion(question.stem, question.options, question.format)
                for question in item.questions
            ],
        )
        for item in release.items
    ]
    return CountedRelease(items, release.splits, release.protocol)
