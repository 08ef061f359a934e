"""Multiple choice: several options are correct and all must be chosen (CMMMU).

The key is a sorted list of their indices, from 0.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from annotation.domain.formats.base import (
    PublishedKey,
    QuestionContent,
    QuestionFormat,
    is_index,
    letters_of,
    option_problems,
)
from annotation.domain.problems import Problem
from projects.domain.protocol.questions import QuestionRules

FEWEST_RIGHT = 2
"""Minimum number of correct options. With one, single choice is the right format."""


class MultipleChoice(QuestionFormat):
    id = "multiple_choice"

    def fits(self, answer: Any) -> bool:
        return answer is None or (
            isinstance(answer, list) and all(is_index(one) for one in answer)
        )

    def normalised(self, answer: Any) -> Any:
        return sorted(set(answer)) if answer else None

    def problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        yield from option_problems(rules, question, path)
        chosen = question["answer"] or []
        if len(chosen) < FEWEST_RIGHT:
            yield Problem(f"{path}.answer", "too_few_keys", {"limit": FEWEST_RIGHT})
        if any(not 0 <= one < len(question["options"]) for one in chosen):
            yield Problem(f"{path}.answer", "key_not_an_option")

    def named(self, answer: Any) -> Sequence[int]:
        return answer or ()

    def validate_answer(self, options: Sequence[str], given: Any) -> str | None:
        if not isinstance(given, list) or not all(is_index(one) for one in given):
            return "Must be a list of options."
        if not given:
            return "Choose at least one option."
        if any(not 0 <= one < len(options) for one in given):
            return "This question has no such option."
        return None

    def restore_option_order(self, given: Any, order: Sequence[int]) -> Any:
        return sorted({order[one] for one in given})

    def agrees(self, answer: Any, given: Any) -> bool:
        return set(answer) == set(given)

    def published(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        return PublishedKey(
            [letters_of([one]) for one in answer],
            letters_of(answer),
            "; ".join(options[one] for one in answer),
        )
