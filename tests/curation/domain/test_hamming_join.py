"""The join finds what comparing everything finds."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curation.domain import hamming_join
from curation.domain.hamming_join import PairBlock, pairs_between, pairs_within

HASHES = st.lists(st.integers(0, 2**64 - 1), max_size=40)


def collected(blocks: Iterable[PairBlock]) -> list[tuple[int, int, int]]:
    return sorted(
        row
        for block in blocks
        for row in zip(
            block.left.tolist(),
            block.right.tolist(),
            block.distance.tolist(),
            strict=True,
        )
    )


def clustered(seed: int, size: int) -> np.ndarray:
    """Random hashes, half of them near another one."""
    chance = np.random.default_rng(seed)
    hashes = chance.integers(0, 2**64, size, dtype=np.uint64)
    for index in range(size // 2):
        flips = chance.choice(64, chance.integers(0, 16), replace=False)
        hashes[size - 1 - index] = hashes[index] ^ np.bitwise_or.reduce(
            np.left_shift(np.uint64(1), flips.astype(np.uint64)), initial=np.uint64(0)
        )
    return hashes


@settings(max_examples=60, deadline=None)
@given(hashes=HASHES, others=HASHES, radius=st.integers(0, 64))
def test_small_joins_equal_brute_force(
    hashes: list[int], others: list[int], radius: int
) -> None:
    array = np.array(hashes, dtype=np.uint64)
    other = np.array(others, dtype=np.uint64)
    within = [
        (i, j, (a ^ b).bit_count())
        for i, a in enumerate(hashes)
        for j, b in enumerate(hashes)
        if i < j and (a ^ b).bit_count() <= radius
    ]
    between = [
        (i, j, (a ^ b).bit_count())
        for i, a in enumerate(hashes)
        for j, b in enumerate(others)
        if (a ^ b).bit_count() <= radius
    ]
    assert collected(pairs_within(array, radius)) == within
    assert collected(pairs_between(array, other, radius)) == between


@pytest.mark.parametrize("radius", [0, 2, 3, 8, 10, 11])
@pytest.mark.parametrize("workers", [1, 2])
def test_the_index_equals_brute_force(
    radius: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes, others = clustered(radius, 3000), clustered(radius + 1, 500)
    others[:200] = hashes[:200] ^ np.uint64(0x8001)
    hashes[1000:1120] = hashes[0]  # plain pictures: few keys, many hashes
    brute = collected(pairs_within(hashes, radius))
    brute_between = collected(pairs_between(hashes, others, radius))
    assert brute
    monkeypatch.setattr(hamming_join, "_SMALL", 0)
    monkeypatch.setattr(hamming_join, "_ROWS", 70)
    assert collected(pairs_within(hashes, radius, workers=workers)) == brute
    assert (
        collected(pairs_between(hashes, others, radius, workers=workers))
        == brute_between
    )


def test_a_radius_outside_64_bits_is_refused() -> None:
    with pytest.raises(ValueError, match="radius"):
        pairs_within(np.zeros(3, np.uint64), 65)
