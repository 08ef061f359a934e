"""A statement that is true or false (CMMMU). The key is a boolean."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from annotation.domain.formats.base import (
    PublishedKey,
    QuestionContent,
    no_options_problems,
)
from annotation.domain.problems import Problem
from projects.domain.protocol.questions import QuestionRules

WORDS: Mapping[str, Mapping[bool, str]] = {
    "en": {True: "True", False: "False"},
    "zh": {True: "对", False: "错"},
}
"""How the two answers are called, by the benchmark's language (CMMMU publishes 对, 错)."""


class TrueFalse:
    id: ClassVar[str] = "true_false"

    def blank(
        self, rules: QuestionRules, *, uid: str, fixed: str | None, stem: str
    ) -> QuestionContent:
        return {
            "uid": uid,
            "format": self.id,
            "fixed": fixed,
            "stem": stem,
            "options": [],
            "answer": None,
        }

    def fits(self, answer: Any) -> bool:
        return isinstance(answer, bool | None)

    def normalised(self, answer: Any) -> Any:
        return answer

    def problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        yield from no_options_problems(question, path)
        if question["answer"] is None:
            yield Problem(f"{path}.answer", "true_or_false")

    def written(self, question: QuestionContent) -> Iterator[tuple[str, str]]:
        yield from ()

    def named(self, answer: Any) -> Sequence[int]:
        return ()

    def given_problem(self, options: Sequence[str], given: Any) -> str | None:
        return None if isinstance(given, bool) else "Has to be true or false."

    def unshuffled(self, given: Any, order: Sequence[int]) -> Any:
        return given

    def agrees(self, answer: Any, given: Any) -> bool:
        return answer is given

    def published(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        word = WORDS.get(language, WORDS["en"])[answer]
        return PublishedKey(answer, word, word)
