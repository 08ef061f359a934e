"""Agreement coefficients, computed over many resamples of the units at once.

Every function takes ``weights``, resamples × units: how often each unit counts in each
resample (a row of ones: the original data). It returns one value per resample, nan
where the coefficient is undefined.

Sources: Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011); Gwet,
"Handbook of Inter-Rater Reliability" (4th ed. 2014), chapters 2 to 5, for Fleiss'
generalised kappa and AC1/AC2 with gaps and weights; Cohen (1960, weighted 1968).
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reporting.statistics.distances import masi_distance

Metric = Literal["nominal", "ordinal", "masi"]
"""Distance of two values: equal or not; by their positions on a scale; by the overlap
of two sets (Passonneau 2006)."""
Value = frozenset[str]
"""A person's choice; several choices for a multi-label field."""
Floats = NDArray[np.float64]


class RatingTable(NamedTuple):
    """The number of times that each unit got each value: ``counts``, units × values.

    Every unit has at least one value. ``similarity`` of two values is 1 (equal) to 0.
    """

    metric: Metric
    counts: Floats
    similarity: Floats


class ValueSet(NamedTuple):
    """All values in order, with their pairwise similarity."""

    metric: Metric
    columns: dict[Value, int]
    similarity: Floats


def collect_values(
    units: Iterable[Sequence[Value]], scale: Sequence[str], metric: Metric
) -> ValueSet:
    """Return the values of ``scale`` and those that occur; of sets, only the latter."""
    occurring = {value for unit in units for value in unit}
    scale_values = (
        [] if metric == "masi" else [frozenset((choice,)) for choice in scale]
    )
    values = [*scale_values, *sorted(occurring - set(scale_values), key=sorted)]
    columns = {value: at for at, value in enumerate(values)}
    return ValueSet(metric, columns, _similarity(values, metric))


def count_ratings(units: Sequence[Sequence[Value]], values: ValueSet) -> RatingTable:
    """Return the counts of ``units``, each the list of values that it got."""
    column = values.columns
    counts = np.zeros((len(units), len(column)))
    for row, unit in enumerate(units):
        for value, count in Counter(unit).items():
            counts[row, column[value]] = count
    return RatingTable(values.metric, counts, values.similarity)


def value_on_scale(
    value: Set[str] | None, scale: Sequence[str], metric: Metric
) -> Value | None:
    """Return the value to count, or None if nothing was chosen.

    A choice that an ordered label no longer offers has no position on its scale and is
    None, too.
    """
    if not value or (metric == "ordinal" and not value <= set(scale)):
        return None
    return frozenset(value)


def _similarity(values: Sequence[Value], metric: Metric) -> Floats:
    """Return one minus the distance, squared on a scale (Fleiss and Cohen 1973)."""
    similarity = np.eye(len(values))
    if metric == "ordinal":
        places = np.arange(len(values), dtype=float)
        distances = (places[:, None] - places[None, :]) / max(len(values) - 1, 1)
        return np.asarray(1 - distances**2)
    if metric == "masi":
        for (row, first), (column, second) in combinations(enumerate(values), 2):
            similarity[row, column] = similarity[column, row] = 1 - masi_distance(
                first, second
            )
    return similarity


_LEAST = 1e-12
"""Smallest non-chance share that is more than a rounding error."""


def percent_agreement(table: RatingTable, weights: Floats) -> Floats:
    """Return the share of pairs of people with equal values, averaged over units."""
    return _observed_agreement(table.counts, np.eye(table.counts.shape[1]), weights)


def fleiss_kappa(table: RatingTable, weights: Floats) -> Floats:
    """Return Fleiss' kappa, weighted by similarity for ordered values and sets."""
    shares = _shares(table.counts, weights)
    expected = ((shares @ table.similarity) * shares).sum(axis=1)
    return _correct_for_chance(
        _observed_agreement(table.counts, table.similarity, weights), expected
    )


