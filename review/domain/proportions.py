"""Shares with their intervals."""

from math import sqrt
from typing import NamedTuple

_Z = 1.959963984540054
"""Of a 95 % interval."""


class Proportion(NamedTuple):
    """``hits`` of ``n``; the interval is Wilson's, 95 %. Nothing of nothing is None."""

    hits: int
    n: int
    share: float | None
    low: float | None
    high: float | None


def proportion(hits: int, n: int) -> Proportion:
    """A share with the score interval of Wilson ("Probable inference", JASA 1927)."""
    if not n:
        return Proportion(0, 0, None, None, None)
    share = hits / n
    middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z / (1 + _Z**2 / n) * sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
    return Proportion(hits, n, share, max(0.0, middle - half), min(1.0, middle + half))
