"""Tie groups of a leaderboard: models whose difference may be noise share a group.

Two models are compared by McNemar's exact test on the questions that both answered;
Holm's correction is over all pairs. A group holds its best model and every model that
does not differ from it significantly.
"""

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from statistics import median
from typing import TypeVar

import numpy as np

from reporting.statistics.intervals import clustered_standard_error
from reporting.statistics.significance import (
    Values,
    holm_adjusted_p_values,
    mcnemar_p_value,
)

LEVEL = 0.05

_Key = TypeVar("_Key", bound=Hashable)

_DETECTED = 1.96 + 0.8416
"""Standard errors that a difference must have to be found in 80 % of samples, with a
two-sided test at level .05."""


def tie_groups(scores: Mapping[_Key, Values]) -> dict[_Key, int]:
    """Return the group of each model, from 1, the best first.

    ``scores`` hold 1 for a correct answer, 0 for another, and NaN for a question that
    was not asked.
    """
    order = sorted(scores, key=lambda key: -_mean(scores[key]))
    pairs = list(combinations(order, 2))
    p_values = holm_adjusted_p_values([_p(scores[a], scores[b]) for a, b in pairs])
    adjusted = dict(zip(pairs, p_values, strict=True))
    groups: dict[_Key, int] = {}
    best: _Key | None = None
    group = 0
    for key in order:
        if best is None or adjusted[best, key] < LEVEL:
            best, group = key, group + 1
        groups[key] = group
    return groups


def smallest_difference(
    scores: Sequence[Values], clusters: Sequence[int]
) -> float | None:
    """Return the difference of accuracies that the questions resolve with 80 % power.

    It is the median over all pairs of models, from the clustered standard errors of
    their differences. None for fewer than two models.
    """
    errors = []
    for first, second in combinations(scores, 2):
        both = np.flatnonzero(~np.isnan(first + second))
        if len(both):
            difference = (first - second)[both]
            of_images = [clusters[int(at)] for at in both]
            errors.append(clustered_standard_error(difference.tolist(), of_images))
    return _DETECTED * median(errors) if errors else None


def _mean(values: Values) -> float:
    answered = values[~np.isnan(values)]
    return float(answered.mean()) if len(answered) else 0.0


def _p(first: Values, second: Values) -> float:
    both = ~np.isnan(first + second)
    won = int(((first == 1) & (second == 0) & both).sum())
    lost = int(((first == 0) & (second == 1) & both).sum())
    return mcnemar_p_value(won, lost)
