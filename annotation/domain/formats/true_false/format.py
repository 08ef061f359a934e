"""True or false: a statement whose key is a boolean (CMMMU)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation.domain.formats.base import (
    PublishedKey,
    QuestionContent,
    QuestionFormat,
    no_options_problems,
)
from annotation.domain.problems import Problem
from projects.domain.protocol.questions import QuestionRules

WORDS: Mapping[str, Mapping[bool, str]] = {
    "en": {True: "True", False: "False"},
    "zh": {True: "对", False: "错"},
}
"""Names of the two answers in the benchmark's language (CMMMU publishes 对, 错)."""


class TrueFalse(QuestionFormat):
    id = "true_false"
    has_options = False

    def fits(self, answer: Any) -> bool:
        return isinstance(answer, bool | None)

    def problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        yield from no_options_problems(question, path)
        if question["answer"] is None:
            yield Problem(f"{path}.answer", "true_or_false")

    def validate_answer(self, options: Sequence[str], given: Any) -> str | None:
        return None if isinstance(given, bool) else "Must be true or false."

    def restore_option_order(self, given: Any, order: Sequence[int]) -> Any:
        return given

    def published(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        word = WORDS.get(language, WORDS["en"])[answer]
        return PublishedKey(answer, word, word)
