"""Which pairs of pictures are worth comparing by pixels.

Hashes of the whole picture and of its windows are joined; whatever is near in any of
them is a candidate. Recall is decided here, precision by ``confirming``.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from curation.domain.framing import PAIRINGS, Framing
from curation.domain.hamming_join import (
    Hashes,
    Indices,
    PairBlock,
    pairs_between,
    pairs_within,
)
from curation.domain.hashing import Fingerprint, mirrored_sketches

PHASH_RADIUS = 10
"""Bits in which the pHashes of a candidate pair may differ."""

SKETCH_RADIUS = 8
"""Bits for the window sketches; 98 % of every kind of variant lie within 8 to 10."""


class HashedImage(NamedTuple):
    """The hashes of many pictures: 64 bytes each, all that the search needs."""

    phash: Hashes
    mirrored: Hashes
    sketches: npt.NDArray[np.uint64]

    @classmethod
    def of(cls, fingerprints: Iterable[Fingerprint]) -> Self:
        """Collect the hashes of ``fingerprints``, in their order."""
        return cls.of_rows(one.hashes for one in fingerprints)

    @classmethod
    def of_rows(cls, rows: Iterable[Sequence[int]]) -> Self:
        """Collect ``Fingerprint.hashes`` of many pictures, in their order."""
        width = 2 + len(Framing._fields)
        table = np.array(list(rows), dtype=np.uint64).reshape(-1, width)
        return cls(table[:, 0], table[:, 1], table[:, 2:])

    def __len__(self) -> int:
        return len(self.phash)


class Candidate(NamedTuple):
    """Two pictures by index (``left`` < ``right`` in a self-join) to be compared.

    ``distance`` is that of their pHashes, or of pHash and mirrored pHash.
    """

    left: int
    right: int
    distance: int
    mirrored: bool


def candidates_within(
    hashed: HashedImage,
    *,
    phash_radius: int = PHASH_RADIUS,
    sketch_radius: int = SKETCH_RADIUS,
    workers: int = 1,
) -> Sequence[Candidate]:
    """Every pair in one collection that may be copies, each once, in order.

    Memory is 8 bytes a pair beside the result.
    """
    return _collect(hashed, None, phash_radius, sketch_radius, workers)


def candidates_between(
    new: HashedImage,
    old: HashedImage,
    *,
    phash_radius: int = PHASH_RADIUS,
    sketch_radius: int = SKETCH_RADIUS,
    workers: int = 1,
) -> Sequence[Candidate]:
    """Every pair of a new and an old picture that may be copies, each once, in order.

    ``left`` is an index into ``new``, ``right`` into ``old``.
    """
    return _collect(new, old, phash_radius, sketch_radius, workers)


def window_distance(one: Fingerprint, other: Fingerprint) -> int:
    """The fewest bits in which the sketches of two windows worth comparing differ.

    64 where no window of either shows anything.
    """
    return min(
        (
            (one.sketches[mine] ^ other.sketches[theirs]).bit_count()
            for mine, theirs in PAIRINGS
            if one.sketches[mine] and other.sketches[theirs]
        ),
        default=64,
    )


def _collect(
    new: HashedImage,
    old: HashedImage | None,
    phash_radius: int,
    sketch_radius: int,
    workers: int,
) -> Sequence[Candidate]:
    others = new if old is None else old
    if not len(new) or not len(others):
        return []
    width = np.uint64(len(others))

    def keys(blocks: Iterator[PairBlock]) -> Hashes:
        found = [np.empty(0, np.uint64)]
        for block in blocks:
            left, right = block.left, block.right
            if old is None:
                apart = left != right
                left, right = (
                    np.minimum(left, right)[apart],
                    np.maximum(left, right)[apart],
                )
            found.append(left.astype(np.uint64) * width + right.astype(np.uint64))
        return np.unique(np.concatenate(found))

    def whole() -> Iterator[PairBlock]:
        if old is None:
            return pairs_within(new.phash, phash_radius, workers=workers)
        return pairs_between(new.phash, old.phash, phash_radius, workers=workers)

    direct = keys(whole())
    for mine, theirs in PAIRINGS:
        if old is None and mine > theirs:
            continue  # the same pairs as (theirs, mine), seen from the other side
        direct = np.union1d(
            direct,
            keys(_near_windows(new, others, mine, theirs, sketch_radius, workers)),
        )
    flipped = keys(
        pairs_between(new.phash, others.mirrored, phash_radius, workers=workers)
    )
    for joined in (
        # One picture mirrored is not quite the other one mirrored: pixels are even.
        pairs_between(new.mirrored, others.phash, phash_radius, workers=workers),
        _near(
            new.sketches[:, 0],
            mirrored_sketches(others.sketches[:, 0]),
            sketch_radius,
            workers,
        ),
    ):
        flipped = np.union1d(flipped, keys(joined))
    left, right = _split(direct, width)
    turned_left, turned_right = _split(flipped, width)
    distances = np.bitwise_count(new.phash[left] ^ others.phash[right])
    turned = np.minimum(
        np.bitwise_count(new.phash[turned_left] ^ others.mirrored[turned_right]),
        np.bitwise_count(new.mirrored[turned_left] ^ others.phash[turned_right]),
    )
    rows = [
        np.concatenate(both)
        for both in (
            (left, turned_left),
            (right, turned_right),
            (distances, turned),
            (np.zeros(len(left), np.bool_), np.ones(len(turned), np.bool_)),
        )
    ]
    order = np.lexsort((rows[3], rows[1], rows[0]))
    return [
        Candidate(*one)
        for one in zip(*(row[order].tolist() for row in rows), strict=True)
    ]


def _split(pairs: Hashes, width: np.uint64) -> tuple[Indices, Indices]:
    return (pairs // width).astype(np.int64), (pairs % width).astype(np.int64)


def _near_windows(
    new: HashedImage,
    old: HashedImage,
    mine: int,
    theirs: int,
    radius: int,
    workers: int,
) -> Iterator[PairBlock]:
    """Join the sketches of one window with those of another."""
    first, second = new.sketches[:, mine], old.sketches[:, theirs]
    if new is old and mine == theirs:
        rows = np.flatnonzero(first)
        for block in pairs_within(first[rows], radius, workers=workers):
            yield PairBlock(rows[block.left], rows[block.right], block.distance)
    else:
        yield from _near(first, second, radius, workers)


def _near(
    first: Hashes, second: Hashes, radius: int, workers: int
) -> Iterator[PairBlock]:
    """Join sketches with others; plain windows have none."""
    rows, columns = np.flatnonzero(first), np.flatnonzero(second)
    for block in pairs_between(first[rows], second[columns], radius, workers=workers):
        yield PairBlock(rows[block.left], columns[block.right], block.distance)
