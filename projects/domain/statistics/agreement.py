"""Agreement of annotators on one field: every measure with its bootstrap interval."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

import numpy as np

from projects.domain.statistics.coefficients import (
    Floats,
    Metric,
    Table,
    Value,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac,
    krippendorff_alpha,
    on_scale,
    percent,
    table_of,
    values_of,
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

    def of(self, measure: Measure) -> Estimate:
        """Return the estimate of a measure. Raises StopIteration if there is none."""
        return next(one for one in self.estimates if one.measure == measure)

    @property
    def percent(self) -> float | None:
        """Percent agreement: share of pairs of people with the same value, 0 to 1."""
        return self.of("percent").value

    @property
    def alpha(self) -> float | None:
        """Krippendorff's alpha, which the protocol's minimum refers to."""
        return self.of("krippendorff_alpha").value

    @property
    def low(self) -> float | None:
        """Lower end of alpha's interval."""
        return self.of("krippendorff_alpha").low

    @property
    def high(self) -> float | None:
        """Upper end of alpha's interval."""
        return self.of("krippendorff_alpha").high


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
            sorted(filter(None, (on_scale(v, scale, metric) for v in item)), key=sorted)
        )
        for item in items
    )
    del units[()]
    used = sum(n for unit, n in units.items() if len(unit) > 1)
    if not used:
        return _nothing(metric, len(items), OVERALL)
    table = table_of(list(units), values_of(units, scale, metric))
    weights = _weights(list(units.values()), resamples, seed)
    found: dict[Measure, Floats] = {
        "percent": percent(table, weights),
        "krippendorff_alpha": krippendorff_alpha(table, weights),
        "fleiss_kappa": fleiss_kappa(table, weights),
        "gwet_ac": gwet_ac(table, weights),
    }
    return _agreement(table, weights, used, len(items), found)


def pair_agreement_of(
    items: Sequence[tuple[Set[str] | None, Set[str] | None]],
    *,
    metric: Metric,
    scale: Sequence[str] = (),
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Agreement:
    """Return the agreement of two people over the items that both were assigned."""
    both: Counter[tuple[Value, Value]] = Counter()
    for item in items:
        one, other = (on_scale(value, scale, metric) for value in item)
        if one and other:
            both[one, other] += 1
    if not both:
        return _nothing(metric, len(items), OF_A_PAIR)
    values = values_of(both, scale, metric)
    table = table_of(list(both), values)
    first = table_of([(one,) for one, _ in both], values)
    second = table_of([(other,) for _, other in both], values)
    weights = _weights(list(both.values()), resamples, seed)
    found: dict[Measure, Floats] = {
        "percent": percent(table, weights),
        "krippendorff_alpha": krippendorff_alpha(table, weights),
        "cohen_kappa": cohen_kappa(first, second, weights),
        "gwet_ac": gwet_ac(table, weights),
    }
    return _agreement(table, weights, both.total(), len(items), found)


def _weights(repeats: Sequence[int], resamples: int, seed: int) -> Floats:
    """Return the count of each distinct unit, then its count in each resample.

    Drawing distinct units by their counts is equivalent to drawing from all units.
    """
    units = sum(repeats)
    occurring = np.array([repeats], dtype=float)
    if units < FEWEST_FOR_INTERVAL:
        return occurring
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(units, occurring[0] / units, size=resamples)
    return np.vstack([occurring, drawn])


def _agreement(
    table: Table,
    weights: Floats,
    used: int,
    total: int,
    found: Mapping[Measure, Floats],
) -> Agreement:
    given = weights[0] @ table.counts
    estimates = tuple(_estimate(one, values, used) for one, values in found.items())
    return Agreement(
        table.metric, used, total, float(given.max() / given.sum()), estimates
    )


def _nothing(metric: Metric, total: int, measures: Sequence[Measure]) -> Agreement:
    none = tuple(Estimate(one, None, None, None, "no_pairs") for one in measures)
    return Agreement(metric, 0, total, None, none)


def _estimate(measure: Measure, found: Floats, used: int) -> Estimate:
    """Return the estimate from ``found``: the value, then those of the resamples."""
    if np.isnan(found[0]):
        return Estimate(measure, None, None, None, "no_variation")
    defined = found[1:][~np.isnan(found[1:])]
    if used < FEWEST_FOR_INTERVAL or not defined.size:
        return Estimate(measure, float(found[0]), None, None, "")
    low, high = np.percentile(defined, [2.5, 97.5])
    if low == high:
        # All resamples are equal, so they say nothing about the spread.
        return Estimate(measure, float(found[0]), None, None, "")
    return Estimate(measure, float(found[0]), float(low), float(high), "")
