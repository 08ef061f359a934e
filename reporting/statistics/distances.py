"""Distances between two values of a label."""

from collections.abc import Sequence, Set


def jaccard_distance(first: Set[str], second: Set[str]) -> float:
    """Return the Jaccard distance of two sets: 0 (equal) to 1 (nothing shared)."""
    if not first and not second:
        return 0.0
    return 1.0 - len(first & second) / len(first | second)


def masi_distance(first: Set[str], second: Set[str]) -> float:
    """Return the MASI distance of two sets: Jaccard's, less if one contains the other.

    Passonneau, "Measuring agreement on set-valued items" (LREC 2006): one minus the
    Jaccard similarity times 1 (equal), 2/3 (contained), 1/3 (overlap) or 0 (disjoint).
    """
    if first == second:
        return 0.0
    if first <= second or second <= first:
        weight = 2 / 3
    elif first & second:
        weight = 1 / 3
    else:
        weight = 0.0
    return 1.0 - (1.0 - jaccard_distance(first, second)) * weight


def ordinal_distance(first: str, second: str, order: Sequence[str]) -> int:
    """Return the number of steps between two values of an ordered label."""
    return abs(order.index(first) - order.index(second))
