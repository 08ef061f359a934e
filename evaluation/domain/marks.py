"""How far the marks of a judge model, or a metric, go with those of people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True)
class Consistency:
    """A judge beside people on the items that all of them marked.

    CII-Bench, §4.3.2, gives one figure without saying how it is counted, so there are
    several here.
    """

    items: int
    equal: float | None
    """Share of the pairs of judge and person with the same mark."""
    within_one: float | None
    """Share of those pairs no more than one point of the scale apart."""
    rank_correlation: float | None
    """Spearman's, of the judge's mark and the mean of people; None without variation."""


def consistency(
    judge: Mapping[str, int],
    people: Mapping[str, Sequence[int]],
    *,
    scale: Sequence[int],
) -> Consistency:
    """Compare marks by item; points apart are counted along the ascending ``scale``."""
    shared = sorted(item for item in judge if people.get(item))
    apart = [
        abs(scale.index(judge[item]) - scale.index(mark))
        for item in shared
        for mark in people[item]
    ]
    return Consistency(
        items=len(shared),
        equal=fmean(one == 0 for one in apart) if apart else None,
        within_one=fmean(one <= 1 for one in apart) if apart else None,
        rank_correlation=spearman(
            [float(judge[item]) for item in shared],
            [fmean(people[item]) for item in shared],
        ),
    )


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rank correlation, ties at their mean rank; None without variation."""
    return pearson(_ranks(one), _ranks(other))


def pearson(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's correlation; None where a side does not vary."""
    if len(one) < 2:
        return None
    mean_one, mean_other = fmean(one), fmean(other)
    both = sum(
        (a - mean_one) * (b - mean_other) for a, b in zip(one, other, strict=True)
    )
    spread = sum((a - mean_one) ** 2 for a in one) * sum(
        (b - mean_other) ** 2 for b in other
    )
    return both / spread**0.5 if spread > 0 else None


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(values)
    return [(2 * order.index(v) + order.count(v) + 1) / 2 for v in values]
