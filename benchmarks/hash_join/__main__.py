"""Exact self-join of 64-bit hashes within a radius, beside FAISS's flat binary index."""

import argparse
import os
import resource
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.peers.client import Peer
from benchmarks.peers.processor import processor_seconds
from curation.domain.candidates import PHASH_RADIUS
from curation.domain.joining import Hashes, pairs_within

Pairs = npt.NDArray[np.int64]


class Joined(NamedTuple):
    """What the peer answers; its pairs are in a file."""

    seconds: float
    processor: float
    threads: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--radius", type=int, default=PHASH_RADIUS)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    hashes = hashes_with_copies(options.size, options.seed)
    before = _peak()
    used, begun = processor_seconds(), perf_counter()
    blocks = list(pairs_within(hashes, options.radius, workers=options.workers))
    mine, used = perf_counter() - begun, processor_seconds() - used
    more = _peak() - before
    found = np.concatenate(
        [np.empty((0, 2), np.int64)]
        + [np.stack([block.left, block.right], axis=1) for block in blocks]
    )
    with TemporaryDirectory() as scratch, Peer("benchmarks.hash_join.peer") as peer:
        rows, pairs = Path(scratch) / "hashes.npy", Path(scratch) / "pairs.npy"
        np.save(rows, hashes)
        theirs = peer.ask(
            Joined, "join", hashes=str(rows), radius=options.radius, pairs=str(pairs)
        )
        same = np.array_equal(_sorted(found), _sorted(np.load(pairs)))
    print(f"{options.size:,} hashes, radius {options.radius}, seed {options.seed}")
    print("              clock processor")
    print(
        f"Subtext     {mine:7.1f}{used:10.1f} s  {options.workers} threads, "
        f"{more:,} MiB more"
    )
    print(
        f"FAISS flat  {theirs.seconds:7.1f}{theirs.processor:10.1f} s  "
        f"{theirs.threads} threads"
    )
    print(f"of FAISS    {mine / theirs.seconds:7.1%}{used / theirs.processor:10.1%}")
    print(f"{len(found):,} pairs, {'the same' if same else 'NOT THE SAME'} from both")


def hashes_with_copies(size: int, seed: int) -> Hashes:
    """Random hashes, one in ten a copy of another with up to 14 bits changed."""
    chance = np.random.default_rng(seed)
    hashes = chance.integers(0, 2**64, size, dtype=np.uint64)
    copies = chance.choice(size, size // 10, replace=False)
    near = hashes[chance.integers(0, size, len(copies))]
    changes = chance.integers(0, 15, len(copies))
    for number in range(14):
        bit = chance.integers(0, 64, len(copies), dtype=np.uint64)
        near ^= np.where(changes > number, np.uint64(1) << bit, np.uint64(0))
    hashes[copies] = near
    return hashes


def _sorted(pairs: Pairs) -> Pairs:
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def _peak() -> int:
    """The most memory this process has held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
