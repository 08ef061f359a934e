"""Forecast of when work is finished, from the counts of the last days.

Days are drawn with replacement from the last days, including idle ones, until nothing
is left (bootstrap of days: Efron, "Bootstrap Methods", Annals of Statistics 7, 1979).
The range holds the middle 80 % of the drawn futures. It assumes the same pace and knows
of no holidays and no future work.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

FEWEST_DAYS = 3
"""Fewest days with work from which a pace is computed."""
IDLE_DAYS = 7
"""Days without work after which there is no pace."""
HORIZON = 365
"""Days beyond which no date is given."""
_FUTURES = 400
_LOW, _HIGH = 0.1, 0.9

Eligibility = Literal["not_enough", "idle", "known"]


class Forecast(NamedTuple):
    """The range ``low`` to ``high`` of further days; None beyond ``HORIZON``."""

    standing: Eligibility
    pace: float | None
    """Mean count a day since the first day with work."""
    low: int | None
    high: int | None


def forecast_days(left: int, done: Sequence[int]) -> Forecast:
    """Forecast the days until ``left`` (> 0) is done.

    ``done`` holds the counts of the last days, the earliest first. They must be whole
    days, because an unfinished day counts too little.
    """
    first = next((at for at, count in enumerate(done) if count), len(done))
    days = done[first:]
    if sum(count > 0 for count in days) < FEWEST_DAYS:
        return Forecast("not_enough", None, None, None)
    if not any(days[-IDLE_DAYS:]):
        return Forecast("idle", None, None, None)
    pace = sum(days) / len(days)
    drawn = np.random.default_rng(0).choice(np.array(days), (_FUTURES, HORIZON))
    # The days of each future after which something is still left, plus one.
    needed = (drawn.cumsum(axis=1) < left).sum(axis=1) + 1
    low, high = np.quantile(needed, (_LOW, _HIGH), method="inverted_cdf")
    return Forecast("known", pace, _within(int(low)), _within(int(high)))


def _within(days: int) -> int | None:
    return days if days <= HORIZON else None
