"""Agreement of annotators on one field: every measure with its bootstrap interval."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

import numpy as np

from reporting.statistics.coefficients import (
    Floats,
    Metric,
    RatingTable,
    Value,
    cohen_kappa,
    collect_values,
    count_ratings,
    fleiss_kappa,
    gwet_ac,
    krippendorff_alpha,
    percent_agreement,
    value_on_scale,
)

Measure = Literal[
    "percent", "krippendorff_alpha", "fleiss_kappa", "cohen_kappa", "gwet_ac"
]
Undefined = Literal["", "no_pairs", "no_variation"]
"""Why a value is undefined: no item has two answers, or all answers are equal."""

OVERALL: tuple[Measure, ...] = (
    "percent",
    "krippendorff_alpha",
    "fleiss_kappa",
    "gwet_ac",
)
OF_A_PAIR: tuple[Measure, ...] = (
    "percent",
    "krippendorff_alpha",
    "cohen_kappa",
    "gwet_ac",
)

RESAMPLES = 500
FEWEST_FOR_INTERVAL = 5
"""Minimum number of items for an informative interval."""


@dataclass(frozen=True)
class Estimate:
    """An estimate of one measure, at most 1; chance-corrected ones may be below 0.

    ``undefined`` says why there is no value.

    The interval is the 95 % percentile bootstrap over items, from the resamples in
    which the measure is defined. There is none when these are all equal.
    """

    measure: Measure
    value: float | None
    low: float | None
    high: float | None
    undefined: Undefined


@dataclass(frozen=True)
class Agreement:
    """The agreement of annotators on one field.

    ``used`` of ``total`` items have at least two values. ``commonest`` is the share of
    the commonest value, 0 to 1.
    """

    metric: Metric
    used: int
    total: int
    commonest: float | None
    """Near 1 for a skewed label."""
    estimates: tuple[Estimate, ...]

    def estimate_of_measure(self, measure: Measure) -> Estimate:
        """Return the estimate of a measure. Raises StopIteration if there is none."""
        return next(
            estimate for estimate in self.estimates if estimate.measure == measure
        )

    @property
    def percent(self) -> float | None:
        """Percent agreement: share of pairs of people with the same value, 0 to 1."""
        return self.estimate_of_measure("percent").value

    @property
    def alpha(self) -> float | None:
        """Krippendorff's alpha, which the protocol's minimum refers to."""
        return self.estimate_of_measure("krippendorff_alpha").value

    @property
    def low(self) -> float | None:
        """Lower end of alpha's interval."""
        return self.estimate_of_measure("krippendorff_alpha").low

    @property
    def high(self) -> float | None:
        """Upper end of alpha's interval."""
        return self.estimate_of_measure("krippendorff_alpha").high


def agreement_of(
    items: Sequence[Sequence[Set[str] | None]],
    *,
    metric: Metric,
    scale: Sequence[str] = (),
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Agreement:
    """Return the agreement over ``items``.

    Each item is the list of values that people gave it (None: no value). ``scale``
    lists the field's choices in order. With ``resamples`` 0 there are no intervals.
    """
    units = Counter(
        tuple(
            sorted(
                filter(None, (value_on_scale(v, scale, metric) for v in item)),
                key=sorted,
            )
        )
        for item in items
    )
    del units[()]
    used = sum(n for unit, n in units.items() if len(unit) > 1)
    if not used:
        return _undefined_agreement(metric, len(items), OVERALL)
    table = count_ratings(list(units), collect_values(units, scale, metric))
    weights = _weights(list(units.values()), resamples, seed)
    values_by_measure: dict[Measure, Floats] = {
        "percent": percent_agreement(table, weights),
        "krippendorff_alpha": krippendorff_alpha(table, weights),
        "fleiss_kappa": fleiss_kappa(table, weights),
        "gwet_ac": gwet_ac(table, weights),
    }
    return _agreement(table, weights, used, len(items), values_by_measure)


def compute_pair_agreement(
    items: Sequence[tuple[Set[str] | None, Set[str] | None]],
    *,
    metric: Metric,
    scale: Sequence[str] = (),
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Agreement:
    """Return the agreement of two people over the items that both were assigned."""
    pair_counts: Counter[tuple[Value, Value]] = Counter()
    for item in items:
        first_value, second_value = (
            value_on_scale(value, scale, metric) for value in item
        )
        if first_value and second_value:
            pair_counts[first_value, second_value] += 1
    if not pair_counts:
        return _undefined_agreement(metric, len(items), OF_A_PAIR)
    values = collect_values(pair_counts, scale, metric)
    table = count_ratings(list(pair_counts), values)
    first_table = count_ratings([(value,) for value, _ in pair_counts], values)
    second_table = count_ratings([(value,) for _, value in pair_counts], values)
    weights = _weights(list(pair_counts.values()), resamples, seed)
    values_by_measure: dict[Measure, Floats] = {
        "percent": percent_agreement(table, weights),
        "krippendorff_alpha": krippendorff_alpha(table, weights),
        "cohen_kappa": cohen_kappa(first_table, second_table, weights),
        "gwet_ac": gwet_ac(table, weights),
    }
    return _agreement(
        table, weights, pair_counts.total(), len(items), values_by_measure
    )


def _weights(repeats: Sequence[int], resamples: int, seed: int) -> Floats:
    """Return the count of each distinct unit, then its count in each resample.

    Drawing distinct units by their counts is equivalent to drawing from all units.
    """
    units = sum(repeats)
    occurring = np.array([repeats], dtype=float)
    if units < FEWEST_FOR_INTERVAL:
        return occurring
    rng = np.random.default_rng(seed)
    resampled_counts = rng.multinomial(units, occurring[0] / units, size=resamples)
    return np.vstack([occurring, resampled_counts])


def _agreement(
    table: RatingTable,
    weights: Floats,
    used: int,
    total: int,
    values_by_measure: Mapping[Measure, Floats],
) -> Agreement:
    value_counts = weights[0] @ table.counts
    estimates = tuple(
        _estimate(measure, values, used)
        for measure, values in values_by_measure.items()
    )
    return Agreement(
        table.metric,
        used,
        total,
        float(value_counts.max() / value_counts.sum()),
        estimates,
    )


def _undefined_agreement(
    metric: Metric, total: int, measures: Sequence[Measure]
) -> Agreement:
    estimates = tuple(
        Estimate(measure, None, None, None, "no_pairs") for measure in measures
    )
    return Agreement(metric, 0, total, None, estimates)


def _estimate(measure: Measure, resampled_values: Floats, used: int) -> Estimate:
    """Return the estimate from ``found``: the value, then those of the resamples."""
    if np.isnan(resampled_values[0]):
        return Estimate(measure, None, None, None, "no_variation")
    defined = resampled_values[1:][~np.isnan(resampled_values[1:])]
    if used < FEWEST_FOR_INTERVAL or not defined.size:
        return Estimate(measure, float(resampled_values[0]), None, None, "")
    low, high = np.percentile(defined, [2.5, 97.5])
    if low == high:
        # All resamples are equal, so they say nothing about the spread.
        return Estimate(measure, float(resampled_values[0]), None, None, "")
    return Estimate(measure, float(resampled_values[0]), float(low), float(high), "")
