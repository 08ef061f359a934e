"""Consistency of a judge model's ratings with those of people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from reporting.statistics.correlation import correlation


@dataclass(frozen=True)
class Consistency:
    """Consistency of a judge with people, on the items that both rated.

    CII-Bench, §4.3.2, gives one figure without a definition, so there are several here.
    """

    items: int
    equal: float | None
    """Share of the judge–person pairs with the same mark."""
    within_one: float | None
    """Share of those pairs at most one scale point apart."""
    rank_correlation: float | None
    """Spearman's, of the judge's marks and people's means; None without variation."""


def consistency(
    judge: Mapping[str, int],
    people: Mapping[str, Sequence[int]],
    *,
    scale: Sequence[int],
) -> Consistency:
    """Compare marks by item; distances are counted along the ascending ``scale``."""
    shared = sorted(item for item in judge if people.get(item))
    distances = [
        abs(scale.index(judge[item]) - scale.index(mark))
        for item in shared
        for mark in people[item]
    ]
    correlations = correlation(
        [float(judge[item]) for item in shared],
        [fmean(people[item]) for item in shared],
    )
    return Consistency(
        items=len(shared),
        equal=fmean(distance == 0 for distance in distances) if distances else None,
        within_one=fmean(distance <= 1 for distance in distances)
        if distances
        else None,
        rank_correlation=correlations.spearman.value if correlations.spearman else None,
    )
