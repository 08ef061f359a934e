"""Proportions and means with their 95 % intervals and standard errors."""

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Z95 = 1.959963984540054
"""Half the width of a 95 % interval in standard errors."""


class Interval(NamedTuple):
    low: float
    high: float


@dataclass(frozen=True)
class Proportion:
    """``count`` of ``n`` with Wilson's 95 % interval of the share.

    With ``n`` 0, share and interval are None.
    """

    count: int
    n: int
    share: float | None
    low: float | None
    high: float | None


def wilson_proportion(count: int, n: int) -> Proportion:
    if not n:
        return Proportion(0, 0, None, None, None)
    return Proportion(count, n, count / n, *wilson_interval(count, n))


def wilson_interval(correct: int, n: int) -> Interval:
    """Return Wilson's 95 % score interval of a proportion (Wilson 1927). ``n`` ≥ 1."""
    share = correct / n
    z2 = Z95 * Z95
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def clustered_standard_error(
    values: Sequence[float], clusters: Sequence[Hashable]
) -> float:
    """Return the standard error of the mean of values in independent clusters.

    sqrt(Σ_c (Σ_i in c (v_i − v̄))²) / n (Miller 2024, "Adding error bars to evals").
    With clusters of size one, it is the usual one with n in place of n − 1.
    """
    mean = sum(values) / len(values)
    sums: defaultdict[Hashable, float] = defaultdict(float)
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] += value - mean
    return math.sqrt(sum(total * total for total in sums.values())) / len(values)
