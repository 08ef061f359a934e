"""Exact self-join of 64-bit hashes within a radius, beside FAISS's flat binary index."""

import argparse
import os
import resource
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.measuring import Cost, print_table
from benchmarks.peers.client import Peer
from curation.domain.candidates import PHASH_RADIUS
from curation.domain.hamming_join import Hashes, pairs_within

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
    parser.add_argument("--no-peer", action="store_true", help="leave FAISS out")
    options = parser.parse_args()
    hashes = hashes_with_copies(options.size, options.seed)
    before = _peak()
    with Cost() as mine:
        blocks = list(pairs_within(hashes, options.radius, workers=options.workers))
    more = _peak() - before
    found = np.concatenate(
        [np.empty((0, 2), np.int64)]
        + [np.stack([block.left, block.right], axis=1) for block in blocks]
    )
    print(f"{options.size:,} hashes, radius {options.radius}, seed {options.seed}")
    head = ("", "clock", "processor", "threads")
    ours = ("Subtext", *_seconds(mine), str(options.workers))
    if options.no_peer:
        print_table(head, ours)
    else:
        _beside_faiss(hashes, found, mine, options.radius, [head, ours])
    print(f"{len(found):,} pairs, {more:,} MiB more memory")


def _beside_faiss(
    hashes: Hashes, found: Pairs, mine: Cost, radius: int, rows: list[Sequence[str]]
) -> None:
    with TemporaryDirectory() as scratch, Peer("benchmarks.hash_join.peer") as peer:
        file, pairs = Path(scratch) / "hashes.npy", Path(scratch) / "pairs.npy"
        np.save(file, hashes)
        theirs = peer.ask(
            Joined, "join", hashes=str(file), radius=radius, pairs=str(pairs)
        )
        same = np.array_equal(_sorted(found), _sorted(np.load(pairs)))
    shares = mine.clock / theirs.seconds, mine.processor / theirs.processor
    seconds = _seconds(Cost(theirs.seconds, theirs.processor))
    print_table(
        *rows,
        ("FAISS flat", *seconds, str(theirs.threads)),
        ("of FAISS", *(f"{share:.1%}" for share in shares), ""),
    )
    print(f"{'The same' if same else 'NOT THE SAME'} pairs from both.")


def _seconds(cost: Cost) -> tuple[str, str]:
    return f"{cost.clock:.1f} s", f"{cost.processor:.1f} s"


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
