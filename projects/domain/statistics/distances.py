"""Distances between two values of a label."""

from collections.abc import Sequence, Set


def jaccard(one: Set[str], other: Set[str]) -> float:
    """Return the Jaccard distance of two sets: 0 (equal) to 1 (nothing shared)."""
    if not one and not other:
        return 0.0
    return 1.0 - len(one & other) / len(one | other)


def masi(one: Set[str], other: Set[str]) -> float:
    """Return the MASI distance of two sets: Jaccard's, less if one contains the other.

    Passonneau, "Measuring agreement on set-valued items" (LREC 2006): one minus the
    Jaccard similarity times 1 (equal), 2/3 (contained), 1/3 (overlap) or 0 (disjoint).
    """
    if one == other:
        return 0.0
    if one <= other or other <= one:
        weight = 2 / 3
    elif one & other:
        weight = 1 / 3
    else:
        weight = 0.0
    return 1.0 - (1.0 - jaccard(one, other)) * weight


def steps(one: str, other: str, order: Sequence[str]) -> int:
    """Return the number of steps between two values of an ordered label."""
    return abs(order.index(one) - order.index(other))
