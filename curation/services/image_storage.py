"""Files of an image, named by content, so that storing a file twice changes nothing."""

import hashlib
import io
from typing import NamedTuple

import imagehash
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image as Picture

from curation.domain.decoding import DecodedImage, decode
from curation.domain.limits import Limits
from curation.domain.media_types import EXTENSIONS
from curation.domain.metadata import clean
from curation.domain.near_duplicates.description import describe
from curation.services.descriptions import description_name

PREVIEW_SIDE = 1600
THUMBNAIL_SIDE = 400
_WEBP = {"quality": 85, "method": 2}


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


def store_image(data: bytes, sha256: str, *, limits: Limits) -> StoredImage:
    """Decode ``data`` within ``limits``, measure it and store its four files.

    Raises RejectedFileError.
    """
    # Decode once: the preview and the description need no more pixels.
    decoded = decode(data, limits=limits, draft_side=PREVIEW_SIDE)
    cleaned = clean(data, limits=limits)
    published_sha256 = hashlib.sha256(cleaned.content).hexdigest()
    phash = str(imagehash.phash(decoded.image))
    preview = _small(decoded, PREVIEW_SIDE)
    thumbnail = _small(decoded, THUMBNAIL_SIDE)
    description = describe(decoded.image).pack()
    name = description_name(sha256)
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(description))
    return StoredImage(
        sha256=sha256,
        original=_keep("files", sha256, EXTENSIONS[decoded.media_type], data),
        published=_keep(
            "files",
            published_sha256,
            EXTENSIONS[cleaned.media_type],
            cleaned.content,
        ),
        published_sha256=published_sha256,
        preview=_keep("previews", sha256, ".webp", preview),
        thumbnail=_keep("thumbnails", sha256, ".webp", thumbnail),
        reencoded=cleaned.reencoded,
        format=decoded.format,
        width=decoded.width,
        height=decoded.height,
        size=len(data),
        phash=phash,
        details={
            "frames": decoded.frames,
            "alpha": decoded.had_alpha,
            "orientation": decoded.orientation,
            "removed": list(cleaned.removed),
        },
    )


def _small(decoded: DecodedImage, side: int) -> bytes:
    """Return the image within a square of ``side`` pixels, as WebP.

    This shrinks ``decoded.image`` itself, so call it with the larger side first.
    """
    decoded.image.thumbnail((side, side), Picture.Resampling.LANCZOS)
    out = io.BytesIO()
    decoded.image.save(out, "WEBP", **_WEBP)
    return out.getvalue()


def _keep(folder: str, sha256: str, extension: str, content: bytes) -> str:
    """Store ``content`` unless it is stored; return the storage name.

    A killed process may have left a partial file under this name.
    """
    name = f"{folder}/{sha256[:2]}/{sha256}{extension}"
    if default_storage.exists(name):
        if default_storage.size(name) == len(content):
            return name
        default_storage.delete(name)
    return default_storage.save(name, ContentFile(content))
