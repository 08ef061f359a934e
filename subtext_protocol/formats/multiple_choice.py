"""Multiple choice: several options are correct and all must be chosen (CMMMU).

The key is a sorted list of their indices, from 0.
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

FEWEST_RIGHT = 2
"""Minimum number of correct options. With one, single choice is the right format."""


class MultipleChoice(QuestionFormat):
    id = "multiple_choice"
    title = {"en": "Several correct answers", "zh": "多选题"}
    counted_as = {"en": "Questions with several correct options", "zh": "多选题"}
    scorer = "subtext_runner.formats.multiple_choice.MultipleChoice"

    def is_valid_key_shape(self, answer: Any) -> bool:
        return answer is None or (
            isinstance(answer, list)
            and all(is_integer_index(index) for index in answer)
        )

    def canonical_key(self, answer: Any) -> Any:
        return sorted(set(answer)) if answer else None

    def question_problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        yield from option_problems(rules, question, path)
        chosen = question["answer"] or []
        if len(chosen) < FEWEST_RIGHT:
            yield Problem(f"{path}.answer", "too_few_keys", {"limit": FEWEST_RIGHT})
        if any(not 0 <= index < len(question["options"]) for index in chosen):
            yield Problem(f"{path}.answer", "key_not_an_option")

    def correct_option_indices(self, answer: Any) -> Sequence[int]:
        return answer or ()

    def validate_answer(self, options: Sequence[str], response: Any) -> str | None:
        if not isinstance(response, list) or not all(
            is_integer_index(index) for index in response
        ):
            return _("Must be a list of options.")
        if not response:
            return _("Choose at least one option.")
        if any(not 0 <= index < len(options) for index in response):
            return _("This question has no such option.")
        return None

    def restore_option_order(self, response: Any, order: Sequence[int]) -> Any:
        return sorted({order[index] for index in response})

    def equals_key(self, answer: Any, response: Any) -> bool:
        return set(answer) == set(response)

    def published_key(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        return PublishedKey(
            [option_letters([index]) for index in answer],
            option_letters(answer),
            "; ".join(options[index] for index in answer),
        )
