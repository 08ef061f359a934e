"""Outcomes with their metrics, overall and by label."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reporting.statistics.intervals import Interval, wilson_interval
from subtext_protocol.document import Protocol
from subtext_protocol.text import in_language
from subtext_runner.metrics.base import Outcomes
from subtext_runner.metrics.error_rate import ErrorRate
from subtext_runner.metrics.registry import METRICS
from subtext_runner.outcomes import Outcome, OutcomeKind
from subtext_runner.questions import Question


@dataclass(frozen=True)
class Tally:
    """Outcomes of ``n`` questions; correct + incorrect + miss + error = n."""

    n: int
    correct: int
    incorrect: int
    miss: int
    error: int
    interval: Interval | None
    """95 % Wilson score interval of the accuracy; None without questions."""
    clusters: int
    metrics: Mapping[str, float | None]
    """By id of the metric; None without questions."""

    def data(self) -> dict[str, Any]:
        """Return the tally as plain JSON, in which metrics stand beside the counts."""
        counts = {
            name: value for name, value in vars(self).items() if name != "metrics"
        }
        return {**counts, **self.metrics}


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

    def data(self) -> dict[str, Any]:
        """Return the scores as plain JSON."""
        return without_scores_of_errors(
            {
                "overall": self.overall.data(),
                "published": self.published.data(),
                "slices": {field: _data(of) for field, of in self.slices.items()},
                "formats": _data(self.formats),
                "fixed": _data(self.fixed),
                "reasons": dict(self.reasons),
            }
        )


def without_scores_of_errors(scores: Mapping[str, Any]) -> dict[str, Any]:
    """Return scores in which a tally of nothing but errors has no rates.

    Questions to which no response came say nothing about a model: 0 % correct would be
    a score.
    """
    return {name: _without_rates(value) for name, value in scores.items()}


def _without_rates(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if "accuracy" not in value:
        return {name: _without_rates(part) for name, part in value.items()}
    if not value["n"] or value.get("error", 0) < value["n"]:
        return value
    rates = (metric.id for metric in METRICS if metric.id != ErrorRate.id)
    return {**value, **dict.fromkeys(rates), "interval": None}


def _data(tallies: Mapping[str, Tally]) -> dict[str, Any]:
    return {name: tally.data() for name, tally in tallies.items()}


def tally_outcomes(
    outcomes: Sequence[OutcomeKind], clusters: Sequence[Hashable]
) -> Tally:
    """Count the outcomes of questions that belong to these clusters."""
    n = len(outcomes)
    counts = Counter(outcomes)
    counted = Outcomes(outcomes, clusters)
    return Tally(
        n=n,
        correct=counts["correct"],
        incorrect=counts["incorrect"],
        miss=counts["miss"],
        error=counts["error"],
        interval=wilson_interval(counts["correct"], n) if n else None,
        clusters=len(set(clusters)),
        metrics={
            metric.id: metric.compute(counted) if n else None for metric in METRICS
        },
    )


def summarise_scores(
    scored: Sequence[tuple[Question, Outcome]], protocol: Protocol
) -> Scores:
    """Count outcomes overall and within every choice of the protocol's slice fields.

    A choice without questions has a tally of n = 0. Questions with several labels count
    in each, so the n of a field may add up to more than the total.
    """
    formats = protocol.questions.formats
    return Scores(
        overall=_tally_outcomes(scored),
        published=tally_outcomes(
            [o.published for _, o in scored], [q.cluster_key for q, _ in scored]
        ),
        slices={
            field_id: {
                choice.id: _tally_outcomes(
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
            question_format: _tally_outcomes(
                [(q, o) for q, o in scored if q.format == question_format]
            )
            for question_format in (formats if len(formats) > 1 else ())
        },
        # A release has the stem, which cannot be edited, but not the fixed question's
        # id.
        fixed={
            fixed.id: _tally_outcomes([(q, o) for q, o in scored if q.stem == stem])
            for fixed in protocol.questions.fixed
            for stem in [in_language(fixed.stem, protocol.language)]
        },
        reasons=dict(sorted(Counter(o.reason for _, o in scored if o.reason).items())),
    )


def _tally_outcomes(outcomes: Sequence[tuple[Question, Outcome]]) -> Tally:
    return tally_outcomes(
        [o.outcome for _, o in outcomes], [q.cluster_key for q, _ in outcomes]
    )
