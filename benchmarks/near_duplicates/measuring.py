"""The search on files, as an import and the stage do it, with the cost of each step."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import Cost
from benchmarks.near_duplicates.training import describe_file
from curation.domain.near_duplicates.match import POSSIBLE
from curation.domain.near_duplicates.search import (
    DescribedPair,
    FoundPair,
    match_pairs,
    propose_pairs,
)


class Outcome(NamedTuple):
    """Pairs from the certainty of a possible duplicate on, and costs in seconds."""

    describing: Cost
    proposing: Cost
    deciding: Cost
    candidates: int
    pairs: Sequence[FoundPair]


def search_files(paths: Sequence[Path]) -> Outcome:
    """Find the near-duplicates among files."""
    with Cost() as describing:
        descriptions = [describe_file(path) for path in paths]
    with Cost() as proposing:
        proposed = propose_pairs(range(len(paths)), descriptions.__getitem__)
    with Cost() as deciding:
        matches = list(
            match_pairs(
                DescribedPair(
                    descriptions[left], descriptions[candidate.key], candidate
                )
                for left, candidate in proposed
            )
        )
    pairs = [
        FoundPair(left, candidate.key, match.certainty, match.kinds)
        for (left, candidate), match in zip(proposed, matches, strict=True)
        if match.certainty >= POSSIBLE
    ]
    return Outcome(describing, proposing, deciding, len(proposed), pairs)
