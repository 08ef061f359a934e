"""A format that the product does not have: options to be put in order.

The key is a list of all indices, in the right order.
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


class Ordering(QuestionFormat):
    id = "ordering"

    def fits(self, answer: Any) -> bool:
        return answer is None or (
            isinstance(answer, list) and all(is_index(one) for one in answer)
        )

    def normalised(self, answer: Any) -> Any:
        return answer or None

    def problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        yield from option_problems(rules, question, path)
        if sorted(question["answer"] or ()) != list(range(len(question["options"]))):
            yield Problem(f"{path}.answer", "no_key")

    def named(self, answer: Any) -> Sequence[int]:
        return answer or ()

    def validate_answer(self, options: Sequence[str], given: Any) -> str | None:
        if not isinstance(given, list) or sorted(given) != list(range(len(options))):
            return "Put every option into its place."
        return None

    def restore_option_order(self, given: Any, order: Sequence[int]) -> Any:
        return [order[one] for one in given]

    def published(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        text = letters_of(answer)
        return PublishedKey([*text], text, " < ".join(options[at] for at in answer))
