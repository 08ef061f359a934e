"""Stage 1, near-duplicates (II-Bench §3.2): candidates and their confirmation."""

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
# Pairs compared between two heartbeats.
_COMPARED = 256
# A block and the images compared with it all stay in memory.
_BLOCK = KEPT_READY * 4 // 5


class Near(NamedTuple):
    """Two images, by id, that may be near-duplicates.

    ``distance`` is the distance of their hashes in bits; callers may store it.
    """

    image: int
    other: int
    mirrored: bool
    distance: int = 0


def duplicates_tools() -> dict[str, str]:
    """Return the versions, besides the parameters, that determine the results."""
    packages = ("pillow", "numpy", "opencv-python-headless")
    return {"fingerprint": str(VERSION), **{name: version(name) for name in packages}}


def hashed_of(keys: Sequence[int]) -> HashedImage:
    """Return the hashes of the images ``keys``, which must be sorted."""
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
    """Yield pairs of ``mine`` and ``others`` that may be near-duplicates.

    Both lists are sorted. A candidate pair has hashes that differ in at most ``radius``
    bits, or similar windows. ``others`` is processed in blocks, so memory and the
    number of images compared in turn do not grow with it. ``beat`` is called for every
    block.
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
    """Yield the candidates whose pixels confirm them.

    Of two candidates that differ only in ``mirrored``, the first confirmed one counts.
    ``beat`` is called for every few hundred candidates.
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
    """A cache of image features, which keeps the most recently used images."""

    def __init__(self) -> None:
        self._kept: dict[int, ImageFeatures] = {}

    def of(self, keys: set[int]) -> Mapping[int, ImageFeatures]:
        """Return the features of these images, by id."""
        found = {key: self._kept.pop(key) for key in keys & self._kept.keys()}
        missing = sorted(keys - found.keys())
        rows = ImageFingerprint.objects.filter(image_id__in=missing)
        for key, packed in rows.values_list("image_id", "packed"):
            found[key] = prepare(_unpacked(key, bytes(packed)))
        # Images used now are the last to be dropped.
        self._kept |= found
        for key in list(islice(self._kept, max(0, len(self._kept) - KEPT_READY))):
            del self._kept[key]
        return found


def window_verdict(image_id: int, other_id: int) -> tuple[int, int]:
    """Return the distance in bits of the most similar windows, and its limit."""
    distance = window_distance(fingerprint_of(image_id), fingerprint_of(other_id))
    return distance, SKETCH_RADIUS


def fingerprint_of(image_id: int) -> Fingerprint:
    """Return the stored fingerprint of an image."""
    packed = ImageFingerprint.objects.get(pk=image_id).packed
    return _unpacked(image_id, bytes(packed))


def _unpacked(image_id: int, packed: bytes) -> Fingerprint:
    """Unpack a fingerprint; compute one of an earlier version again from the file."""
    if Fingerprint.is_current(packed):
        return Fingerprint.unpack(packed)
    image = Image.objects.get(pk=image_id)
    with default_storage.open(image.original) as file:
        made = fingerprint(decode(file.read(), draft_side=DRAFT_SIDE).image)
    ImageFingerprint.objects.filter(pk=image_id).update(packed=made.pack())
    return made
