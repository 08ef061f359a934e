"""Files of an image, named by content, so that storing a file twice changes nothing."""

import hashlib
import io
from typing import NamedTuple

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image as Picture

from curation.domain.decoding import Decoded, decode
from curation.domain.hashing import Fingerprint, fingerprint
from curation.domain.limits import Limits
from curation.domain.media_types import EXTENSIONS
from curation.domain.metadata import clean

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
    fingerprint: Fingerprint
    details: dict[str, object]


def store_image(data: bytes, sha256: str, *, limits: Limits) -> StoredImage:
    """Decode ``data`` within ``limits``, measure it and store its four files.

    Raises RejectedFileError.
    """
    # Decode once: neither the preview nor the fingerprint needs more pixels.
    decoded = decode(data, limits=limits, draft_side=PREVIEW_SIDE)
    cleaned = clean(data, limits=limits)
    published_sha256 = hashlib.sha256(cleaned.content).hexdigest()
    hashes = fingerprint(decoded.image)
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
        preview=_keep("previews", sha256, ".webp", _small(decoded, PREVIEW_SIDE)),
        thumbnail=_keep("thumbnails", sha256, ".webp", _small(decoded, THUMBNAIL_SIDE)),
        reencoded=cleaned.reencoded,
        format=decoded.format,
        width=decoded.width,
        height=decoded.height,
        size=len(data),
        fingerprint=hashes,
        details={
            "frames": decoded.frames,
            "alpha": decoded.had_alpha,
            "orientation": decoded.orientation,
            "removed": list(cleaned.removed),
        },
    )


def _small(decoded: Decoded, side: int) -> bytes:
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
