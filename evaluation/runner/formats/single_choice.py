"""Single choice: one option is correct and the key is its letter."""

from collections.abc import Sequence
from typing import Any

from evaluation.runner.extraction.cmmmu import most_named
from evaluation.runner.extraction.published import published_letter
from evaluation.runner.extraction.rule import Reading, extract
from evaluation.runner.formats.base import (
    ModelResponse,
    Scorer,
    Verdict,
    drawn_number,
    in_release,
)
from evaluation.runner.questions import LETTERS, Question
from projects.domain.protocol.publication import PublishedRule


class SingleChoice(Scorer):
    id = "single_choice"

    def refusal(self, answer: Any, options: Sequence[str]) -> str | None:
        wrong = options_refusal(options)
        if wrong is None and answer not in (None, *LETTERS[: len(options)]):
            return f"answer: {answer!r} is not an option letter"
        return wrong

    def key_text(self, question: Question) -> str:
        return str(question.answer)

    def read(self, question: Question, heard: ModelResponse) -> Reading:
        letter, reason = extract(
            heard.text,
            options=question.options_in(heard.order),
            language=question.language,
            finish_reason=heard.finish_reason,
        )
        return Reading(in_release(letter, heard.order) if letter else None, reason)

    def published(
        self, question: Question, heard: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        shown = question.options_in(heard.order)
        if rule == "cmmmu":
            return judged(question, heard, most_named(heard.text or "", shown))
        if not heard.text:
            # The published code has no status for an empty response: incorrect, not a
            # miss.
            return "incorrect"
        letter = published_letter(heard.text, options=shown, rule=rule)
        if letter is None:
            return "miss"
        right = in_release(letter, heard.order) == question.answer
        return "correct" if right else "incorrect"

    def guess(self, question: Question, drawn: int) -> str:
        return question.letters[drawn % len(question.options)]

    def offers(self, question: Question, said: str) -> bool:
        return len(said) == 1 and said in question.letters


def options_refusal(options: Sequence[str]) -> str | None:
    """Return why the number of options is invalid, or None."""
    if not 2 <= len(options) <= len(LETTERS):
        return f"options: there are {len(options)}"
    return None


def judged(question: Question, heard: ModelResponse, named: str) -> Verdict:
    """Score by CMMMU's comparison of letters, which draws one where none was named.

    The draw depends only on the question, so that scoring again gives the same result.
    """
    if not named:
        named = question.letters[drawn_number("cmmmu", question.id) % len(heard.order)]
    right = in_release(named, heard.order) == "".join(question.answer)
    return "correct" if right else "incorrect"
