"""Files of an image, named by content, so that storing a file twice changes nothing."""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

import imagehash
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image as Picture

from curation.image_files.domain.decoding import DecodedImage, decode_image
from curation.image_files.domain.limits import DecodingLimits
from curation.image_files.domain.media_types import EXTENSIONS
from curation.image_files.domain.metadata import remove_metadata
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.images.domain.description import describe_image
from curation.images.services.descriptions import description_name

PREVIEW_SIDE = 1600
THUMBNAIL_SIDE = 400
_WEBP = {"quality": 85, "method": 2}
_SMALL = 16_000_000
"""Pixels up to which several images may be decoded at once."""
_large = Lock()
"""Held while a larger one is decoded, which takes some hundred MB."""


class StoredImage(NamedTuple):
    """An image with stored files, and all values of its row."""

    sha256: str
    original: str
    published: str
    published_sha256: str
    preview: str
    thumbnail: str
    reencoded: bool
    format: str
    width: int
    height: int
    size: int
    phash: str
    """ImageHash's pHash, 16 hex digits."""
    details: dict[str, object]


class PreparedImage(NamedTuple):
    """An image whose files are not stored yet."""

    image: StoredImage
    """With the names that its files are to have."""
    files: Mapping[str, bytes]
    """Contents by name; the description is one of them."""


def prepare_image(data: bytes, sha256: str, *, limits: DecodingLimits) -> PreparedImage:
    """Decode ``data`` within ``limits``, measure it and make its files.

    It may run in several threads; large images are decoded one at a time. Raises
    RejectedFileError.
    """
    small = replace(limits, max_pixels=min(_SMALL, limits.max_pixels))
    try:
        return _prepare(data, sha256, small)
    except RejectedFileError as rejection:
        is_large = rejection.reason_code is RejectionReason.TOO_MANY_PIXELS
        if not is_large or small == limits:
            raise
    with _large:
        return _prepare(data, sha256, limits)


def _prepare(data: bytes, sha256: str, limits: DecodingLimits) -> PreparedImage:
    # Decode once: the preview and the description need no more pixels.
    decoded = decode_image(data, limits=limits, draft_side=PREVIEW_SIDE)
    cleaned = remove_metadata(data, limits=limits)
    published_sha256 = hashlib.sha256(cleaned.content).hexdigest()
    phash = str(imagehash.phash(decoded.image))
    image = StoredImage(
        sha256=sha256,
        original=_name("files", sha256, EXTENSIONS[decoded.media_type]),
        published=_name("files", published_sha256, EXTENSIONS[cleaned.media_type]),
        published_sha256=published_sha256,
        preview=_name("previews", sha256, ".webp"),
        thumbnail=_name("thumbnails", sha256, ".webp"),
        reencoded=cleaned.reencoded,
        format=decoded.format,
        width=decoded.width,
        height=decoded.height,
        size=len(data),
        phash=phash,
        details={
            "frames": decoded.frames,
            "alpha": decoded.had_alpha,
            **({"ground": decoded.ground} if decoded.ground else {}),
            "orientation": decoded.orientation,
            "removed": list(cleaned.removed),
        },
    )
    files = {
        image.original: data,
        image.published: cleaned.content,
        image.preview: _small(decoded, PREVIEW_SIDE),
        image.thumbnail: _small(decoded, THUMBNAIL_SIDE),
        description_name(sha256): describe_image(decoded.image).to_bytes(),
    }
    return PreparedImage(image, files)


def store_image(prepared: PreparedImage) -> StoredImage:
    """Store the files of an image."""
    image = prepared.image
    names = {name: _keep(name, content) for name, content in prepared.files.items()}
    return image._replace(
        original=names[image.original],
        published=names[image.published],
        preview=names[image.preview],
        thumbnail=names[image.thumbnail],
    )


def _name(folder: str, sha256: str, extension: str) -> str:
    return f"{folder}/{sha256[:2]}/{sha256}{extension}"


def _small(decoded: DecodedImage, side: int) -> bytes:
    """Return the image as shown within a square of ``side`` pixels, as WebP.

    This shrinks ``decoded.shown`` itself, so call it with the larger side first.
    """
    decoded.shown.thumbnail((side, side), Picture.Resampling.LANCZOS)
    out = io.BytesIO()
    decoded.shown.save(out, "WEBP", **_WEBP)
    return out.getvalue()


def _keep(name: str, content: bytes) -> str:
    """Store ``content`` unless it is stored; return the storage name.

    A killed process may have left a partial file under this name.
    """
    if default_storage.exists(name):
        if default_storage.size(name) == len(content):
            return name
        default_storage.delete(name)
    return default_storage.save(name, ContentFile(content))
