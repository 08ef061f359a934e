"""What the two annotators of the journey write about each picture.

Each has a word of their own in all they write, so that a single one of them would tell
that somebody has seen the other's work.
"""

from dataclasses import dataclass
from typing import NamedTuple

LETTERS = "ABCDEF"


class Labels(NamedTuple):
    """Numbers of the choices, as their keys are printed: the first is 1."""

    difficulty: int
    image_type: int
    domain: int
    emotion: int
    rhetoric: int


LABELS = {
    1: Labels(1, 1, 1, 1, 1),
    2: Labels(2, 1, 3, 3, 4),
    3: Labels(1, 1, 4, 2, 1),
    4: Labels(2, 3, 5, 3, 8),
}
SHARED = {5: Labels(1, 2, 2, 1, 2), 6: Labels(3, 1, 6, 2, 3)}
"""The pictures that everybody annotates before the real work."""
DISPUTED = 1
"""The picture in whose domain the two differ."""
TALKED_ABOUT = 6
"""The shared picture in whose domain they differ as well."""


@dataclass(frozen=True)
class Author:
    """How one of them writes."""

    word: str
    domain_of_disputed: int

    def labels(self, number: int) -> Labels:
        labels = (LABELS | SHARED)[number]
        if number in (DISPUTED, TALKED_ABOUT):
            return labels._replace(domain=self.domain_of_disputed)
        return labels

    def mark(self, number: int) -> str:
        return f"{self.word}{number}"

    def explanation(self, number: int) -> str:
        return (
            f"The {self.mark(number)} stands alone among the shapes, and every colour "
            "around it pulls away. It says that whoever waits long enough is left with "
            "the one thing that was never moved by the others."
        )

    def stem(self, number: int) -> str:
        return f"What does the {self.mark(number)} in the picture stand for?"

    def options(self, number: int) -> list[str]:
        mark = self.mark(number)
        return [
            f"The {mark} is about hurry and what it costs",
            f"The {mark} is about a quarrel in a family",
            f"The {mark} is about patience that outlasts noise",
            f"The {mark} is about the price of fame",
            f"The {mark} is about fear of open places",
            f"The {mark} is about buying too many things",
        ]

    def key(self, number: int) -> int:
        return (number + 1) % len(LETTERS)

    def right(self, number: int) -> str:
        return self.options(number)[self.key(number)]


ADA = Author(word="heron", domain_of_disputed=1)
CHEN = Author(word="lantern", domain_of_disputed=3)


def author_of(text: str) -> tuple[Author, int]:
    """Who wrote a text, and about which picture."""
    for author in (ADA, CHEN):
        for number in LABELS:
            if author.mark(number) in text:
                return author, number
    raise AssertionError(f"Nobody of the journey wrote {text!r}")
