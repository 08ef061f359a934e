"""All four steps: near-duplicate pairs of images that have been described."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import NamedTuple

from core.domain.processors import count_available_processors
from curation.images.domain.description import Description
from curation.near_duplicates.domain.decision import kinds_of, trained_model
from curation.near_duplicates.domain.match import POSSIBLE, Kind, Match
from curation.near_duplicates.domain.measures import Comparison, compare
from curation.near_duplicates.domain.proposal import Candidate, Index
from curation.near_duplicates.domain.registration import register

_BATCH = 64


class DescribedPair(NamedTuple):
    """Two described images, and why they were proposed."""

    first: Description
    second: Description
    candidate: Candidate


def match_pairs(pairs: Iterable[DescribedPair]) -> Iterator[Match]:
    """Register and decide pairs on all processors, and yield them in their order.

    ``pairs`` is read in the calling thread.
    """
    waiting = iter(pairs)
    with ThreadPoolExecutor(count_available_processors(), "match") as pool:
        while batch := list(islice(waiting, _BATCH)):
            yield from _decide(list(pool.map(_compare, batch)))


def _decide(compared: Sequence["_Compared | None"]) -> Iterator[Match]:
    rows = [row.comparison.measures for row in compared if row]
    certainties = iter(trained_model().certainty(rows).tolist() if rows else ())
    for row in compared:
        if row is None:
            yield Match(0.0, (), 0.0, 0.0)
            continue
        differences = row.comparison.differences
        match = Match(
            round(next(certainties), 4),
            kinds_of(row.comparison),
            round(differences.added, 4),
            round(differences.removed, 4),
        )
        yield match.seen_from_second() if row.swapped else match


class _Compared(NamedTuple):
    comparison: Comparison
    swapped: bool


def _compare(pair: DescribedPair) -> _Compared | None:
    registration = register(pair.first, pair.second, mirrored=pair.candidate.mirrored)
    comparison = compare(registration, pair.candidate) if registration else None
    if registration is None or comparison is None:
        return None
    return _Compared(comparison, registration.swapped)


class FoundPair(NamedTuple):
    """Two images by position, ``left`` < ``right``."""

    left: int
    right: int
    certainty: float
    kinds: tuple[Kind, ...]


def propose_pairs(
    keys: Sequence[int], description_of: Callable[[int], Description]
) -> list[tuple[int, Candidate]]:
    """Return each pair that either image proposes once, with the lower key first."""
    index = Index.build(keys, description_of)
    proposed: dict[tuple[int, int], Candidate] = {}
    for key in keys:
        for candidate in index.candidates(description_of(key), exclude=key):
            pair = min(key, candidate.key), max(key, candidate.key)
            known = proposed.get(pair)
            if known is None or candidate.votes > known.votes:
                proposed[pair] = candidate._replace(key=pair[1])
    return [(left, candidate) for (left, _), candidate in sorted(proposed.items())]


def find_pairs(
    descriptions: Sequence[Description], *, least: float = POSSIBLE
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
