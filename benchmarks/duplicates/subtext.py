"""Subtext's own search on a folder, as its import and filter do it, on every core."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from multiprocessing import get_context
from operator import attrgetter
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.peers.processor import processor_seconds
from curation.domain.candidates import Candidate, Hashed, candidates_within
from curation.domain.confirming import Comparison, Prepared, prepare
from curation.domain.decoding import decode
from curation.domain.hashing import DRAFT_SIDE, Fingerprint, fingerprint

CORES = os.cpu_count() or 1
_TASK = 1_000


class Pair(NamedTuple):
    """Two files by number that were confirmed to be copies."""

    left: int
    right: int
    mirrored: bool


class Outcome(NamedTuple):
    """What was found and how many seconds it took; ``processor``: of all cores."""

    measuring: float
    searching: float
    processor: float
    candidates: int
    pairs: Sequence[Pair]


def _measure(path: Path) -> bytes:
    # The import decodes for previews too; here is what copies need.
    decoded = decode(path.read_bytes(), draft_side=DRAFT_SIDE)
    return fingerprint(decoded.image).pack()


def _confirm(
    prints: Mapping[int, bytes], candidates: Sequence[Candidate]
) -> list[Pair]:
    ready: dict[int, Prepared] = {}
    for index, packed in prints.items():
        ready[index] = prepare(Fingerprint.unpack(packed))
    pairs = []
    for left, group in groupby(candidates, attrgetter("left")):
        near = list(group)
        outcomes = Comparison(ready[left]).with_all(
            [ready[one.right] for one in near], [one.mirrored for one in near]
        )
        pairs += [
            Pair(one.left, one.right, one.mirrored)
            for one, outcome in zip(near, outcomes, strict=True)
            if outcome.is_copy
        ]
    return pairs


def search(paths: Sequence[Path]) -> Outcome:
    """Find the copies among files."""
    used, begun = processor_seconds(), perf_counter()
    with ProcessPoolExecutor(CORES, get_context("fork")) as pool:
        packed = list(pool.map(_measure, paths, chunksize=16))
        measured = perf_counter()
        candidates = candidates_within(
            Hashed.of_rows(map(Fingerprint.unpack_hashes, packed)), workers=CORES
        )
        tasks = [
            candidates[start : start + _TASK]
            for start in range(0, len(candidates), _TASK)
        ]
        prints = [
            {index: packed[index] for one in task for index in (one.left, one.right)}
            for task in tasks
        ]
        pairs = [pair for found in pool.map(_confirm, prints, tasks) for pair in found]
    done = perf_counter()
    used = processor_seconds() - used
    return Outcome(measured - begun, done - measured, used, len(candidates), pairs)
