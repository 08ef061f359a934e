"""What people said of items, as numbers to compute agreement with."""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from review.domain.distances import masi

Metric = Literal["nominal", "ordinal", "masi"]
"""How far apart two values are: equal or not; by their places on a scale; by what two
sets share (Passonneau 2006)."""
Value = frozenset[str]
"""What one person chose: one choice, or several where the field takes several."""
Floats = NDArray[np.float64]


class Table(NamedTuple):
    """How often each value was given to each unit: ``counts``, units × values.

    Units have at least one value. ``similarity`` of two values is 1 (the same) to 0.
    """

    metric: Metric
    counts: Floats
    similarity: Floats


class Values(NamedTuple):
    """The values that there are, in order, and how alike any two of them are."""

    metric: Metric
    columns: dict[Value, int]
    similarity: Floats


def values_of(
    units: Iterable[Sequence[Value]], scale: Sequence[str], metric: Metric
) -> Values:
    """All of ``scale`` and what else occurs; of sets, those that occur."""
    occurring = {value for unit in units for value in unit}
    offered = [] if metric == "masi" else [frozenset((choice,)) for choice in scale]
    values = [*offered, *sorted(occurring - set(offered), key=sorted)]
    columns = {value: at for at, value in enumerate(values)}
    return Values(metric, columns, _similarity(values, metric))


def table_of(units: Sequence[Sequence[Value]], values: Values) -> Table:
    """The counts of ``units``, each the values that it was given."""
    column = values.columns
    counts = np.zeros((len(units), len(column)))
    for row, unit in enumerate(units):
        for value, count in Counter(unit).items():
            counts[row, column[value]] = count
    return Table(values.metric, counts, values.similarity)


def on_scale(
    value: Set[str] | None, scale: Sequence[str], metric: Metric
) -> Value | None:
    """The value as it counts; None for nothing chosen.

    A choice that an ordered label no longer offers is nowhere on its scale.
    """
    if not value or (metric == "ordinal" and not value <= set(scale)):
        return None
    return frozenset(value)


def _similarity(values: Sequence[Value], metric: Metric) -> Floats:
    """One minus the distance; on a scale, squared steps (Fleiss and Cohen 1973)."""
    alike = np.eye(len(values))
    if metric == "ordinal":
        places = np.arange(len(values), dtype=float)
        apart = (places[:, None] - places[None, :]) / max(len(values) - 1, 1)
        return np.asarray(1 - apart**2)
    if metric == "masi":
        for (row, one), (column, other) in combinations(enumerate(values), 2):
            alike[row, column] = alike[column, row] = 1 - masi(one, other)
    return alike
