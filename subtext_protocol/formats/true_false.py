"""True or false: a statement whose key is a boolean (CMMMU)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.domain.texts import _
from subtext_protocol.formats.base import (
    PublishedKey,
    QuestionContent,
    QuestionFormat,
    no_options_problems,
)
from subtext_protocol.formats.problems import Problem
from subtext_protocol.questions import QuestionRules

WORDS: Mapping[str, Mapping[bool, str]] = {
    "en": {True: "True", False: "False"},
    "zh": {True: "对", False: "错"},
}
"""Names of the two answers in the benchmark's language (CMMMU publishes 对, 错)."""


class TrueFalse(QuestionFormat):
    id = "true_false"
    title = {"en": "True or false", "zh": "判断题"}
    counted_as = {"en": "True or false questions", "zh": "判断题"}
    scorer = "subtext_runner.formats.true_false.TrueFalse"
    has_options = False

    def is_valid_key_shape(self, answer: Any) -> bool:
        return isinstance(answer, bool | None)

    def question_problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        yield from no_options_problems(question, path)
        if question["answer"] is None:
            yield Problem(f"{path}.answer", "true_or_false")

    def validate_answer(self, options: Sequence[str], response: Any) -> str | None:
        return None if isinstance(response, bool) else _("Must be true or false.")

    def restore_option_order(self, response: Any, order: Sequence[int]) -> Any:
        return response

    def published_key(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        word = WORDS.get(language, WORDS["en"])[answer]
        return PublishedKey(answer, word, word)
