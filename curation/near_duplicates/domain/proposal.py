"""Propose: the few images that may show the same as an image.

Two proposers, whose results are joined: perceptual hashes within a radius, and votes of
local features. Every feature votes for the images of its nearest neighbours; a copy is
turned and scaled as a whole, so only votes that agree on angle and scale are added up.
"""

import io
import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Self, cast

import faiss
import numpy as np
import numpy.typing as npt

from curation.images.domain.description import (
    ImageDescription,
    Pixels,
    mirror_descriptors,
)
from curation.near_duplicates.domain.match import MOST_CANDIDATES

LEAST_VOTES = 4
"""With 3, unlike images fill the 20 places: in a trial true copies fell out."""
_NEIGHBOURS = 10
"""Neighbours that a feature votes for."""
_FARTHEST = 230
"""Distance of descriptors (length 512) up to which a neighbour may be the same point."""
HASH_RADIUS = 48
"""Bits of 256 in which the pHashes of a copy may differ."""
_PROBES = 4
"""Lists of the index searched for a feature; 8 take twice the time for 1 % more."""
_LIST_LENGTH = 300
"""Features in a list of the index on average, which keeps the search time constant."""
_ANGLES = 12
"""Bins of votes: 30 degrees, and factors of 2. Neighbouring bins count together (Lowe,
2004, section 7.3)."""

faiss.omp_set_num_threads(1)  # threads of OpenMP hang in a forked worker


class DuplicateCandidate(NamedTuple):
    """An image that may show the same; with ``mirrored``, its mirror image may.

    ``votes`` counts features, ``distance`` bits of 256 between the closest pHashes.
    """

    key: int
    mirrored: bool
    votes: int = 0
    distance: int = 256


