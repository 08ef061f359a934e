"""All four steps: near-duplicate pairs of images that have been described."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import NamedTuple

from core.domain.processors import count_available_processors
from curation.images.domain.description import ImageDescription
from curation.near_duplicates.domain.decision import list_alterations, trained_model
from curation.near_duplicates.domain.match import POSSIBLE, Alteration, PairMatch
from curation.near_duplicates.domain.measures import (
    PairComparison,
    compare_registered_pair,
)
from curation.near_duplicates.domain.proposal import DuplicateCandidate, DuplicateIndex
from curation.near_duplicates.domain.registration import register_images

_BATCH = 64


class DescribedPair(NamedTuple):
    """Two described images, and why they were proposed."""

    first: ImageDescription
    second: ImageDescription
    candidate: DuplicateCandidate


def match_pairs(pairs: Iterable[DescribedPair]) -> Iterator[PairMatch]:
    """Register and decide pairs on all processors, and yield them in their order.

    ``pairs`` is read in the calling thread.
    """
    waiting = iter(pairs)
    with ThreadPoolExecutor(count_available_processors(), "match") as pool:
        while batch := list(islice(waiting, _BATCH)):
            yield from _decide(list(pool.map(_compare, batch)))


def _decide(compared: Sequence["_Compared | None"]) -> Iterator[PairMatch]:
    rows = [row.comparison.measures for row in compared if row]
    certainties = iter(trained_model().predict_certainty(rows).tolist() if rows else ())
    for row in compared:
        if row is None:
            yield PairMatch(0.0, (), 0.0, 0.0)
            continue
        differences = row.comparison.differences
        match = PairMatch(
            round(next(certainties), 4),
            list_alterations(row.comparison),
            round(differences.added, 4),
            round(differences.removed, 4),
        )
        yield match.seen_from_second() if row.swapped else match


class _Compared(NamedTuple):
    comparison: PairComparison
    swapped: bool


def _compare(pair: DescribedPair) -> _Compared | None:
    registration = register_images(
        pair.first, pair.second, mirrored=pair.candidate.mirrored
    )
    comparison = (
        compare_registered_pair(registration, pair.candidate) if registration else None
    )
    if registration is None or comparison is None:
        return None
    return _Compared(comparison, registration.swapped)


class FoundPair(NamedTuple):
    """Two images by position, ``left`` < ``right``."""

    left: int
    right: int
    certainty: float
    kinds: tuple[Alteration, ...]


def propose_pairs(
    keys: Sequence[int], description_of: Callable[[int], ImageDescription]
) -> list[tuple[int, DuplicateCandidate]]:
    """Return each pair that either image proposes once, with the lower key first."""
    index = DuplicateIndex.build(keys, description_of)
    proposed: dict[tuple[int, int], DuplicateCandidate] = {}
    for key in keys:
        for candidate in index.find_candidates(description_of(key), exclude=key):
            pair = min(key, candidate.key), max(key, candidate.key)
            known = proposed.get(pair)
            if known is None or candidate.votes > known.votes:
                proposed[pair] = candidate._replace(key=pair[1])
    return [(left, candidate) for (left, _), candidate in sorted(proposed.items())]


def find_pairs(
    descriptions: Sequence[ImageDescription], *, least: float = POSSIBLE
) -> list[FoundPair]:
    """Return the pairs of at least the certainty ``least``, in order of position."""
    proposed = propose_pairs(range(len(descriptions)), descriptions.__getitem__)
    matches = match_pairs(
        DescribedPair(descriptions[left], descriptions[candidate.key], candidate)
        for left, candidate in proposed
    )
    return [
        FoundPair(left, candidate.key, match.certainty, match.kinds)
        for (left, candidate), match in zip(proposed, matches, strict=True)
        if match.certainty >= least
    ]
