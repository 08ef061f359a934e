"""Subtext's own search on a folder, as its import and filter do it, on every core."""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from imagehash import phash

from benchmarks.measuring import Cost
from curation.domain import confirming
from curation.domain.candidates import Candidate, HashedImage, candidates_within
from curation.domain.decoding import decode
from curation.domain.hashing import DRAFT_SIDE, Fingerprint, fingerprint
from curation.domain.image_features import KEPT_READY, ImageFeatures, prepare

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


class _Confirming:
    """A worker's part in confirming: it keeps thumbs ready as the filter does."""

    def __init__(self, packed: Sequence[bytes]) -> None:
        self._packed = packed
        self._ready = lru_cache(maxsize=KEPT_READY)(self._prepared)

    def _prepared(self, index: int) -> ImageFeatures:
        return prepare(Fingerprint.unpack(self._packed[index]))

    def pairs(self, candidates: Sequence[Candidate]) -> list[Pair]:
        outcomes = confirming.confirm_all(
            [
                confirming.Pair(
                    self._ready(one.left), self._ready(one.right), one.mirrored
                )
                for one in candidates
            ]
        )
        return [
            Pair(one.left, one.right, one.mirrored)
            for one, outcome in zip(candidates, outcomes, strict=True)
            if outcome.is_copy
        ]


_worker: _Confirming


def _begin(packed: Sequence[bytes]) -> None:
    global _worker
    _worker = _Confirming(packed)


def _confirm(candidates: Sequence[Candidate]) -> list[Pair]:
    return _worker.pairs(candidates)


def _hash(path: Path) -> str:
    decoded = decode(path.read_bytes(), draft_side=DRAFT_SIDE)
    return str(phash(decoded.image))


def hash_alone(paths: Sequence[Path]) -> float:
    """Seconds of processor that decoding and pHash by its definition take, without
    anything that is done with it: nobody who hashes so takes less."""
    with Cost() as cost, ProcessPoolExecutor(CORES, get_context("fork")) as pool:
        list(pool.map(_hash, paths, chunksize=16))
    return cost.processor


def search(paths: Sequence[Path]) -> Outcome:
    """Find the copies among files."""
    context = get_context("fork")
    with Cost() as measuring, ProcessPoolExecutor(CORES, context) as pool:
        packed = list(pool.map(_measure, paths, chunksize=16))
    with Cost() as searching:
        candidates = candidates_within(
            HashedImage.of_rows(map(Fingerprint.unpack_hashes, packed)), workers=CORES
        )
        tasks = [
            candidates[start : start + _TASK]
            for start in range(0, len(candidates), _TASK)
        ]
        with ProcessPoolExecutor(CORES, context, _begin, (packed,)) as pool:
            pairs = [pair for found in pool.map(_confirm, tasks) for pair in found]
    processor = measuring.processor + searching.processor
    return Outcome(measuring.clock, searching.clock, processor, len(candidates), pairs)
