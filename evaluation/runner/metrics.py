"""Accuracy with its uncertainty, error and miss rates, overall and by label."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from evaluation.runner.questions import Question
from evaluation.runner.scoring import Outcome, OutcomeKind
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.text import in_language
from projects.domain.statistics.intervals import Interval, clustered_error, wilson


@dataclass(frozen=True)
class Tally:
    """Outcomes of ``n`` questions; correct + incorrect + miss + error = n.

    Rates are shares of n: errors and misses count as incorrect (II-Bench, §4.1). They
    are None without questions.
    """

    n: int
    correct: int
    incorrect: int
    miss: int
    error: int
    accuracy: float | None
    interval: Interval | None
    """95 % Wilson score interval of the accuracy."""
    miss_rate: float | None
    error_rate: float | None
    standard_error: float | None
    """Standard error of the accuracy; questions about the same images form one
    cluster."""
    clusters: int


@dataclass(frozen=True)
class Scores:
    """All scores of one run."""

    overall: Tally
    published: Tally
    """Overall, under the published extraction rule that the protocol names."""
    slices: Mapping[str, Mapping[str, Tally]]
    """By label field, then choice; a question counts in each of its labels."""
    formats: Mapping[str, Tally]
    """By question format, in the protocol's order; empty with only one format."""
    fixed: Mapping[str, Tally]
    """By fixed question of the protocol; empty where it has none."""
    reasons: Mapping[str, int]
    """Frequency of each miss reason and error kind."""


def tally(outcomes: Sequence[OutcomeKind], clusters: Sequence[Hashable]) -> Tally:
    """Count the outcomes of questions that belong to these clusters."""
    n = len(outcomes)
    counts = Counter(outcomes)
    right = [float(outcome == "correct") for outcome in outcomes]
    return Tally(
        n=n,
        correct=counts["correct"],
        incorrect=counts["incorrect"],
        miss=counts["miss"],
        error=counts["error"],
        accuracy=counts["correct"] / n if n else None,
        interval=wilson(counts["correct"], n) if n else None,
        miss_rate=counts["miss"] / n if n else None,
        error_rate=counts["error"] / n if n else None,
        standard_error=clustered_error(right, clusters) if n else None,
        clusters=len(set(clusters)),
    )


def summarise(scored: Sequence[tuple[Question, Outcome]], protocol: Protocol) -> Scores:
    """Count outcomes overall and within every choice of the protocol's slice fields.

    A choice without questions has a tally of n = 0. Questions with several labels count
    in each, so the n of a field may add up to more than the total.
    """
    formats = protocol.questions.formats
    return Scores(
        overall=_of(scored),
        published=tally(
            [o.published for _, o in scored], [q.cluster for q, _ in scored]
        ),
        slices={
            field_id: {
                choice.id: _of(
                    [
                        (q, o)
                        for q, o in scored
                        if choice.id in q.labels.get(field_id, ())
                    ]
                )
                for choice in protocol.label(field_id).choices
            }
            for field_id in protocol.evaluation.slices
        },
        formats={
            one: _of([(q, o) for q, o in scored if q.format == one])
            for one in (formats if len(formats) > 1 else ())
        },
        # A release has the stem, which cannot be edited, but not the fixed question's
        # id.
        fixed={
            fixed.id: _of([(q, o) for q, o in scored if q.stem == stem])
            for fixed in protocol.questions.fixed
            for stem in [in_language(fixed.stem, protocol.language)]
        },
        reasons=dict(sorted(Counter(o.reason for _, o in scored if o.reason).items())),
    )


def _of(chosen: Sequence[tuple[Question, Outcome]]) -> Tally:
    return tally([o.outcome for _, o in chosen], [q.cluster for q, _ in chosen])
