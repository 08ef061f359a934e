"""Interface for prompting and scoring the question formats."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from evaluation.runner.extraction.rule import Reading
from evaluation.runner.questions import LETTERS, Question
from projects.domain.protocol.publication import PublishedRule

Verdict = Literal["correct", "incorrect", "miss"]


class ModelResponse(NamedTuple):
    """Response as received, with the order in which the options were shown."""

    text: str | None
    finish_reason: str | None
    order: str
    """Letters of the release's options in the order shown."""


class Scorer(ABC):
    """Scorer of one question format: a module here and a line in the registry.

    The other half of a format is in ``annotation/domain/formats``. Methods with a
    common implementation have it here; formats override them where they differ.
    """

    id: ClassVar[str]

    @abstractmethod
    def refusal(self, answer: Any, options: Sequence[str]) -> str | None:
        """Return why a questions file cannot have this; a private key is None."""

    @abstractmethod
    def key_text(self, question: Question) -> str:
        """Return the key as text, for solved examples and for counting keys."""

    @abstractmethod
    def read(self, question: Question, heard: ModelResponse) -> Reading:
        """Read the answer of a response; options have their letters in the release."""

    def is_right(self, question: Question, answer: str) -> bool:
        """Return whether the answer that was read is correct."""
        return answer == self.key_text(question)

    @abstractmethod
    def published(
        self, question: Question, heard: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        """Score by a published rule; None where it does not know the format."""

    def guess(self, question: Question, drawn: int) -> str:
        """Return a random answer; empty where none can be drawn."""
        return ""

    def offers(self, question: Question, said: str) -> bool:
        """Return whether ``said``, another question's key, is a possible answer."""
        return False


def in_release(shown: str, order: str) -> str:
    """Return the release's letters of the options shown under these letters.

    Letters beyond the options are kept: CII-Bench's rule reads them, too.
    """
    places = (LETTERS.index(letter) for letter in shown)
    known = [order[place] if place < len(order) else LETTERS[place] for place in places]
    return "".join(sorted(known))


def drawn_number(*seed: object) -> int:
    """Return a large number that depends only on ``seed``."""
    digest = hashlib.sha256(":".join(map(str, seed)).encode()).digest()
    return int.from_bytes(digest[:8], "big")
