"""Significance of the difference of two answerers on the same questions.

McNemar's exact test (binomial over the questions that exactly one of them got right;
Fagerland et al. 2013); a percentile bootstrap over clusters of questions about the same
images (Cameron et al. 2008); and Holm's step-down correction (Holm 1979) where many
slices are tested together.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from reporting.statistics.intervals import Interval

_Key = TypeVar("_Key", bound=Hashable)

SMALL = 30
"""Number of questions below which a share is flagged for its wide interval."""

RESAMPLES = 2000

_DECIMALS = 9
"""Sums of equal shares that differ beyond these decimals are equal."""

Values = NDArray[np.float64]


@dataclass(frozen=True)
class PairedCounts:
    """Numbers of questions by who got them right; their sum is n."""

    both: int
    only_one: int
    only_other: int
    neither: int


@dataclass(frozen=True)
class PairedDifference:
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
    counts: PairedCounts | None
    """None if an answer is a share of people and not right or wrong."""
    p: float | None
    """Exact McNemar test, two-sided; None without counts."""
    p_adjusted: float | None
    """``p`` after Holm's correction over all differences tested together."""

    @property
    def small(self) -> bool:
        return self.n < SMALL


def compare_paired(
    first: ArrayLike, second: ArrayLike, clusters: ArrayLike, *, seed: int = 0
) -> PairedDifference:
    """Return the difference of two answerers; the seed determines the interval.

    Entry i of each argument is about the i-th question that both answered: how correct
    each of them is, from 0 to 1, and the cluster of the question.
    """
    first_scores = np.asarray(first, dtype=float)
    second_scores = np.asarray(second, dtype=float)
    n = len(first_scores)
    if not n:
        return PairedDifference(0, 0, None, None, None, None, None, None, None)
    totals, sizes = _by_cluster(first_scores - second_scores, clusters)
    counts = _counts(first_scores, second_scores)
    p = mcnemar_p_value(counts.only_one, counts.only_other) if counts else None
    return PairedDifference(
        n=n,
        clusters=len(sizes),
        one=float(first_scores.mean()),
        other=float(second_scores.mean()),
        difference=float(first_scores.mean() - second_scores.mean()),
        interval=bootstrap_interval(totals, sizes, seed=seed),
        counts=counts,
        p=p,
        p_adjusted=p,
    )


def _by_cluster(values: Values, clusters: ArrayLike) -> tuple[Values, Values]:
    """Return the sum of the values in each cluster, and their number."""
    _, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    sizes = np.bincount(cluster).astype(np.float64)
    return np.bincount(cluster, weights=values).astype(np.float64), sizes


def _counts(first: Values, second: Values) -> PairedCounts | None:
    if not (np.isin(first, (0, 1)).all() and np.isin(second, (0, 1)).all()):
        return None
    first_correct, second_correct = first == 1, second == 1
    return PairedCounts(
        both=int((first_correct & second_correct).sum()),
        only_one=int((first_correct & ~second_correct).sum()),
        only_other=int((~first_correct & second_correct).sum()),
        neither=int((~first_correct & ~second_correct).sum()),
    )


def mcnemar_p_value(only_one: int, only_other: int) -> float:
    """Return the exact two-sided p of two discordant counts under a fair coin."""
    discordant = only_one + only_other
    return min(
        1.0, 2 * float(scipy.special.bdtr(min(only_one, only_other), discordant, 0.5))
    )


def binomial_tail_probability(correct: int, n: int, chance: float) -> float:
    """Return the exact one-sided p of ``correct`` or more of ``n`` right by chance."""
    # bdtrc is P(more than k), so k is one less.
    return float(scipy.special.bdtrc(correct - 1, n, chance)) if correct else 1.0


def bootstrap_interval(
    totals: Values, sizes: Values, *, seed: int = 0
) -> Interval | None:
    """Return the 95 % percentile interval of the mean difference over clusters.

    ``totals`` are the summed differences of the clusters and ``sizes`` their numbers of
    questions. Clusters are resampled with their questions; the mean of a resample is
    over the questions in it. None with a single cluster.
    """
    n = len(totals)
    if n < 2:
        return None
    # Equal clusters are interchangeable, so only how often each kind is drawn matters.
    kinds, counts = np.unique(
        np.column_stack([totals.round(_DECIMALS), sizes]), axis=0, return_counts=True
    )
    drawn = np.random.default_rng(seed).multinomial(n, counts / n, size=RESAMPLES)
    means = (drawn @ kinds[:, 0]) / (drawn @ kinds[:, 1])
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(low), float(high))


def holm_adjusted_p_values(values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p for each of ``values``, in their order."""
    adjusted = [0.0] * len(values)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[at]))
        adjusted[at] = highest
    return adjusted


def bonferroni_holm(
    differences: Mapping[_Key, PairedDifference],
) -> dict[_Key, PairedDifference]:
    """Return the differences with ``p_adjusted`` by Holm over all that have a p."""
    p_values = {
        key: difference.p
        for key, difference in differences.items()
        if difference.p is not None
    }
    adjusted = dict(
        zip(p_values, holm_adjusted_p_values(list(p_values.values())), strict=True)
    )
    return {
        key: replace(difference, p_adjusted=adjusted.get(key))
        for key, difference in differences.items()
    }