def gwet_ac(table: RatingTable, weights: Floats) -> Floats:
    """Return Gwet's AC1, or AC2 for ordered values and sets.

    Its chance agreement is small when one value is rare or dominant. It therefore stays
    meaningful for skewed labels, where kappa and alpha approach zero.
    """
    choices = table.counts.shape[1]
    if choices < 2:
        return np.full(len(weights), np.nan)
    shares = _shares(table.counts, weights)
    weight = table.similarity.sum() / (choices * (choices - 1))
    expected = weight * (shares * (1 - shares)).sum(axis=1)
    return _correct_for_chance(
        _observed_agreement(table.counts, table.similarity, weights), expected
    )


def krippendorff_alpha(table: RatingTable, weights: Floats) -> Floats:
    """Return Krippendorff's alpha over the units with two values or more."""
    paired = table.counts.sum(axis=1) > 1
    counts, weights = table.counts[paired], weights[:, paired]
    if table.metric == "ordinal":
        return _ordinal_alpha(counts, weights)
    return _fixed_alpha(counts, 1 - table.similarity, weights)


def cohen_kappa(first: RatingTable, second: RatingTable, weights: Floats) -> Floats:
    """Return Cohen's kappa of two people who gave each unit one value each.

    It is weighted by similarity for ordered values and sets.
    """
    total = weights.sum(axis=1)
    unit_similarities = ((first.counts @ first.similarity) * second.counts).sum(axis=1)
    first_totals, second_totals = weights @ first.counts, weights @ second.counts
    expected = ((first_totals @ first.similarity) * second_totals).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _correct_for_chance(
            np.asarray(weights @ unit_similarities / total), expected / total**2
        )


def _observed_agreement(counts: Floats, similarity: Floats, weights: Floats) -> Floats:
    """Return the mean similarity of two people's values.

    Only units with two or more values count.
    """
    paired = counts.sum(axis=1) > 1
    counts, weights = counts[paired], weights[:, paired]
    sizes = counts.sum(axis=1)
    # A value has similarity 1 with itself; subtract each person's pair with themselves.
    pair_similarities = ((counts @ similarity) * counts).sum(axis=1) - sizes
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(
            weights @ (pair_similarities / (sizes * (sizes - 1))) / weights.sum(axis=1)
        )


def _shares(counts: Floats, weights: Floats) -> Floats:
    """Return the share of each value, units weighted equally: resamples × values."""
    unit_shares = counts / counts.sum(axis=1, keepdims=True)
    return np.asarray(weights @ unit_shares / weights.sum(axis=1, keepdims=True))


def _correct_for_chance(observed: Floats, expected: Floats) -> Floats:
    """Return the chance-corrected agreement; nan when chance explains everything."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = (observed - expected) / (1 - expected)
    return np.where(1 - expected > _LEAST, value, np.nan)


def _fixed_alpha(counts: Floats, distances: Floats, weights: Floats) -> Floats:
    """Return alpha with distances that do not depend on the data.

    Nominal and MASI distances are not squared; only differences on a scale are.
    """
    sizes = counts.sum(axis=1)
    # A value has distance 0 to itself, so a person's pair with themselves adds nothing.
    within = ((counts @ distances) * counts).sum(axis=1) / (sizes - 1)
    totals = weights @ counts
    between = ((totals @ distances) * totals).sum(axis=1)
    return _alpha(weights @ within, between, totals.sum(axis=1))


def _ordinal_alpha(counts: Floats, weights: Floats) -> Floats:
    """Return alpha with the ordinal metric, which depends on the values' frequencies.

    The distance of c and k is the squared number of values from c to k, each end
    counted by half (Krippendorff 2011, section on metric differences).
    """
    sizes = counts.sum(axis=1)
    pairs = np.einsum("uc,uk->uck", counts, counts / (sizes - 1)[:, None])
    coincidences = np.einsum("bu,uck->bck", weights, pairs, optimize=True)
    totals = weights @ counts
    middle = np.cumsum(totals, axis=1) - totals / 2
    distances = (middle[:, :, None] - middle[:, None, :]) ** 2
    observed = (coincidences * distances).sum(axis=(1, 2))
    between = np.einsum("bc,bck,bk->b", totals, distances, totals, optimize=True)
    return _alpha(observed, between, totals.sum(axis=1))


def _alpha(observed: Floats, between: Floats, n: Floats) -> Floats:
    """Return one minus observed over expected disagreement; nan if none is expected."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(between > _LEAST, 1 - (n - 1) * observed / between, np.nan)
