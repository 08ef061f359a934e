"""Significance of the difference of two answerers on the same questions.

McNemar's exact test (binomial over the questions that exactly one of them got right;
Fagerland et al. 2013); a percentile bootstrap over clusters of questions about the same
images (Cameron et al. 2008); and Holm's step-down correction (Holm 1979) where many
slices are tested together.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np
import scipy

from projects.domain.statistics.intervals import Interval

_Key = TypeVar("_Key", bound=Hashable)

SMALL = 30
"""Number of questions below which a share is flagged for its wide interval."""

RESAMPLES = 2000


class Pair(NamedTuple):
    """A question that both answered: the correctness of each, 0 to 1."""

    one: float
    other: float
    cluster: Hashable


@dataclass(frozen=True)
class Counts:
    """Numbers of questions by who got them right; their sum is n."""

    both: int
    only_one: int
    only_other: int
    neither: int


@dataclass(frozen=True)
class Difference:
    """The lead of ``one`` over ``other`` on the n questions that both answered.

    ``p`` is from the two-sided exact McNemar test; ``p_adjusted`` is Holm-corrected
    over the differences shown together.
    """

    n: int
    clusters: int
    one: float | None
    other: float | None
    difference: float | None
    """Accuracy of ``one`` minus that of ``other``; None where n is 0."""
    interval: Interval | None
    """95 %, from resampled clusters; None with a single cluster."""
    counts: Counts | None
    """None if an answer is a share of people and not right or wrong."""
    p: float | None
    """Exact McNemar test, two-sided; None without counts."""
    p_adjusted: float | None
    """``p`` after Holm's correction over all differences tested together."""

    @property
    def small(self) -> bool:
        return self.n < SMALL


def compare(pairs: Sequence[Pair], *, seed: int = 0) -> Difference:
    """Return the difference of two answerers; the seed determines the interval."""
    if not pairs:
        return Difference(0, 0, None, None, None, None, None, None, None)
    n = len(pairs)
    one = sum(pair.one for pair in pairs) / n
    other = sum(pair.other for pair in pairs) / n
    counts = _counts(pairs)
    p = mcnemar(counts.only_one, counts.only_other) if counts else None
    return Difference(
        n=n,
        clusters=len({pair.cluster for pair in pairs}),
        one=one,
        other=other,
        difference=one - other,
        interval=bootstrap_interval(pairs, seed=seed),
        counts=counts,
        p=p,
        p_adjusted=p,
    )


def _counts(pairs: Sequence[Pair]) -> Counts | None:
    if any(value not in (0, 1) for pair in pairs for value in (pair.one, pair.other)):
        return None
    seen = [(bool(pair.one), bool(pair.other)) for pair in pairs]
    return Counts(
        both=seen.count((True, True)),
        only_one=seen.count((True, False)),
        only_other=seen.count((False, True)),
        neither=seen.count((False, False)),
    )


def mcnemar(only_one: int, only_other: int) -> float:
    """Return the exact two-sided p of two discordant counts under a fair coin."""
    tossed = only_one + only_other
    return min(
        1.0, 2 * float(scipy.special.bdtr(min(only_one, only_other), tossed, 0.5))
    )


def at_least_by_chance(correct: int, n: int, chance: float) -> float:
    """Return the exact one-sided p of ``correct`` or more of ``n`` right by chance."""
    # bdtrc is P(more than k), so k is one less.
    return float(scipy.special.bdtrc(correct - 1, n, chance)) if correct else 1.0


def bootstrap_interval(pairs: Sequence[Pair], *, seed: int = 0) -> Interval | None:
    """Return the 95 % percentile interval of the mean difference over clusters.

    Clusters are resampled with their questions; the mean of a resample is over the
    questions in it. None with a single cluster.
    """
    sums: dict[Hashable, tuple[float, int]] = {}
    for pair in pairs:
        total, size = sums.get(pair.cluster, (0.0, 0))
        sums[pair.cluster] = (total + pair.one - pair.other, size + 1)
    if len(sums) < 2:
        return None
    totals, sizes = np.array(list(sums.values())).T
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(sums), size=(RESAMPLES, len(sums)))
    means = totals[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(low), float(high))


def holm(values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p for each of ``values``, in their order."""
    adjusted = [0.0] * len(values)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[at]))
        adjusted[at] = highest
    return adjusted


def corrected(differences: Mapping[_Key, Difference]) -> dict[_Key, Difference]:
    """Return the differences with ``p_adjusted`` by Holm over all that have a p."""
    tested = {key: one.p for key, one in differences.items() if one.p is not None}
    adjusted = dict(zip(tested, holm(list(tested.values())), strict=True))
    return {
        key: replace(one, p_adjusted=adjusted.get(key))
        for key, one in differences.items()
    }
