"""Agreement between annotators: percent and Krippendorff's alpha, with an interval.

Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011); for sets of labels
with the MASI distance (Passonneau 2006). Checked against published examples.
"""

from collections import Counter
from collections.abc import Sequence, Set
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from review.domain.distances import masi

Metric = Literal["nominal", "ordinal", "masi"]
Value = frozenset[str]
Floats = NDArray[np.float64]

RESAMPLES = 500


class Agreement(NamedTuple):
    """How well people agree on one field."""

    metric: Metric
    percent: float | None
    """Share of pairs of people with the same value, averaged over items, 0 to 1."""
    alpha: float | None
    low: float | None
    high: float | None
    """95 % bootstrap interval of alpha over items."""
    used: int
    """Items with at least two values."""
    total: int
    undefined: Literal["", "no_pairs", "no_variation"]
    """Why there is no alpha: nobody answered twice, or everybody said the same."""


def agreement_of(
    items: Sequence[Sequence[Set[str] | None]],
    *,
    metric: Metric,
    order: Sequence[str] = (),
    seed: int = 0,
) -> Agreement:
    """Agreement over ``items``, each the values that people gave it (None: no value).

    ``order`` is the scale for ``ordinal``, whose values are sets of one choice.
    """
    given = [[frozenset(value) for value in item if value] for item in items]
    units = [unit for unit in given if len(unit) > 1]
    if not units:
        return Agreement(metric, None, None, None, None, 0, len(items), "no_pairs")
    percent = sum(map(_same_share, units)) / len(units)
    values = _values(units, order)
    counts = _counts(units, values)
    distances = _distances(values, metric)
    alpha = _alphas(counts, distances, np.ones((1, len(units))))
    if np.isnan(alpha[0]):
        return Agreement(
            metric, percent, None, None, None, len(units), len(items), "no_variation"
        )
    rng = np.random.default_rng(seed)
    share = np.full(len(units), 1 / len(units))
    drawn = rng.multinomial(len(units), share, size=RESAMPLES).astype(float)
    resampled = _alphas(counts, distances, drawn)
    defined = resampled[~np.isnan(resampled)]
    low, high = np.percentile(defined, [2.5, 97.5])
    return Agreement(
        metric,
        percent,
        float(alpha[0]),
        float(low),
        float(high),
        len(units),
        len(items),
        "",
    )


def _same_share(unit: Sequence[Value]) -> float:
    pairs = list(combinations(unit, 2))
    return sum(one == other for one, other in pairs) / len(pairs)


def _values(units: Sequence[Sequence[Value]], order: Sequence[str]) -> list[Value]:
    """Every value that occurs, on the scale if there is one."""
    place = {choice: at for at, choice in enumerate(order)}
    return sorted(
        {value for unit in units for value in unit},
        key=lambda value: (
            min(place.get(choice, len(order)) for choice in value),
            sorted(value),
        ),
    )


def _counts(units: Sequence[Sequence[Value]], values: Sequence[Value]) -> Floats:
    """How often each value was given to each unit: units × values."""
    column = {value: at for at, value in enumerate(values)}
    counts = np.zeros((len(units), len(values)))
    for row, unit in enumerate(units):
        for value, count in Counter(unit).items():
            counts[row, column[value]] = count
    return counts


def _distances(values: Sequence[Value], metric: Metric) -> Floats | None:
    """Distances between values; None where they depend on how often each occurs.

    Nominal and MASI distances are not squared: only differences on a scale are.
    """
    if metric == "ordinal":
        return None
    if metric == "nominal":
        return 1.0 - np.eye(len(values))
    distances = np.zeros((len(values), len(values)))
    for (row, one), (column, other) in combinations(enumerate(values), 2):
        distances[row, column] = distances[column, row] = masi(one, other)
    return distances


def _alphas(counts: Floats, distances: Floats | None, weights: Floats) -> Floats:
    """Alpha for each row of ``weights`` (how often each unit counts); nan: undefined."""
    if distances is None:
        return _ordinal(counts, weights)
    return _fixed(counts, distances, weights)


def _fixed(counts: Floats, distances: Floats, weights: Floats) -> Floats:
    """Alpha with distances that are what they are, whoever is counted."""
    sizes = counts.sum(axis=1)
    # A value is at no distance from itself, so pairs with oneself add nothing.
    within = ((counts @ distances) * counts).sum(axis=1) / (sizes - 1)
    totals = weights @ counts
    n = totals.sum(axis=1)
    observed = (weights @ within) / n
    between = ((totals @ distances) * totals).sum(axis=1)
    return _alpha(observed, between / (n * (n - 1)))


def _ordinal(counts: Floats, weights: Floats) -> Floats:
    """Alpha with the ordinal metric, which depends on how often each value occurs.

    The distance of c and k is the number of values from c to k, each end by half,
    squared (Krippendorff 2011, section on metric differences).
    """
    sizes = counts.sum(axis=1)
    pairs = np.einsum("uc,uk->uck", counts, counts / (sizes - 1)[:, None])
    coincidences = np.einsum("bu,uck->bck", weights, pairs)
    totals = weights @ counts
    n = totals.sum(axis=1)
    middle = np.cumsum(totals, axis=1) - totals / 2
    distances = (middle[:, :, None] - middle[:, None, :]) ** 2
    observed = (coincidences * distances).sum(axis=(1, 2)) / n
    between = np.einsum("bc,bck,bk->b", totals, distances, totals)
    return _alpha(observed, between / (n * (n - 1)))


def _alpha(observed: Floats, expected: Floats) -> Floats:
    """One minus observed over expected disagreement; nan where none is expected."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 0, 1 - observed / expected, np.nan)
