"""Fill in the blank: a sentence with a blank and its accepted answers (CMMMU).

The key is ``{"accepted": ["…", …], "tolerance": number or null, "unit": "…"}``; the
first accepted answer is the one that is displayed.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from core.domain.texts import _
from subtext_protocol.formats.answer_matching import (
    is_accepted,
    parse_quantity,
    read_blank_key,
    without_punctuation,
)
from subtext_protocol.formats.base import (
    PublishedKey,
    QuestionContent,
    QuestionFormat,
    length_problems,
    no_options_problems,
    on_one_line,
)
from subtext_protocol.formats.problems import Problem
from subtext_protocol.questions import QuestionRules

LONGEST_GIVEN = 1000
"""Maximum number of characters of an answer."""


class FillInBlank(QuestionFormat):
    id = "fill_in_blank"
    title = {"en": "Fill in the blank", "zh": "填空题"}
    counted_as = {"en": "Fill in the blank questions", "zh": "填空题"}
    scorer = "subtext_runner.formats.fill_in_blank.FillInBlank"
    has_options = False

    def is_valid_key_shape(self, answer: Any) -> bool:
        if answer is None:
            return True
        if not isinstance(answer, Mapping) or set(answer) - {
            "accepted",
            "tolerance",
            "unit",
        }:
            return False
        accepted, tolerance = answer.get("accepted"), answer.get("tolerance")
        return (
            isinstance(accepted, list)
            and all(isinstance(variant, str) for variant in accepted)
            and isinstance(tolerance, int | float | None)
            and not isinstance(tolerance, bool)
            and (tolerance is None or isfinite(tolerance))
            and isinstance(answer.get("unit", ""), str)
        )

    def canonical_key(self, answer: Any) -> Any:
        if answer is None:
            return None
        accepted = [
            text for variant in answer["accepted"] if (text := on_one_line(variant))
        ]
        tolerance = answer.get("tolerance")
        unit = on_one_line(answer.get("unit", ""))
        if not accepted and tolerance is None and not unit:
            return None
        return {"accepted": accepted, "tolerance": tolerance, "unit": unit}

    def question_problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        yield from no_options_problems(question, path)
        key = question["answer"] or {"accepted": [], "tolerance": None, "unit": ""}
        accepted = key["accepted"]
        if not accepted:
            yield Problem(f"{path}.answer.accepted", "no_accepted")
        seen: set[str] = set()
        for at, text in enumerate(accepted):
            where = f"{path}.answer.accepted.{at}"
            yield from length_problems(text, rules.option, where)
            if without_punctuation(text) in seen:
                yield Problem(where, "accepted_twice")
            seen.add(without_punctuation(text))
        numbers = [parse_quantity(without_punctuation(text)) for text in accepted]
        if key["tolerance"] is not None and key["tolerance"] < 0:
            yield Problem(f"{path}.answer.tolerance", "negative_tolerance")
        elif key["tolerance"] is not None and not any(numbers):
            yield Problem(f"{path}.answer.tolerance", "tolerance_needs_number")
        if key["unit"] and not any(numbers):
            yield Problem(f"{path}.answer.unit", "unit_needs_number")

    def free_texts_in_key(self, question: QuestionContent) -> Iterator[tuple[str, str]]:
        for at, text in enumerate((question["answer"] or {}).get("accepted", [])):
            yield f"answer.accepted.{at}", text

    def validate_answer(self, options: Sequence[str], response: Any) -> str | None:
        if not isinstance(response, str) or not response.strip():
            return _("Fill in the blank.")
        return _("This answer is too long.") if len(response) > LONGEST_GIVEN else None

    def restore_option_order(self, response: Any, order: Sequence[int]) -> Any:
        return on_one_line(response)

    def equals_key(self, answer: Any, response: Any) -> bool:
        return is_accepted(response, read_blank_key(answer))

    def published_key(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        return PublishedKey(
            dict(answer), answer["accepted"][0], quoted_alternatives(answer)
        )


def quoted_alternatives(answer: Mapping[str, Any]) -> str:
    """Return all accepted answers with unit and tolerance, on one line."""
    unit = f" {answer['unit']}" if answer["unit"] else ""
    within = "" if answer["tolerance"] is None else f" (±{answer['tolerance']:g})"
    return " / ".join(answer["accepted"]) + unit + within
