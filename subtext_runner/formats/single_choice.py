"""Single choice: one option is correct and the key is its letter."""

from collections.abc import Sequence
from typing import Any

from core.domain.texts import _
from subtext_protocol.publication import PublishedRule
from subtext_runner.answer_extraction.reading import ExtractedAnswer
from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.extraction.cmmmu import most_named
from subtext_runner.extraction.published import published_letter
from subtext_runner.formats.base import (
    ModelResponse,
    Scorer,
    Verdict,
    draw_number,
    to_release_letters,
)
from subtext_runner.questions import LETTERS, Question


class SingleChoice(Scorer):
    def key_problem(self, answer: Any, options: Sequence[str]) -> str | None:
        wrong = options_problem(options)
        if wrong is None and answer not in (None, *LETTERS[: len(options)]):
            return _("answer: {answer!r} is not an option letter", answer=answer)
        return wrong

    def key_text(self, question: Question) -> str:
        return str(question.answer)

    def extract_answer(
        self, question: Question, response: ModelResponse
    ) -> ExtractedAnswer:
        letter, reason = extract_answer(
            response.text,
            options=question.options_in_order(response.order),
            finish_reason=response.finish_reason,
        )
        return ExtractedAnswer(
            to_release_letters(letter, response.order) if letter else None, reason
        )

    def score_by_published_rule(
        self, question: Question, response: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        options = question.options_in_order(response.order)
        if rule == "cmmmu":
            return judge_choice(
                question, response, most_named(response.text or "", options)
            )
        if not response.text:
            # The published code has no status for an empty response: incorrect, not a
            # miss.
            return "incorrect"
        letter = published_letter(response.text, options=options, rule=rule)
        if letter is None:
            return "miss"
        is_correct = to_release_letters(letter, response.order) == question.answer
        return "correct" if is_correct else "incorrect"

    def random_response(self, question: Question, drawn: int) -> str:
        return question.letters[drawn % len(question.options)]

    def is_possible_response(self, question: Question, key: str) -> bool:
        return len(key) == 1 and key in question.letters


def options_problem(options: Sequence[str]) -> str | None:
    """Return why the number of options is invalid, or None."""
    if not 2 <= len(options) <= len(LETTERS):
        return f"options: there are {len(options)}"
    return None


def judge_choice(question: Question, response: ModelResponse, letters: str) -> Verdict:
    """Score by CMMMU's comparison of letters, which draws one where none was named.

    The draw depends only on the question, so that scoring again gives the same result.
    """
    if not letters:
        letters = question.letters[
            draw_number("cmmmu", question.id) % len(response.order)
        ]
    is_correct = to_release_letters(letters, response.order) == "".join(question.answer)
    return "correct" if is_correct else "incorrect"
