"""Reading the mark that a judge model's response gives: rule ``marks-2``; no guesses.

Evidence is taken in this order: the response is a number; what follows "[RESULT]", as
Prometheus 2 closes (Kim et al., 2024), where all agree; marks in brackets, as "[4]",
"[[4]]", "[4 points]" or "[评分：4]", where all agree or the last line has one; a mark that
is named one, as "Rating: 4", "4/5", "评分为 4 分", where all agree.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from subtext_runner.answer_extraction.plain_text import plain_text
from subtext_runner.answer_extraction.reading import MissReason, miss_reason

Reason = MissReason | Literal["no_mark", "off_scale"]

_NUMBER = r"(-?\d+(?:\.\d+)?)"
_NAME = r"(?:ratings?|scores?|verdict|marks?|points?|answer|评分|打分|得分|分数|等级|评级|答案)"
_UNIT = r"(?:\s*(?:points?|分))?(?:\s*/\s*\d+)?"
_ALONE = re.compile(rf"\W*?{_NUMBER}{_UNIT}\W*", re.IGNORECASE)
_RESULT = re.compile(rf"[\[(]RESULT[\])]\W*?{_NUMBER}", re.IGNORECASE)
_BRACKETED = re.compile(
    rf"[\[【]+\s*(?:{_NAME}\s*(?:is|为|是)?\s*[:=]?\s*)?{_NUMBER}{_UNIT}\s*[\]】]+",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"{_NAME}\s*\]?\s*(?:is|of|as|为|是|应为|应该是)?\s*[:=]*\s*\"?{_NUMBER}(?!\d|\.\d)"
    rf"|(?<![\d./]){_NUMBER}\s*(?:/\s*\d+\b|points?\b|分)",
    re.IGNORECASE,
)


class ScaleMark(NamedTuple):
    """Mark on the scale, or the reason why there is none."""

    value: int | None
    reason: Reason | None


def read_mark(
    response: str | None, *, scale: Sequence[int], finish_reason: str | None = None
) -> ScaleMark:
    """Read the mark of a judge on a scale with these values."""
    text = plain_text(response or "")
    if reason := miss_reason(text, finish_reason):
        return ScaleMark(None, reason)
    alone = _ALONE.fullmatch(text)
    if alone:
        return _mark_on_scale(scale, {alone[1]})
    if results := _RESULT.findall(text):
        return _mark_on_scale(scale, set(results))
    bracketed = _BRACKETED.findall(text)
    if bracketed:
        last = _BRACKETED.findall(text.splitlines()[-1])
        return _mark_on_scale(
            scale, set(last) if len(set(last)) == 1 else set(bracketed)
        )
    marks = {
        bracketed_mark or bare_mark
        for bracketed_mark, bare_mark in _NAMED.findall(text)
    }
    if not marks:
        return ScaleMark(None, "truncated" if finish_reason == "length" else "no_mark")
    return _mark_on_scale(scale, marks)


def _mark_on_scale(scale: Sequence[int], marks: set[str]) -> ScaleMark:
    values = {float(mark) for mark in marks}
    if len(values) > 1:
        return ScaleMark(None, "several")
    (value,) = values
    return (
        ScaleMark(int(value), None) if value in scale else ScaleMark(None, "off_scale")
    )
