"""Stage 1, copies and close variants (II-Bench §3.2): by what images are compared."""

from collections.abc import Callable, Sequence
from importlib.metadata import version

from django.core.files.storage import default_storage
from django.db.models.functions import Substr

from curation.domain.candidates import Hashed
from curation.domain.confirming import Prepared, prepare
from curation.domain.decoding import decode
from curation.domain.hashing import HASHES_END, VERSION, Fingerprint, fingerprint
from curation.models.images import Image, ImageFingerprint
from curation.services.storing import PREVIEW_SIDE

Progress = Callable[[int, int], None]
_CHUNK = 200
PREPARED_KEPT = 2_500
"""Thumbs kept ready for comparing: some 45 KB each."""


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
        made = fingerprint(decode(file.read(), draft_side=PREVIEW_SIDE).image)
    ImageFingerprint.objects.filter(pk=image_id).update(packed=made.pack())
    return made
