"""True or false: the key is a boolean."""

from collections.abc import Sequence
from typing import Any

from annotation.domain.formats.true_false.format import WORDS
from evaluation.runner.extraction.cmmmu import called_true
from evaluation.runner.extraction.rule import Reading
from evaluation.runner.extraction.truth import read_truth
from evaluation.runner.formats.base import ModelResponse, Scorer, Verdict, drawn_number
from evaluation.runner.questions import Question
from projects.domain.protocol.publication import PublishedRule


class TrueFalse(Scorer):
    id = "true_false"

    def refusal(self, answer: Any, options: Sequence[str]) -> str | None:
        if options:
            return f"options: there are {len(options)}"
        if not isinstance(answer, bool | None):
            return f"answer: {answer!r} is neither true nor false"
        return None

    def key_text(self, question: Question) -> str:
        return self._word(question, question.answer)

    def read(self, question: Question, heard: ModelResponse) -> Reading:
        truth, reason = read_truth(heard.text, finish_reason=heard.finish_reason)
        return Reading(None if truth is None else self._word(question, truth), reason)

    def published(
        self, question: Question, heard: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        if rule != "cmmmu":
            return None
        called = called_true(heard.text or "")
        if called is None:
            called = bool(drawn_number("cmmmu", question.id) % 2)
        return "correct" if called is question.answer else "incorrect"

    def guess(self, question: Question, drawn: int) -> str:
        return self._word(question, bool(drawn % 2))

    def offers(self, question: Question, said: str) -> bool:
        return said in (self._word(question, True), self._word(question, False))

    def _word(self, question: Question, truth: bool) -> str:
        return WORDS.get(question.language, WORDS["en"])[truth]
