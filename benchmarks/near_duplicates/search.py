"""The four steps on files, with what each costs, kept in a store."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
from PIL import Image

from benchmarks.measuring import Cost
from benchmarks.near_duplicates.store import Store
from benchmarks.near_duplicates.variants import opaque
from curation.images.domain import description
from curation.images.domain.description import ImageDescription, describe_image
from curation.near_duplicates.domain import measures, proposal, registration
from curation.near_duplicates.domain.measures import (
    PairMeasures,
    compare_registered_pair,
)
from curation.near_duplicates.domain.proposal import DuplicateCandidate, DuplicateIndex
from curation.near_duplicates.domain.registration import register_images
from curation.near_duplicates.domain.search import propose_pairs


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:12]


def _digest_of_code(*modules: ModuleType) -> str:
    return _digest(*(Path(str(module.__file__)).read_bytes() for module in modules))


# Results that other code made are not used again.
_PROPOSING = _digest_of_code(proposal)
_MEASURING = _digest_of_code(registration, measures)


class Described(NamedTuple):
    """A described file, and the processor seconds that decoding and describing took."""

    name: str
    description: ImageDescription
    seconds: float


class Measured(NamedTuple):
    """A proposed pair by position, ``left`` < ``right``; no measures: not registered."""

    left: int
    right: int
    mirrored: bool
    measures: PairMeasures | None
    seconds: float


def describe_file(path: Path, store: Store) -> Described:
    """Describe a file as an import does: within the thumbnail's 400 pixels."""
    name = hashlib.sha256(path.read_bytes()).hexdigest()[:20]

    def compute() -> bytes:
        with Image.open(path) as file:
            image = opaque(file).copy()
        image.thumbnail((400, 400), Image.Resampling.LANCZOS)
        return describe_image(image).to_bytes()

    result = store.keep(f"description {description.VERSION} {name}", compute)
    return Described(name, ImageDescription.from_bytes(result.content), result.seconds)


def measure_pair(
    left: Described, right: Described, candidate: DuplicateCandidate, store: Store
) -> tuple[PairMeasures | None, float]:
    """Register and measure a pair; return the processor seconds, too."""

    def compute() -> bytes:
        registered = register_images(
            left.description, right.description, mirrored=candidate.mirrored
        )
        comparison = (
            compare_registered_pair(registered, candidate) if registered else None
        )
        return json.dumps(comparison.measures if comparison else None).encode()

    key = f"pair {_MEASURING} {left.name} {right.name} {candidate.mirrored}"
    result = store.keep(key, compute)
    row = json.loads(result.content)
    return (PairMeasures(*row) if row else None), result.seconds


class Outcome(NamedTuple):
    """All proposed pairs, and processor seconds of all images together."""

    described: Sequence[Described]
    pairs: Sequence[Measured]
    proposing: float


def search_files(paths: Sequence[Path], store: Store) -> Outcome:
    """Describe files, propose pairs and measure them."""
    described = [describe_file(path, store) for path in paths]

    def propose() -> bytes:
        keys = range(len(paths))
        return json.dumps(
            propose_pairs(keys, lambda key: described[key].description)
        ).encode()

    files = _digest(*(image.name.encode() for image in described))
    key = f"proposed {description.VERSION} {_PROPOSING} {files}"
    proposed = store.keep(key, propose)
    pairs = []
    for left, values in json.loads(proposed.content):
        candidate = DuplicateCandidate(*values)
        row = measure_pair(described[left], described[candidate.key], candidate, store)
        pairs.append(Measured(left, candidate.key, candidate.mirrored, *row))
    return Outcome(described, pairs, proposed.seconds)


class Growth(NamedTuple):
    """What one image costs among ``images``: milliseconds of processor, candidates."""

    images: int
    candidates: float
    describing: float
    building: float
    proposing: float
    deciding: float


def measure_growth(
    described: Sequence[Described], size: int, queries: int, store: Store
) -> Growth:
    """Search for the first images of a collection of ``size`` images."""
    keys = range(size)
    with Cost() as building:
        index = DuplicateIndex.build(keys, lambda key: described[key].description)
    queries = min(queries, size)
    with Cost() as proposing:
        candidates = [
            index.find_candidates(described[key].description, exclude=key)
            for key in range(queries)
        ]
    deciding = sum(
        measure_pair(described[key], described[candidate.key], candidate, store)[1]
        for key, row in enumerate(candidates)
        for candidate in row
    )
    counts = [len(row) for row in candidates]
    return Growth(
        size,
        float(np.mean(counts)),
        1000 * float(np.mean([image.seconds for image in described[:size]])),
        1000 * building.processor / size,
        1000 * proposing.processor / queries,
        # Each pair is proposed by both of its images and examined once.
        1000 * deciding / queries / 2,
    )
