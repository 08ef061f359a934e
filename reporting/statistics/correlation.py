"""Correlation of two measurements: r, rho and tau, with intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import scipy

from reporting.statistics.intervals import Z95


@dataclass(frozen=True)
class Coefficient:
    """A correlation, -1 to 1, with its 95 % interval if there are enough pairs."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Correlation:
    n: int
    """Number of pairs."""
    clusters: int
    """Number of independent pairs, on which the intervals are based."""
    pearson: Coefficient | None
    """None, like the others, when one side does not vary."""
    spearman: Coefficient | None
    kendall: Coefficient | None
    """Tau-b, which allows for ties."""


def correlation(
    x: Sequence[float], y: Sequence[float], *, clusters: int | None = None
) -> Correlation:
    """Return Pearson's r, Spearman's rho and Kendall's tau-b of pairs.

    Intervals use Fisher's z. The variances are those of Fisher for r, of Bonett and
    Wright (2000) for rho, and of Fieller, Hartley and Pearson (1957) for tau.
    ``clusters`` is the number of independent pairs, if several are about the same item.
    """
    n, independent = len(x), len(x) if clusters is None else clusters
    if n < 2 or len(set(x)) < 2 or len(set(y)) < 2:
        return Correlation(n, independent, None, None, None)
    r = float(scipy.stats.pearsonr(x, y).statistic)
    rho = float(scipy.stats.spearmanr(x, y).statistic)
    tau = float(scipy.stats.kendalltau(x, y).statistic)
    return Correlation(
        n,
        independent,
        _with_interval(r, 1, independent - 3),
        _with_interval(rho, 1 + rho**2 / 2, independent - 3),
        _with_interval(tau, 0.437, independent - 4),
    )


def _with_interval(value: float, numerator: float, freedom: int) -> Coefficient:
    """Return the value with its interval, Fisher's z ± 1.96 √(numerator / freedom)."""
    value = max(-1.0, min(1.0, value))
    if freedom < 1 or abs(value) == 1:
        return Coefficient(value, None, None)
    middle, reach = math.atanh(value), Z95 * math.sqrt(numerator / freedom)
    return Coefficient(value, math.tanh(middle - reach), math.tanh(middle + reach))
