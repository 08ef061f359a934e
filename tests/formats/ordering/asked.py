"""How options to be put in order are asked and scored."""

import re
from collections.abc import Sequence
from typing import Any

from evaluation.runner.formats.base import ModelResponse, Reading, Scorer, Verdict
from evaluation.runner.questions import LETTERS, Question
from projects.domain.protocol.publication import PublishedRule


class Ordering(Scorer):
    id = "ordering"

    def refusal(self, answer: Any, options: Sequence[str]) -> str | None:
        if answer is not None and sorted(answer) != [*LETTERS[: len(options)]]:
            return f"answer: {answer!r} is no order of the options"
        return None

    def key_text(self, question: Question) -> str:
        return "".join(question.answer)

    def read(self, question: Question, heard: ModelResponse) -> Reading:
        found = re.findall(r"[A-Z]", heard.text or "")
        if sorted(found) != [*question.letters]:
            return Reading(None, "no_answer")
        return Reading("".join(heard.order[LETTERS.index(one)] for one in found), None)

    def published(
        self, question: Question, heard: ModelResponse, rule: PublishedRule
    ) -> Verdict | None:
        return None

    def guess(self, question: Question, drawn: int) -> str:
        start = drawn % len(question.letters)
        return question.letters[start:] + question.letters[:start]

    def offers(self, question: Question, said: str) -> bool:
        return sorted(said) == [*question.letters]
