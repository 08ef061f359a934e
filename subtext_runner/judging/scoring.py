"""Scores of a judge run: marks overall and by label."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.domain.texts import _
from subtext_protocol.rating import Rating
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import SpecError
from subtext_runner.judging.means import (
    MeanMark,
    mean_by_label,
    mean_mark,
    slice_fields_of,
)
from subtext_runner.judging.reading import read_mark
from subtext_runner.reasoning import ONLY_REASONING, has_only_reasoning
from subtext_runner.records import Response


@dataclass(frozen=True)
class JudgeScores:
    """Marks of one judge run; marked + miss + error = n."""

    n: int
    """Number of responses that the judge was to rate."""
    miss: int
    """Judge responses without a mark; they are left out of the means."""
    error: int
    overall_mark: MeanMark
    slices: Mapping[str, Mapping[str, MeanMark]]
    """By label field, then choice; an item counts in each of its labels."""
    marks: Mapping[str, int]
    """Mark by item id."""
    reasons: Mapping[str, int]
    """Frequency of each miss reason and error kind."""


def score_judgements(
    benchmark: Benchmark, rating: Rating, responses: Sequence[Response]
) -> JudgeScores:
    """Read every response as a mark of the judge's scale.

    Raises SpecError for an item that the release does not have, or a rating without a
    judge.
    """
    if rating.judge is None or (scale := rating.scale(rating.judge.scale)) is None:
        raise SpecError(_("{id}: has no judge model", id=rating.id))
    labels = {item.id: item.labels for item in benchmark.items}
    marks: dict[str, int] = {}
    reasons: Counter[str] = Counter()
    errors = 0
    for response in responses:
        if response.question_id not in labels:
            raise SpecError(
                _(
                    "{question_id}: the release has no such item",
                    question_id=response.question_id,
                )
            )
        if response.error is not None:
            errors += 1
            reasons[response.error.kind] += 1
            continue
        mark = read_mark(
            response.text, scale=scale.values, finish_reason=response.finish_reason
        )
        if mark.value is None:
            only = has_only_reasoning(response)
            reasons[ONLY_REASONING if only else str(mark.reason)] += 1
        else:
            marks[response.question_id] = mark.value
    return JudgeScores(
        n=len(responses),
        miss=len(responses) - len(marks) - errors,
        error=errors,
        overall_mark=mean_mark([*marks.values()]),
        slices=mean_by_label(
            marks, labels, slice_fields_of(rating, benchmark.protocol)
        ),
        marks=marks,
        reasons=dict(sorted(reasons.items())),
    )
