"""Pairs of 64-bit hashes within a Hamming distance: exact, in bounded memory.

Multi-index hashing (Norouzi, Punjani, Fleet: "Fast search in Hamming space with
multi-index hashing", CVPR 2012) with the general pigeonhole principle (Qin et al.,
"GPH: similarity search in Hamming space", ICDE 2018). A hash is divided into parts with
radii t1..tm whose sum is r - m + 1. Two hashes within r agree within ti in some part i.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Indices = npt.NDArray[np.int64]

_PARTS = 4
_PART_BITS = 16
_PART_MASK = np.uint64(2**_PART_BITS - 1)
# Pairs compared at once when all pairs are compared; about 25 bytes each.
_BLOCK = 4_000_000
# Rows looked up at once; about 40 bytes each, which fit into a core's cache.
_ROWS = 32_768
# A candidate of a lookup costs about four times as much as a plain comparison, and each
# flip needs one pass over the hashes. Below this size, comparing all pairs is faster.
_LOOKUP_COST = 4
_SMALL = 20_000


class PairBlock(NamedTuple):
    """Pairs as parallel arrays: indices of both hashes and their distance in bits."""

    left: Indices
    right: Indices
    distance: npt.NDArray[np.uint8]


def pairs_within(
    hashes: Hashes, radius: int, *, workers: int = 1
) -> Iterator[PairBlock]:
    """Return every pair i < j of ``hashes`` within ``radius`` bits, each once.

    Args:
        hashes: shape (n,), dtype uint64.
        radius: 0 to 64.
        workers: number of threads.

    Returns:
        Blocks in an order that depends only on the input. Memory is O(n) plus a
        constant per worker plus the blocks that the caller keeps.
    """
    return map(_upwards, _pairs(hashes, None, radius, workers))


def pairs_between(
    new: Hashes, old: Hashes, radius: int, *, workers: int = 1
) -> Iterator[PairBlock]:
    """Return every pair (index in ``new``, index in ``old``) within ``radius`` bits.

    Each pair is returned once. Arguments and memory are as in :func:`pairs_within`.
    """
    return _pairs(new, old, radius, workers)


def _pairs(
    left: Hashes, right: Hashes | None, radius: int, workers: int
) -> Iterator[PairBlock]:
    if not 0 <= radius <= 64:
        raise ValueError(f"radius must lie between 0 and 64, not {radius}")
    left = np.ascontiguousarray(left, dtype=np.uint64)
    if right is not None:
        right = np.ascontiguousarray(right, dtype=np.uint64)
    others = left if right is None else right
    if not len(left) or not len(others):
        return iter(())
    radii = _part_radii(radius)
    flips = sum(len(_flips(part_radius)) for part_radius in radii)
    if max(len(left), len(others)) < _SMALL or flips * _LOOKUP_COST > 2**_PART_BITS:
        return _compare_all(left, right, radius)
    return _look_up(left, right, radius, radii, workers)


def _upwards(block: PairBlock) -> PairBlock:
    return PairBlock(
        np.minimum(block.left, block.right),
        np.maximum(block.left, block.right),
        block.distance,
    )


def _compare_all(
    left: Hashes, right: Hashes | None, radius: int
) -> Iterator[PairBlock]:
    others = left if right is None else right
    rows = max(1, _BLOCK // len(others))
    for start in range(0, len(left), rows):
        first = start if right is None else 0
        some = left[start : start + rows, None]
        distances = np.bitwise_count(some ^ others[None, first:])
        near = distances <= radius
        if right is None:
            near &= np.arange(near.shape[1]) > np.arange(near.shape[0])[:, None]
        row, column = np.nonzero(near)
        if len(row):
            yield PairBlock(row + start, column + first, distances[row, column])


def _part_radii(radius: int) -> Sequence[int]:
    """Return radii of the parts that sum to radius - parts + 1; -1 skips a part."""
    total = radius - _PARTS + 1
    if total < 0:
        return [0] * (radius + 1) + [-1] * (_PARTS - radius - 1)
    return [total // _PARTS + (part < total % _PARTS) for part in range(_PARTS)]


def _flips(part_radius: int) -> Sequence[int]:
    """Return every pattern of at most ``part_radius`` changed bits in a part."""
    return [
        sum(1 << bit for bit in bits)
        for size in range(min(part_radius, _PART_BITS) + 1)
        for bits in combinations(range(_PART_BITS), size)
    ]


class _Index:
    """Hashes sorted by one of their parts, with the bounds of each bucket."""

    def __init__(self, hashes: Hashes, part: int) -> None:
        keys = ((hashes >> np.uint64(part * _PART_BITS)) & _PART_MASK).astype(np.int64)
        self.order = np.argsort(keys, kind="stable")
        self.keys = keys[self.order]
        self.hashes = hashes[self.order]
        self.bounds = np.searchsorted(self.keys, np.arange(2**_PART_BITS + 1))


def _look_up(
    left: Hashes,
    right: Hashes | None,
    radius: int,
    radii: Sequence[int],
    workers: int,
) -> Iterator[PairBlock]:
    with ThreadPoolExecutor(max_workers=workers) as pool:
        for part, part_radius in enumerate(radii):
            rows = _Index(left, part)
            columns = rows if right is None else _Index(right, part)
            flips = _flips(part_radius)
            # Submit one batch of flips at a time: ``map`` would otherwise process all
            # of them while the caller is still using the first block.
            for start in range(0, len(flips), workers):
                batch = flips[start : start + workers]
                for blocks in pool.map(
                    lambda flip, rows=rows, columns=columns, part=part: list(
                        _one_flip(rows, columns, flip, radius, radii[:part])
                    ),
                    batch,
                ):
                    yield from blocks


def _one_flip(
    rows: _Index, columns: _Index, flip: int, radius: int, earlier: Sequence[int]
) -> Iterator[PairBlock]:
    """Compare every row with the columns whose key differs from its own by ``flip``."""
    every = np.arange(len(rows.keys))
    if rows is columns and flip:
        # Each pair once, from the smaller key, in which the highest flipped bit is 0.
        every = np.flatnonzero(rows.keys & (1 << (flip.bit_length() - 1)) == 0)
    for start in range(0, len(every), _ROWS):
        row = every[start : start + _ROWS]
        target = rows.keys[row] ^ flip
        first, last = columns.bounds[target], columns.bounds[target + 1]
        if rows is columns and not flip:
            first = row + 1  # within a bucket: the hashes after the row
        # Sort by descending number of columns, so that the remaining rows are a prefix.
        counts = last - first
        most_first = _descending(counts)[: np.count_nonzero(counts)]
        yield from _one_by_one(
            rows,
            columns,
            row[most_first],
            first[most_first],
            last[most_first],
            radius,
            earlier,
        )


def _descending(counts: Indices) -> Indices:
    """Return the descending order of ``counts``; fast if all counts are small."""
    most = int(counts.max())
    return np.argsort((most - counts).astype(np.min_scalar_type(most)), kind="stable")


def _one_by_one(
    rows: _Index,
    columns: _Index,
    row: Indices,
    first: Indices,
    last: Indices,
    radius: int,
    earlier: Sequence[int],
) -> Iterator[PairBlock]:
    """Compare rows with their first columns, then with their second ones, and so on.

    Each step is a few passes over arrays that stay in the processor's cache. ``row`` is
    sorted by descending number of columns.
    """
    mine, column = rows.hashes[row], first.copy()
    difference = np.empty_like(mine)
    # Number of rows with more than 0, 1, 2, … columns.
    longer = (len(row) - np.cumsum(np.bincount(last - first))).tolist()
    length = len(row)
    for step, length in enumerate(longer):
        if length < len(longer) - step:
            break  # few rows remain, with many columns
        now = difference[:length]
        # "clip" skips the bounds check; all indices are in bounds.
        np.take(columns.hashes, column[:length], out=now, mode="clip")
        np.bitwise_xor(now, mine[:length], out=now)
        near, apart = _near(now, radius, earlier)
        if len(near):
            yield PairBlock(rows.order[row[near]], columns.order[column[near]], apart)
        column[:length] += 1
    for place in range(length):
        some = slice(column[place], last[place])
        near, apart = _near(columns.hashes[some] ^ mine[place], radius, earlier)
        if len(near):
            left = np.full(len(near), rows.order[row[place]])
            yield PairBlock(left, columns.order[some][near], apart)


def _near(
    difference: Hashes, radius: int, earlier: Sequence[int]
) -> tuple[Indices, npt.NDArray[np.uint8]]:
    """Return the near pairs that no earlier part found, and their distances."""
    distances = np.bitwise_count(difference)
    near = np.flatnonzero(distances <= radius)
    near = near[_not_seen(difference[near], earlier)]
    return near, distances[near]


def _not_seen(difference: Hashes, earlier: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Return which pairs no earlier part has found."""
    fresh = np.ones(len(difference), dtype=np.bool_)
    for part, part_radius in enumerate(earlier):
        bits = (difference >> np.uint64(part * _PART_BITS)) & _PART_MASK
        fresh &= np.bitwise_count(bits) > part_radius
    return fresh
