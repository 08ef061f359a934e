"""What asking and scoring have to know of a question format."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from evaluation.runner.extraction.rule import Reading
from evaluation.runner.questions import LETTERS, Question
from projects.domain.protocol.publication import PublishedRule

Verdict = Literal["correct", "incorrect", "miss"]


class ModelResponse(NamedTuple):
    """A response as it came, and how the question was shown."""

    text: str | None
    finish_reason: str | None
    order: str
    """Letters of the release's options in the order shown."""


class Scorer(ABC):
    """One kind of question: a module beside this one and a line in the registry.

    Its other half is in ``annotation/domain/formats``. What most formats have in common is
    here; they replace what is different in them.
    """

    id: ClassVar[str]

    @abstractmethod
    def refusal(self, answer: Any, options: Sequence[str]) -> str | None:
        """Say why a questions file cannot hold this; the key may be None (private)."""

    @abstractmethod
    def key_text(self, question: Question) -> str:
        """Return the key in a word: in solved examples, and for counting frequent ones."""

    @abstractmethod
    def read(self, question: Question, heard: ModelResponse) -> Reading:
        """Read what a response answers, options by their letters in the release."""

    def is_right(self, question: Question, answer: str) -> bool:
        """Whether what was read is the key."""
        return answer == self.key_text(question)

    @abstractmethod
    def published(
        self, question: Question, heard: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        """Judge by a published rule; None where it knows no such questions."""

    def guess(self, question: Question, drawn: int) -> str:
        """Return an answer by chance alone; nothing where none can be drawn."""
        return ""

    def offers(self, question: Question, said: str) -> bool:
        """Whether ``said``, another question's key, could be this one's."""
        return False


def in_release(shown: str, order: str) -> str:
    """The release's letters of the options that were shown under these letters.

    Letters beyond the options stay what they are: CII-Bench's rule reads them too.
    """
    places = (LETTERS.index(letter) for letter in shown)
    known = [order[place] if place < len(order) else LETTERS[place] for place in places]
    return "".join(sorted(known))


def drawn_number(*seed: object) -> int:
    """A large number that depends on nothing but ``seed``."""
    digest = hashlib.sha256(":".join(map(str, seed)).encode()).digest()
    return int.from_bytes(digest[:8], "big")
