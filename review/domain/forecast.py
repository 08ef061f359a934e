"""When some work will be finished, from what was done on each of the last days.

Days are drawn with replacement from those days, idle ones included, until nothing is
left (bootstrap of days: Efron, "Bootstrap Methods", Annals of Statistics 7, 1979). The
range holds the middle eight tenths of the drawn futures. It says what follows if people
go on as they did; it knows of no holiday and of no work that is yet to come.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

FEWEST_DAYS = 3
"""Days with work from which a pace is more than a guess."""
IDLE_DAYS = 7
"""Days without work after which there is no pace any more."""
HORIZON = 365
"""Days from which on a date would pretend to know."""
_FUTURES = 400
_LOW, _HIGH = 0.1, 0.9

Eligibility = Literal["not_enough", "idle", "known"]


class Forecast(NamedTuple):
    """``low`` to ``high`` further days; None where it is more than ``HORIZON``."""

    standing: Eligibility
    pace: float | None
    """Mean of a day since the first day with work."""
    low: int | None
    high: int | None


def forecast(left: int, done: Sequence[int]) -> Forecast:
    """When ``left``, more than nothing, will be done after days on which ``done`` was, the earliest first.

    Whole days only: the one that is not over yet says too little.
    """
    first = next((at for at, count in enumerate(done) if count), len(done))
    days = done[first:]
    if sum(count > 0 for count in days) < FEWEST_DAYS:
        return Forecast("not_enough", None, None, None)
    if not any(days[-IDLE_DAYS:]):
        return Forecast("idle", None, None, None)
    pace = sum(days) / len(days)
    drawn = np.random.default_rng(0).choice(np.array(days), (_FUTURES, HORIZON))
    # Of each future, the days at whose end something is still left, and one more.
    needed = (drawn.cumsum(axis=1) < left).sum(axis=1) + 1
    low, high = np.quantile(needed, (_LOW, _HIGH), method="inverted_cdf")
    return Forecast("known", pace, _within(int(low)), _within(int(high)))


def _within(days: int) -> int | None:
    return days if days <= HORIZON else None
