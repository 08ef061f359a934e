"""Several correct options: the key is all of their letters."""

from collections.abc import Sequence
from typing import Any

from core.domain.texts import _
from subtext_protocol.publication import PublishedRule
from subtext_runner.answer_extraction.reading import ExtractedAnswer
from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.extraction.cmmmu import most_named
from subtext_runner.formats.base import (
    ModelResponse,
    Scorer,
    Verdict,
    to_release_letters,
)
from subtext_runner.formats.single_choice import judge_choice, options_problem
from subtext_runner.questions import LETTERS, Question


class MultipleChoice(Scorer):
    def key_problem(self, answer: Any, options: Sequence[str]) -> str | None:
        wrong = options_problem(options)
        if wrong is not None or answer is None:
            return wrong
        letters = [*LETTERS[: len(options)]]
        if (
            not isinstance(answer, list)
            or not answer
            or answer != [letter for letter in letters if letter in answer]
        ):
            return _(
                "answer: {answer!r} are not option letters in order", answer=answer
            )
        return None

    def key_text(self, question: Question) -> str:
        return "".join(question.answer)

    def extract_answer(
        self, question: Question, response: ModelResponse
    ) -> ExtractedAnswer:
        letters, reason = extract_answer(
            response.text,
            options=question.options_in_order(response.order),
            finish_reason=response.finish_reason,
            several=True,
        )
        return ExtractedAnswer(
            to_release_letters(letters, response.order) if letters else None, reason
        )

    def score_by_published_rule(
        self, question: Question, response: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        if rule != "cmmmu":
            return None
        options = question.options_in_order(response.order)
        return judge_choice(
            question, response, most_named(response.text or "", options)
        )

    def random_response(self, question: Question, drawn: int) -> str:
        """Return two or more random options, each set with about equal probability."""
        sets = 2 ** len(question.options)
        chosen = drawn % sets
        while chosen.bit_count() < 2:
            chosen = (chosen + 1) % sets
        return "".join(
            letter for at, letter in enumerate(question.letters) if chosen >> at & 1
        )

    def is_possible_response(self, question: Question, key: str) -> bool:
        return bool(key) and set(key) <= set(question.letters)
