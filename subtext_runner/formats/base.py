"""Interface for prompting and scoring the question formats."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from subtext_protocol.publication import PublishedRule
from subtext_runner.answer_extraction.reading import ExtractedAnswer
from subtext_runner.questions import LETTERS, Question

Verdict = Literal["correct", "incorrect", "miss"]


class ModelResponse(NamedTuple):
    """Response as received, with the order in which the options were shown."""

    text: str | None
    finish_reason: str | None
    order: str
    """Letters of the release's options in the order shown."""


class Scorer(ABC):
    """Scorer of one question format, which names it by its path.

    The other half of a format is in ``subtext_protocol/formats``. Methods with a
    common implementation have it here; formats override them where they differ.
    """

    @abstractmethod
    def key_problem(self, answer: Any, options: Sequence[str]) -> str | None:
        """Return why a questions file cannot have this; a private key is None."""

    @abstractmethod
    def key_text(self, question: Question) -> str:
        """Return the key as text, for solved examples and for counting keys.

        ``is_right`` compares it with the answer that ``read`` returns.
        """

    @abstractmethod
    def extract_answer(
        self, question: Question, response: ModelResponse
    ) -> ExtractedAnswer:
        """Read the answer of a response; options have their letters in the release."""

    def is_correct(self, question: Question, answer: str) -> bool:
        """Return whether the answer that was read is correct."""
        return answer == self.key_text(question)

    @abstractmethod
    def score_by_published_rule(
        self, question: Question, response: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        """Score by a published rule; None where it does not know the format."""

    def random_response(self, question: Question, drawn: int) -> str:
        """Return a random response that ``read`` understands; empty where none can be
        drawn."""
        return ""

    def is_possible_response(self, question: Question, key: str) -> bool:
        """Return whether ``key``, that of another question, is a possible response."""
        return False


def to_release_letters(letters: str, order: str) -> str:
    """Return the release's letters of the options shown under these letters.

    They are sorted. Letters beyond the options are kept: CII-Bench's rule reads them, too.
    """
    places = (LETTERS.index(letter) for letter in letters)
    release_letters = [
        order[place] if place < len(order) else LETTERS[place] for place in places
    ]
    return "".join(sorted(release_letters))


def draw_number(*seed: object) -> int:
    """Return a large number that depends only on ``seed``."""
    digest = hashlib.sha256(":".join(map(str, seed)).encode()).digest()
    return int.from_bytes(digest[:8], "big")
