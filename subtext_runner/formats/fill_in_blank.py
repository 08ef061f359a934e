"""Fill in the blank: accepted answers, compared in the same way as people's answers."""

from collections.abc import Sequence
from typing import Any

from core.domain.texts import _
from subtext_protocol.formats.answer_matching import is_accepted, read_blank_key
from subtext_protocol.formats.fill_in_blank import FillInBlank as Written
from subtext_protocol.publication import PublishedRule
from subtext_runner.answer_extraction.reading import ExtractedAnswer
from subtext_runner.extraction.blanks import read_blank
from subtext_runner.extraction.cmmmu import fills_blank
from subtext_runner.formats.base import ModelResponse, Scorer, Verdict
from subtext_runner.questions import Question


class FillInBlank(Scorer):
    def key_problem(self, answer: Any, options: Sequence[str]) -> str | None:
        if options:
            return _("options: there are {count}", count=len(options))
        if answer is not None and (
            not Written().is_valid_key_shape(answer) or not answer.get("accepted")
        ):
            return _("answer: is not a list of accepted answers")
        return None

    def key_text(self, question: Question) -> str:
        return str(question.answer["accepted"][0])

    def extract_answer(
        self, question: Question, response: ModelResponse
    ) -> ExtractedAnswer:
        return read_blank(response.text, finish_reason=response.finish_reason)

    def is_correct(self, question: Question, answer: str) -> bool:
        return is_accepted(answer, read_blank_key(question.answer))

    def score_by_published_rule(
        self, question: Question, response: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        if rule != "cmmmu":
            return None
        is_correct = any(
            fills_blank(response.text or "", accepted)
            for accepted in question.answer["accepted"]
        )
        return "correct" if is_correct else "incorrect"
