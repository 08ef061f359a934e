"""The join of hashes finds what FAISS finds."""

import faiss
import numpy as np
import pytest

from curation.domain.hamming_join import pairs_between, pairs_within

SIZE = 30_000
"""Enough for the index to be used instead of comparing all."""


def hashes(seed: int) -> np.ndarray:
    """Random hashes, every third a few bits from the one before it."""
    chance = np.random.default_rng(seed)
    found = chance.integers(0, 2**64, SIZE, dtype=np.uint64)
    for bit in chance.integers(0, 64, (14, SIZE // 3), dtype=np.uint64):
        flip = chance.random(SIZE // 3) < 0.7
        found[2::3] = np.where(flip, found[1::3] ^ (np.uint64(1) << bit), found[1::3])
    return found


def by_faiss(left: np.ndarray, right: np.ndarray, radius: int) -> set[tuple[int, int]]:
    index = faiss.IndexBinaryFlat(64)
    index.add(right.view(np.uint8).reshape(-1, 8))
    # FAISS leaves the radius itself out.
    limits, _, found = index.range_search(
        left.view(np.uint8).reshape(-1, 8), radius + 1
    )
    rows = np.repeat(np.arange(len(left)), np.diff(limits.astype(np.int64)))
    return set(zip(rows.tolist(), found.tolist(), strict=True))


@pytest.mark.parametrize("radius", [3, 8, 10])
def test_a_self_join_equals_faiss_flat(radius: int) -> None:
    mine = hashes(radius)
    theirs = {pair for pair in by_faiss(mine, mine, radius) if pair[0] < pair[1]}
    assert theirs
    found = {
        pair
        for block in pairs_within(mine, radius, workers=2)
        for pair in zip(block.left.tolist(), block.right.tolist(), strict=True)
    }
    assert found == theirs


def test_a_join_of_two_equals_faiss_flat() -> None:
    new, old = hashes(1), hashes(2)
    new[::5] = old[::5] ^ np.uint64(0b1001)
    theirs = by_faiss(new, old, 8)
    assert len(theirs) >= SIZE // 5
    found = {
        pair
        for block in pairs_between(new, old, 8)
        for pair in zip(block.left.tolist(), block.right.tolist(), strict=True)
    }
    assert found == theirs
