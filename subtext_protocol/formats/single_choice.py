"""Single choice: exactly one of a fixed number of options is correct (II-Bench).

The key is the index of the correct option, from 0.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from core.domain.texts import _
from subtext_protocol.formats.base import (
    PublishedKey,
    QuestionContent,
    QuestionFormat,
    is_integer_index,
    option_letters,
    option_problems,
)
from subtext_protocol.formats.problems import Problem
from subtext_protocol.questions import QuestionRules


class SingleChoice(QuestionFormat):
    id = "single_choice"
    title = {"en": "Single choice", "zh": "单选题"}
    counted_as = {"en": "Questions with one correct option", "zh": "单选题"}
    scorer = "subtext_runner.formats.single_choice.SingleChoice"

    def is_valid_key_shape(self, answer: Any) -> bool:
        return answer is None or is_integer_index(answer)

    def question_problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        yield from option_problems(rules, question, path)
        if question["answer"] is None:
            yield Problem(f"{path}.answer", "no_key")
        elif not 0 <= question["answer"] < len(question["options"]):
            yield Problem(f"{path}.answer", "key_not_an_option")

    def correct_option_indices(self, answer: Any) -> Sequence[int]:
        return () if answer is None else (answer,)

    def validate_answer(self, options: Sequence[str], response: Any) -> str | None:
        if not is_integer_index(response) or not 0 <= response < len(options):
            return _("This question has no such option.")
        return None

    def restore_option_order(self, response: Any, order: Sequence[int]) -> Any:
        return order[response]

    def published_key(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        letter = option_letters([answer])
        return PublishedKey(letter, letter, options[answer], letter)
