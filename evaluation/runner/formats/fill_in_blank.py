"""Fill in the blank: accepted answers, compared in the same way as people's answers."""

from collections.abc import Sequence
from typing import Any

from annotation.domain.formats.fill_in_blank.format import FillInBlank as Written
from annotation.domain.formats.fill_in_blank.matching import blank_of, is_accepted
from evaluation.runner.extraction.blanks import read_blank
from evaluation.runner.extraction.cmmmu import fills_blank
from evaluation.runner.extraction.rule import Reading
from evaluation.runner.formats.base import ModelResponse, Scorer, Verdict
from evaluation.runner.questions import Question
from projects.domain.protocol.publication import PublishedRule


class FillInBlank(Scorer):
    id = "fill_in_blank"

    def refusal(self, answer: Any, options: Sequence[str]) -> str | None:
        if options:
            return f"options: there are {len(options)}"
        if answer is not None and (
            not Written().fits(answer) or not answer.get("accepted")
        ):
            return "answer: is not a list of accepted answers"
        return None

    def key_text(self, question: Question) -> str:
        return str(question.answer["accepted"][0])

    def read(self, question: Question, heard: ModelResponse) -> Reading:
        return read_blank(heard.text, finish_reason=heard.finish_reason)

    def is_right(self, question: Question, answer: str) -> bool:
        return is_accepted(answer, blank_of(question.answer))

    def published(
        self, question: Question, heard: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        if rule != "cmmmu":
            return None
        fits = any(
            fills_blank(heard.text or "", accepted)
            for accepted in question.answer["accepted"]
        )
        return "correct" if fits else "incorrect"
