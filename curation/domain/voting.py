"""How far screeners agree: percent, Cohen's and Fleiss' kappa, Krippendorff's alpha.

Cohen, "A coefficient of agreement for nominal scales" (1960); Fleiss, "Measuring nominal
scale agreement among many raters" (1971); alpha by the ``krippendorff`` package.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import krippendorff
import numpy as np
from numpy.typing import NDArray

_Counts = NDArray[np.int64]

Votes = Mapping[int, str]
"""What each person said of one image."""


class PairAgreement(NamedTuple):
    """Two people on the images that both voted on."""

    one: int
    other: int
    images: int
    percent: float
    kappa: float | None
    """Cohen's; None where chance alone would make them agree."""


class VoteAgreement(NamedTuple):
    """Agreement over all images with at least two votes; None where undefined."""

    images: int
    pairs: int
    percent: float | None
    """Share of pairs of votes on one image that say the same."""
    alpha: float | None
    """Krippendorff's, nominal."""
    fleiss: float | None
    """Over the images with as many votes as most have, since it needs equal numbers."""
    fleiss_images: int
    people: Sequence[PairAgreement]


def agreement_of(images: Sequence[Votes]) -> VoteAgreement:
    """Agreement of the votes on ``images``."""
    units = [votes for votes in images if len(votes) > 1]
    table = _table(units)
    pairs = [
        one == other
        for votes in units
        for one, other in combinations(votes.values(), 2)
    ]
    sizes = Counter(int(size) for size in table.sum(axis=1))
    usual = max(sizes, key=lambda size: (sizes[size], size), default=0)
    equal = table[table.sum(axis=1) == usual] if len(table) else table
    return VoteAgreement(
        images=len(units),
        pairs=len(pairs),
        percent=sum(pairs) / len(pairs) if pairs else None,
        alpha=_alpha(table),
        fleiss=fleiss_kappa(equal),
        fleiss_images=len(equal),
        people=_by_pair(units),
    )


def _table(units: Sequence[Votes]) -> _Counts:
    """How often each decision was given to each image: images × decisions."""
    known = sorted({said for votes in units for said in votes.values()})
    rows = [[list(votes.values()).count(one) for one in known] for votes in units]
    return np.array(rows, dtype=np.int64).reshape(len(units), len(known))


def _alpha(table: _Counts) -> float | None:
    # With one decision in all, no disagreement can be expected.
    if table.shape[1] < 2:
        return None
    measured = krippendorff.alpha(value_counts=table, level_of_measurement="nominal")
    return float(measured)


def fleiss_kappa(table: _Counts) -> float | None:
    """Fleiss' kappa of images × decisions, each image with as many votes.

    None without images or where chance alone would make all agree.
    """
    if not table.size:
        return None
    raters = int(table[0].sum())
    same = (table * (table - 1)).sum(axis=1) / (raters * (raters - 1))
    shares = table.sum(axis=0) / table.sum()
    return _beyond_chance(float(same.mean()), float((shares**2).sum()))


def cohen_kappa(table: _Counts) -> float | None:
    """Cohen's kappa of the decisions of one person × those of another."""
    total = table.sum()
    if not total:
        return None
    expected = float((table.sum(axis=1) * table.sum(axis=0)).sum()) / float(total) ** 2
    return _beyond_chance(float(np.trace(table)) / float(total), expected)


def _beyond_chance(observed: float, expected: float) -> float | None:
    return None if expected >= 1 else (observed - expected) / (1 - expected)


def _by_pair(units: Sequence[Votes]) -> list[PairAgreement]:
    both: dict[tuple[int, int], list[tuple[str, str]]] = {}
    for votes in units:
        for one, other in combinations(sorted(votes), 2):
            both.setdefault((one, other), []).append((votes[one], votes[other]))
    found = []
    for (one, other), said in sorted(both.items()):
        known = sorted({decision for pair in said for decision in pair})
        table = np.zeros((len(known), len(known)), dtype=np.int64)
        for first, second in said:
            table[known.index(first), known.index(second)] += 1
        percent = sum(first == second for first, second in said) / len(said)
        found.append(PairAgreement(one, other, len(said), percent, cohen_kappa(table)))
    return found
