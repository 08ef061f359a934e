"""Agreement of screeners: percent, Cohen's and Fleiss' kappa, Krippendorff's alpha."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from reporting.statistics import agreement

Votes = Mapping[int, str]
"""Votes on one image, by person."""


class PairAgreement(NamedTuple):
    """Agreement of two people on the images that both voted on."""

    one: int
    other: int
    images: int
    percent: float
    kappa: float | None
    """Cohen's kappa; None if chance alone would make them agree."""


class VoteAgreement(NamedTuple):
    """Agreement over all images with at least two votes; None if undefined."""

    images: int
    pairs: int
    percent: float | None
    """Share of equal pairs among all pairs of votes on the same image."""
    alpha: float | None
    """Krippendorff's alpha for nominal data."""
    fleiss: float | None
    """Fleiss' kappa over the images with the most common number of votes, because it
    needs equal numbers."""
    fleiss_images: int
    people: Sequence[PairAgreement]


def vote_agreement(images: Sequence[Votes]) -> VoteAgreement:
    """Return the agreement of the votes on ``images``."""
    units = [votes for votes in images if len(votes) > 1]
    pairs = [
        first == second
        for votes in units
        for first, second in combinations(votes.values(), 2)
    ]
    sizes = Counter(map(len, units))
    usual = max(sizes, key=lambda size: (sizes[size], size), default=0)
    equal = [votes for votes in units if len(votes) == usual]
    return VoteAgreement(
        images=len(units),
        pairs=len(pairs),
        percent=sum(pairs) / len(pairs) if pairs else None,
        alpha=_nominal(units).alpha,
        fleiss=_nominal(equal).estimate_of_measure("fleiss_kappa").value,
        fleiss_images=len(equal),
        people=_by_pair(units),
    )


def _nominal(units: Sequence[Votes]) -> agreement.Agreement:
    labels = [[frozenset({vote}) for vote in votes.values()] for votes in units]
    return agreement.agreement_of(labels, metric="nominal", resamples=0)


def _by_pair(units: Sequence[Votes]) -> list[PairAgreement]:
    both: dict[tuple[int, int], list[tuple[frozenset[str], frozenset[str]]]] = {}
    for votes in units:
        for first, second in combinations(sorted(votes), 2):
            labels = frozenset({votes[first]}), frozenset({votes[second]})
            both.setdefault((first, second), []).append(labels)
    pairs = []
    for (first, second), pair_labels in sorted(both.items()):
        measured = agreement.compute_pair_agreement(
            pair_labels, metric="nominal", resamples=0
        )
        kappa = measured.estimate_of_measure("cohen_kappa").value
        pairs.append(
            PairAgreement(
                first, second, len(pair_labels), measured.percent or 0.0, kappa
            )
        )
    return pairs