class DuplicateIndex:
    """The images that can be proposed, by key."""

    def __init__(self, lists: int = 1) -> None:
        self._features = faiss.IndexIVFScalarQuantizer(
            # A graph finds a feature's lists: compared with all of them, each image
            # would take longer, the more images there are.
            faiss.index_factory(128, "HNSW16"),
            128,
            lists,
            faiss.ScalarQuantizer.QT_8bit_direct,
            faiss.METRIC_L2,
            False,  # descriptors themselves, not their distance from the list's centre
        )
        self._features.nprobe = _PROBES
        self._features.cp.niter = 6
        self._features.cp.seed = 1
        # FAISS warns on standard error of fewer, which a few plain images have.
        self._features.cp.min_points_per_centroid = 1
        self._built = 0
        self._keys = np.empty(0, np.int64)
        self._hashes = np.empty((0, 4, 32), np.uint8)
        self._owners = np.empty(0, np.int32)
        """Of each feature: the position of its image in ``_keys``."""
        self._poses = np.empty((0, 2), np.float32)
        """Of each feature: its angle in degrees and its diameter."""

    @classmethod
    def build(
        cls, keys: Sequence[int], description_of: Callable[[int], ImageDescription]
    ) -> Self:
        """Index images; each is described twice, so that only a sample is in memory."""
        sample = np.random.default_rng(1).permutation(len(keys))
        # As many features as FAISS wants for each list.
        per_list = faiss.ClusteringParameters().min_points_per_centroid
        share = per_list / _LIST_LENGTH
        pool = [np.zeros((1, 128), np.uint8)]
        for position in sample[: math.ceil(share * len(keys))].tolist():
            pool.append(description_of(keys[position]).descriptors)
        learned = np.concatenate(pool).astype(np.float32)
        index = cls(max(1, int(len(learned) / share) // _LIST_LENGTH))
        index._features.train(learned)
        index.add_images((key, description_of(key)) for key in keys)
        index._built = len(index)
        return index

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def keys(self) -> frozenset[int]:
        """Return the keys of the images."""
        return frozenset(self._keys.tolist())

    @property
    def needs_rebuild(self) -> bool:
        """Return whether to build the index again, because it has doubled.

        Its lists are then twice as long, and the search takes twice as long.
        """
        return len(self) > 2 * max(1, self._built)

    def add_images(self, images: Iterable[tuple[int, ImageDescription]]) -> None:
        """Add images to the lists that were learned when the index was built."""
        keys, hashes = [*self._keys.tolist()], [self._hashes]
        owners, poses = [self._owners], [self._poses]
        for key, description in images:
            hashes.append(description.hashes[None])
            owners.append(np.full(len(description.points), len(keys), np.int32))
            poses.append(description.points[:, [3, 2]])
            if len(description.descriptors):
                self._features.add(description.descriptors.astype(np.float32))
            keys.append(key)
        self._keys = np.array(keys, np.int64)
        self._hashes = np.concatenate(hashes)
        self._owners, self._poses = np.concatenate(owners), np.concatenate(poses)

    def find_candidates(
        self,
        description: ImageDescription,
        *,
        exclude: int | None = None,
        most: int = MOST_CANDIDATES,
    ) -> list[DuplicateCandidate]:
        """Return at most ``most`` images, the likeliest first.

        ``exclude`` is the key of the image itself.
        """
        if not len(self):
            return []
        ranked: dict[tuple[int, bool], tuple[int, int]] = {}
        for mirrored in (False, True):
            votes = self._votes(description, mirrored)
            distances = self._distances(description, mirrored)
            for position in np.flatnonzero(
                (votes >= LEAST_VOTES) | (distances <= HASH_RADIUS)
            ).tolist():
                key = int(self._keys[position])
                if key != exclude:
                    ranked[key, mirrored] = (
                        int(votes[position]),
                        int(distances[position]),
                    )
        ordered = sorted(
            (
                DuplicateCandidate(key, mirrored, votes, distance)
                for (key, mirrored), (votes, distance) in ranked.items()
            ),
            key=lambda row: (
                -row.votes - 2 * max(0, HASH_RADIUS - row.distance),
                row.mirrored,
                row.key,
            ),
        )
        # Of an image and its mirror image the likelier one is examined.
        first: dict[int, DuplicateCandidate] = {}
        for candidate in ordered:
            first.setdefault(candidate.key, candidate)
        return list(first.values())[:most]

    def _distances(
        self, description: ImageDescription, mirrored: bool
    ) -> npt.NDArray[np.int64]:
        """Return the bits between the closest of the hashes with and without border."""
        query = description.hashes[[1, 3] if mirrored else [0, 2]]
        distances = [
            np.bitwise_count(
                self._hashes[:, stored].view(np.uint64) ^ row.view(np.uint64)
            ).sum(axis=1)
            for row in query
            for stored in (0, 2)
        ]
        return np.asarray(np.min(distances, axis=0), np.int64)

    def _votes(
        self, description: ImageDescription, mirrored: bool
    ) -> npt.NDArray[np.int64]:
        total = np.zeros(len(self), np.int64)
        if not len(description.descriptors) or not self._features.ntotal:
            return total
        descriptors: Pixels = description.descriptors
        angles, sizes = description.points[:, 3], description.points[:, 2]
        if mirrored:
            descriptors, angles = mirror_descriptors(descriptors), 180 - angles
        squares, ids = self._features.search(
            descriptors.astype(np.float32), _NEIGHBOURS
        )
        is_near = (ids >= 0) & (squares <= _FARTHEST**2)
        rows, _ = np.nonzero(is_near)
        neighbours = ids[is_near]
        owners = self._owners[neighbours].astype(np.int64)
        turned = (self._poses[neighbours, 0] - angles[rows]) % 360
        scaled = np.log2(self._poses[neighbours, 1] / sizes[rows])
        angle = np.floor(turned / (360 / _ANGLES)).astype(np.int64) % _ANGLES
        scale = np.floor(scaled).astype(np.int64)
        scale -= scale.min(initial=0)
        # A feature votes once for an image in a bin.
        shape = (len(self), _ANGLES, int(scale.max(initial=0)) + 1, len(descriptors))
        ballots = np.unique(np.ravel_multi_index((owners, angle, scale, rows), shape))
        owners, angle, scale, _ = np.unravel_index(ballots, shape)
        images, position = np.unique(owners, return_inverse=True)
        counts = np.zeros((len(images), *shape[1:3]), np.int64)
        np.add.at(counts, (position, angle, scale), 1)
        counts = counts + np.roll(counts, 1, axis=1)
        counts[:, :, 1:] += counts[:, :, :-1].copy()
        total[images] = counts.max(axis=(1, 2))
        return total

    def to_bytes(self) -> bytes:
        """Return the index as the bytes of a file."""
        file = io.BytesIO()
        np.savez(
            file,
            features=faiss.serialize_index(self._features),
            built=np.int64(self._built),
            keys=self._keys,
            hashes=self._hashes,
            owners=self._owners,
            poses=self._poses,
        )
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the index that ``dumps`` wrote."""
        index = cls()
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            index._features = cast(
                "faiss.IndexIVFScalarQuantizer",
                faiss.deserialize_index(file["features"]),
            )
            index._features.nprobe = _PROBES
            index._built = int(file["built"])
            index._keys, index._hashes = file["keys"], file["hashes"]
            index._owners, index._poses = file["owners"], file["poses"]
        return index
