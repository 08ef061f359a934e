"""Stage 1, copies and close variants (II-Bench §3.2): by what images are compared."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.metadata import version
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.core.files.storage import default_storage
from django.db.models.functions import Substr

from curation.domain.candidates import Hashed
from curation.domain.confirming import Comparison, Confirmation
from curation.domain.decoding import decode
from curation.domain.hashing import (
    DRAFT_SIDE,
    HASHES_END,
    VERSION,
    Fingerprint,
    fingerprint,
)
from curation.domain.preparing import KEPT_READY, Prepared, prepare
from curation.models.images import Image, ImageFingerprint

Progress = Callable[[int, int], None]
_CHUNK = 200
# Pictures compared with one at once, between two signs of life.
_COMPARED = 100


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


def hashed_of(keys: Sequence[int]) -> Hashed:
    """The hashes of images in the order of ``keys``, which is that of their ids."""
    return Hashed.of_rows(
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


def confirmed_copies(
    candidates: Iterable[Near], beat: Callable[[], None] = lambda: None
) -> Iterator[tuple[Near, Confirmation]]:
    """Those whose pixels are copies; of two that differ in ``mirrored`` the first.

    Candidates come with one ``image`` after the other. ``beat`` is called every
    hundred.
    """
    thumbs = lru_cache(maxsize=KEPT_READY)(prepared_of)
    for image, group in groupby(candidates, attrgetter("image")):
        comparison = Comparison(thumbs(image))
        copies: set[int] = set()
        found = list(group)
        for start in range(0, len(found), _COMPARED):
            beat()
            near = found[start : start + _COMPARED]
            outcomes = comparison.with_all(
                [thumbs(one.other) for one in near], [one.mirrored for one in near]
            )
            for one, outcome in zip(near, outcomes, strict=True):
                if outcome.is_copy and one.other not in copies:
                    copies.add(one.other)
                    yield one, outcome


def prepared_of(image_id: int) -> Prepared:
    """The image, ready to be compared."""
    return prepare(fingerprint_of(image_id))


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
