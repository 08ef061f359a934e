"""What hashes alone find: imagededup's pHash at its default radius, and PDQ."""

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import imagehash
import numpy as np
import numpy.typing as npt
from PIL import Image

from benchmarks.near_duplicates.report import Answers
from benchmarks.near_duplicates.store import Store
from benchmarks.near_duplicates.variants import opaque

Bits = npt.NDArray[np.bool_]


def _phash(image: Image.Image) -> Bits:
    return np.asarray(imagehash.phash(image).hash.ravel(), np.bool_)


def _pdq(image: Image.Image) -> Bits:
    pdqhash: Any = importlib.import_module("pdqhash")
    return np.asarray(pdqhash.compute(np.asarray(image))[0], np.bool_)


def _pairs_within(
    method: Callable[[Image.Image], Bits],
    radius: int,
    paths: Sequence[Path],
    names: Sequence[str],
    store: Store,
) -> Answers:
    def packed(path: Path) -> bytes:
        with Image.open(path) as file:
            return np.packbits(method(opaque(file))).tobytes()

    def read_or_compute(path: Path, name: str) -> bytes:
        return store.keep(f"{method.__name__} {name}", lambda: packed(path)).content

    rows = [
        read_or_compute(path, name) for path, name in zip(paths, names, strict=True)
    ]
    hashes = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    pairs = set()
    for left, row in enumerate(hashes[:-1]):
        distances = np.bitwise_count(hashes[left + 1 :] ^ row).sum(axis=1)
        pairs |= {(left, left + 1 + n) for n in np.flatnonzero(distances <= radius)}
    return Answers({(left, int(right)) for left, right in pairs}, set())


def search_by_hashes(
    paths: Sequence[Path], names: Sequence[str], store: Store
) -> dict[str, Answers]:
    """Return the pairs by search; PDQ only if the library pdqhash is installed."""
    answers = {"pHash ≤ 10 of 64": _pairs_within(_phash, 10, paths, names, store)}
    if importlib.util.find_spec("pdqhash"):
        answers["PDQ ≤ 31 of 256"] = _pairs_within(_pdq, 31, paths, names, store)
    return answers
