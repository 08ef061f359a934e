"""True or false: the key is a boolean."""

from collections.abc import Sequence
from typing import Any

from core.domain.texts import _
from subtext_protocol.formats.true_false import WORDS
from subtext_protocol.publication import PublishedRule
from subtext_runner.answer_extraction.reading import ExtractedAnswer
from subtext_runner.extraction.cmmmu import called_true
from subtext_runner.extraction.truth import read_truth
from subtext_runner.formats.base import ModelResponse, Scorer, Verdict, draw_number
from subtext_runner.questions import Question


class TrueFalse(Scorer):
    def key_problem(self, answer: Any, options: Sequence[str]) -> str | None:
        if options:
            return _("options: there are {count}", count=len(options))
        if not isinstance(answer, bool | None):
            return _("answer: {answer!r} is neither true nor false", answer=answer)
        return None

    def key_text(self, question: Question) -> str:
        return self._word(question, question.answer)

    def extract_answer(
        self, question: Question, response: ModelResponse
    ) -> ExtractedAnswer:
        truth, reason = read_truth(response.text, finish_reason=response.finish_reason)
        return ExtractedAnswer(
            None if truth is None else self._word(question, truth), reason
        )

    def score_by_published_rule(
        self, question: Question, response: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        if rule != "cmmmu":
            return None
        truth = called_true(response.text or "")
        if truth is None:
            truth = bool(draw_number("cmmmu", question.id) % 2)
        return "correct" if truth is question.answer else "incorrect"

    def random_response(self, question: Question, drawn: int) -> str:
        return self._word(question, bool(drawn % 2))

    def is_possible_response(self, question: Question, key: str) -> bool:
        return key in (self._word(question, True), self._word(question, False))

    def _word(self, question: Question, truth: bool) -> str:
        return WORDS.get(question.language, WORDS["en"])[truth]
