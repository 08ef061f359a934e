"""How certain the model was of the pairs that people decided."""

from collections.abc import Sequence
from typing import NamedTuple

from reporting.statistics.intervals import Proportion, wilson_proportion

RANGES = (0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Limits of the ranges of certainty that are counted together."""


class DecidedPair(NamedTuple):
    """A pair's certainty, and whether a person found that both show the same."""

    certainty: float
    is_same: bool


class CertaintyCalibration(NamedTuple):
    """``same``: by range of certainty, how many of the decided pairs show the same.

    ``certainty`` is the lowest limit from which, with 95 % confidence (Wilson), at least
    the required share shows the same; None if no limit is known to be safe.
    """

    same: Sequence[tuple[float, Proportion]]
    certainty: float | None


def calibrate_certainty(
    decided: Sequence[DecidedPair], precision: float
) -> CertaintyCalibration:
    """Compare certainties with people's decisions; ``precision`` is a share, 0 to 1."""
    lowest = RANGES[:-1]
    counted = [
        (low, _same(decided, low, high))
        for low, high in zip(lowest, RANGES[1:], strict=True)
    ]
    safe = (
        limit
        for limit in lowest
        if (_same(decided, limit, 1.0).low or 0.0) >= precision
    )
    return CertaintyCalibration(counted, next(safe, None))


def _same(decided: Sequence[DecidedPair], low: float, high: float) -> Proportion:
    answers = [
        pair.is_same
        for pair in decided
        if low <= pair.certainty < high or pair.certainty == high == 1.0
    ]
    return wilson_proportion(sum(answers), len(answers))
