"""The full-size file of an image: the pixels of its preview, none left out.

Most published files are shown by browsers just as their previews are, and are served
as they are. For the others (transparent, animated, CMYK, with a colour profile) a file
is made from the original when somebody first asks for it, and stored.
"""

import io
from pathlib import PurePosixPath
from threading import Lock
from typing import IO, NamedTuple

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from core.domain.texts import _
from core.errors import NotFoundError
from curation.image_files.domain.browser_display import is_displayed_alike
from curation.image_files.domain.decoding import decode_image
from curation.image_files.domain.media_types import EXTENSIONS, MEDIA_TYPES
from curation.image_files.domain.rejection import RejectedFileError
from curation.images.models import Image

_JPEG = {"quality": 95, "subsampling": 0, "icc_profile": None}
_PNG = {"compress_level": 1, "icc_profile": None}
_ENDS = {"image/jpeg": b"\xff\xd9", "image/png": b"IEND\xaeB`\x82"}
"""Last bytes of a complete file."""
_lock = Lock()
"""Held while an image is decoded, which may take some hundred MB."""


class FullSizeFile(NamedTuple):
    """An open file and its media type."""

    file: IO[bytes]
    media_type: str


def open_full_size(image: Image) -> FullSizeFile:
    """Return the full-size file of an image, made if it has to be.

    Raises NotFoundError if its files are missing or damaged.
    """
    try:
        if _is_published_alike(image):
            media_type = MEDIA_TYPES[PurePosixPath(image.published).suffix]
            return FullSizeFile(default_storage.open(image.published), media_type)
        return _open_made(image)
    except (OSError, RejectedFileError) as error:
        raise NotFoundError(_("There is no such file.")) from error


def _is_published_alike(image: Image) -> bool:
    if image.details.get("alpha") or image.details.get("frames", 1) > 1:
        return False
    with default_storage.open(image.published) as file:
        return is_displayed_alike(file)


def _open_made(image: Image) -> FullSizeFile:
    # Photographs stay small as JPEG; of all other files no pixel changes.
    media_type = "image/jpeg" if image.format == "JPEG" else "image/png"
    name = full_size_name(image.sha256, media_type)
    with _lock:
        if default_storage.exists(name):
            with default_storage.open(name) as file:
                content = file.read()
            if content.endswith(_ENDS[media_type]):
                return FullSizeFile(io.BytesIO(content), media_type)
            # A killed process left a part of the file.
            default_storage.delete(name)
        with default_storage.open(image.original) as file:
            content = _encode(file.read(), media_type)
        stored = default_storage.save(name, ContentFile(content))
        if stored != name:
            # Another process stored the same file in the meantime.
            default_storage.delete(stored)
    return FullSizeFile(io.BytesIO(content), media_type)


def _encode(data: bytes, media_type: str) -> bytes:
    out = io.BytesIO()
    image = decode_image(data).shown
    if media_type == "image/jpeg":
        image.save(out, "JPEG", **_JPEG)
    else:
        image.save(out, "PNG", **_PNG)
    return out.getvalue()


def full_size_name(sha256: str, media_type: str) -> str:
    """Return the storage name of the file made for an original."""
    return f"full-size/{sha256[:2]}/{sha256}{EXTENSIONS[media_type]}"
