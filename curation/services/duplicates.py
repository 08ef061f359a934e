"""Stage 1, copies and close variants (II-Bench §3.2): by what images are compared."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import islice
from typing import NamedTuple

from django.core.files.storage import default_storage
from django.db.models.functions import Substr

from curation.domain.candidates import (
    SKETCH_RADIUS,
    HashedImage,
    candidates_between,
    window_distance,
)
from curation.domain.confirmation import MatchResult
from curation.domain.confirming import Pair, confirm_all
from curation.domain.decoding import decode
from curation.domain.hashing import (
    DRAFT_SIDE,
    HASHES_END,
    VERSION,
    Fingerprint,
    fingerprint,
)
from curation.domain.image_features import KEPT_READY, ImageFeatures, prepare
from curation.models.images import Image, ImageFingerprint

Progress = Callable[[int, int], None]
_CHUNK = 200
# Pairs compared between two signs of life.
_COMPARED = 256
# Of these and of what is compared with them all are kept ready.
_BLOCK = KEPT_READY * 4 // 5


class Near(NamedTuple):
    """Two images by id that may be copies.

    ``distance`` is that of their hashes in bits, for whoever keeps it.
    """

    image: int
    other: int
    mirrored: bool
    distance: int = 0


def duplicates_tools() -> dict[str, str]:
    """What the verdicts of this stage depend on besides its parameters."""
    packages = ("pillow", "numpy", "opencv-python-headless")
    return {"fingerprint": str(VERSION), **{name: version(name) for name in packages}}


def hashed_of(keys: Sequence[int]) -> HashedImage:
    """The hashes of images in the order of ``keys``, which is that of their ids."""
    return HashedImage.of_rows(
        Fingerprint.unpack_hashes(bytes(head))
        if Fingerprint.is_current(bytes(head))
        else fingerprint_of(image_id).hashes
        for start in range(0, len(keys), _CHUNK)
        for image_id, head in ImageFingerprint.objects.filter(
            image_id__in=keys[start : start + _CHUNK]
        )
        .order_by("image_id")
        .values_list("image_id", Substr("packed", 1, HASHES_END))
    )


def near(
    mine: Sequence[int],
    others: Sequence[int],
    radius: int,
    beat: Callable[[], None] = lambda: None,
) -> Iterator[Near]:
    """Pairs of an image of ``mine`` and one of ``others``, both in order, that may be
    copies: whose hashes differ in at most ``radius`` bits or whose windows are alike.

    The others come in blocks: neither memory nor the number of pictures that are
    compared by turns grows with how many there are. ``beat`` is called every block.
    """
    hashed = hashed_of(mine)
    for start in range(0, len(others), _BLOCK):
        beat()
        block = others[start : start + _BLOCK]
        found = candidates_between(hashed, hashed_of(block), phash_radius=radius)
        for one in found:
            yield Near(mine[one.left], block[one.right], one.mirrored, one.distance)


def confirmed_copies(
    candidates: Iterable[Near], beat: Callable[[], None] = lambda: None
) -> Iterator[tuple[Near, MatchResult]]:
    """Those whose pixels are copies; of two that differ in ``mirrored`` the first.

    ``beat`` is called every few hundred.
    """
    ready = _Ready()
    copies: set[tuple[int, int]] = set()
    waiting = iter(candidates)
    while some := list(islice(waiting, _COMPARED)):
        beat()
        pictures = ready.of({key for one in some for key in (one.image, one.other)})
        outcomes = confirm_all(
            [
                Pair(pictures[one.image], pictures[one.other], one.mirrored)
                for one in some
            ]
        )
        for one, outcome in zip(some, outcomes, strict=True):
            if outcome.is_copy and (one.image, one.other) not in copies:
                copies.add((one.image, one.other))
                yield one, outcome


class _Ready:
    """Images made ready for comparing; those that were wanted last are kept."""

    def __init__(self) -> None:
        self._kept: dict[int, ImageFeatures] = {}

    def of(self, keys: set[int]) -> Mapping[int, ImageFeatures]:
        """These images by their ids."""
        found = {key: self._kept.pop(key) for key in keys & self._kept.keys()}
        missing = sorted(keys - found.keys())
        rows = ImageFingerprint.objects.filter(image_id__in=missing)
        for key, packed in rows.values_list("image_id", "packed"):
            found[key] = prepare(_unpacked(key, bytes(packed)))
        # What was wanted now is the last to be dropped.
        self._kept |= found
        for key in list(islice(self._kept, max(0, len(self._kept) - KEPT_READY))):
            del self._kept[key]
        return found


def window_verdict(image_id: int, other_id: int) -> tuple[int, int]:
    """In how many bits the most similar windows of two images differ, and may differ."""
    distance = window_distance(fingerprint_of(image_id), fingerprint_of(other_id))
    return distance, SKETCH_RADIUS


def fingerprint_of(image_id: int) -> Fingerprint:
    """By what the image is compared with others."""
    packed = ImageFingerprint.objects.get(pk=image_id).packed
    return _unpacked(image_id, bytes(packed))


def _unpacked(image_id: int, packed: bytes) -> Fingerprint:
    """A stored fingerprint; one of an earlier version is made anew from the file."""
    if Fingerprint.is_current(packed):
        return Fingerprint.unpack(packed)
    image = Image.objects.get(pk=image_id)
    with default_storage.open(image.original) as file:
        made = fingerprint(decode(file.read(), draft_side=DRAFT_SIDE).image)
    ImageFingerprint.objects.filter(pk=image_id).update(packed=made.pack())
    return made
