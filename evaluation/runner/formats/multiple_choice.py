"""Several correct options: the key is all of their letters."""

from collections.abc import Sequence
from typing import Any

from evaluation.runner.extraction.cmmmu import most_named
from evaluation.runner.extraction.rule import Reading, extract
from evaluation.runner.formats.base import ModelResponse, Scorer, Verdict, in_release
from evaluation.runner.formats.single_choice import judged, options_refusal
from evaluation.runner.questions import LETTERS, Question
from projects.domain.protocol.publication import PublishedRule


class MultipleChoice(Scorer):
    id = "multiple_choice"

    def refusal(self, answer: Any, options: Sequence[str]) -> str | None:
        wrong = options_refusal(options)
        if wrong is not None or answer is None:
            return wrong
        letters = [*LETTERS[: len(options)]]
        if (
            not isinstance(answer, list)
            or not answer
            or answer != [letter for letter in letters if letter in answer]
        ):
            return f"answer: {answer!r} are not option letters in order"
        return None

    def key_text(self, question: Question) -> str:
        return "".join(question.answer)

    def read(self, question: Question, heard: ModelResponse) -> Reading:
        letters, reason = extract(
            heard.text,
            options=question.options_in(heard.order),
            language=question.language,
            finish_reason=heard.finish_reason,
            several=True,
        )
        return Reading(in_release(letters, heard.order) if letters else None, reason)

    def published(
        self, question: Question, heard: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        if rule != "cmmmu":
            return None
        shown = question.options_in(heard.order)
        return judged(question, heard, most_named(heard.text or "", shown))

    def guess(self, question: Question, drawn: int) -> str:
        """Return two or more random options, each set with about equal probability."""
        sets = 2 ** len(question.options)
        chosen = drawn % sets
        while chosen.bit_count() < 2:
            chosen = (chosen + 1) % sets
        return "".join(
            letter for at, letter in enumerate(question.letters) if chosen >> at & 1
        )

    def offers(self, question: Question, said: str) -> bool:
        return bool(said) and set(said) <= set(question.letters)
