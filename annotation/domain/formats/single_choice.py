"""A stem, a fixed number of options, exactly one of which is right (II-Bench)."""

from collections.abc import Iterator
from typing import ClassVar

from annotation.domain.formats.base import QuestionContent, length_problems
from annotation.domain.problems import Problem
from projects.domain.protocol.questions import QuestionRules


class SingleChoice:
    id: ClassVar[str] = "single_choice"

    def blank(
        self, rules: QuestionRules, *, uid: str, fixed: str | None, stem: str
    ) -> QuestionContent:
        return {
            "uid": uid,
            "format": self.id,
            "fixed": fixed,
            "stem": stem,
            "options": [""] * rules.options_of(fixed),
            "answer": None,
        }

    def problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        options = question["options"]
        expected = rules.options_of(question["fixed"])
        if len(options) != expected:
            values = {"limit": expected, "count": len(options)}
            yield Problem(f"{path}.options", "wrong_number_of_options", values)
        for at, option in enumerate(options):
            yield from length_problems(option, rules.option, f"{path}.options.{at}")
        if question["answer"] is None:
            yield Problem(f"{path}.answer", "no_key")
        elif not 0 <= question["answer"] < len(options):
            yield Problem(f"{path}.answer", "key_not_an_option")
