"""Two answerers on the same questions: whether their difference is more than chance.

McNemar's test in its exact form (binomial over the questions that one of them got right
and the other wrong; Fagerland et al. 2013), a percentile bootstrap over clusters of
questions about the same pictures (Cameron et al. 2008), and Holm's step-down correction
(Holm 1979) where many slices are looked at in one go.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np
import scipy

from projects.domain.statistics.intervals import Interval

_Key = TypeVar("_Key", bound=Hashable)

SMALL = 30
"""A share of fewer questions than this is flagged: its interval is wide."""

RESAMPLES = 2000


class Pair(NamedTuple):
    """One question that both answered: how right each was, 0 to 1."""

    one: float
    other: float
    cluster: Hashable


@dataclass(frozen=True)
class Counts:
    """Questions by who got them right; they add up to n."""

    both: int
    only_one: int
    only_other: int
    neither: int


@dataclass(frozen=True)
class Difference:
    """How far ``one`` is ahead of ``other`` on the n questions that both answered.

    ``p`` is of the exact McNemar test, two-sided; ``p_adjusted`` after Holm's correction
    over what is shown with it.
    """

    n: int
    clusters: int
    one: float | None
    other: float | None
    difference: float | None
    """Accuracy of one less that of the other; None where n is 0."""
    interval: Interval | None
    """95 %, from resampled clusters; None where there is only one cluster."""
    counts: Counts | None
    """None where an answer is a share of people and not right or wrong."""
    p: float | None
    """Exact McNemar, two-sided; None where there are no counts."""
    p_adjusted: float | None
    """The same after Holm's correction over all that was looked at together."""

    @property
    def small(self) -> bool:
        return self.n < SMALL


def compare(pairs: Sequence[Pair], *, seed: int = 0) -> Difference:
    """The difference between two answerers; the same seed gives the same interval."""
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
    """Two-sided exact p that the two discordant counts come from a fair coin."""
    tossed = only_one + only_other
    return min(
        1.0, 2 * float(scipy.special.bdtr(min(only_one, only_other), tossed, 0.5))
    )


def at_least_by_chance(correct: int, n: int, chance: float) -> float:
    """One-sided exact p that ``correct`` or more of ``n`` are right by chance alone."""
    # bdtrc is P(more than k): so many or more are those above one less.
    return float(scipy.special.bdtrc(correct - 1, n, chance)) if correct else 1.0


def bootstrap_interval(pairs: Sequence[Pair], *, seed: int = 0) -> Interval | None:
    """95 % percentile interval of the mean difference when clusters are drawn anew.

    Clusters keep their questions together; a resample's mean is over the questions it
    holds. None where there is only one cluster.
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
    """Holm's adjusted p for each of ``values``, in their order."""
    adjusted = [0.0] * len(values)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[at]))
        adjusted[at] = highest
    return adjusted


def corrected(differences: Mapping[_Key, Difference]) -> dict[_Key, Difference]:
    """The differences with ``p_adjusted`` by Holm over all that have a p."""
    tested = {key: one.p for key, one in differences.items() if one.p is not None}
    adjusted = dict(zip(tested, holm(list(tested.values())), strict=True))
    return {
        key: replace(one, p_adjusted=adjusted.get(key))
        for key, one in differences.items()
    }
