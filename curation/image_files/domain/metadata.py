"""Removal of metadata: the bytes that may be served and released."""

import io
from typing import NamedTuple

from PIL import Image

from curation.image_files.domain.containers.formats import (
    JPEG,
    PNG,
    TIFF,
    ImageFormat,
    recognise_image_format,
)
from curation.image_files.domain.decoding import TURNS, decode_image
from curation.image_files.domain.limits import DecodingLimits

_JPEG_QUALITY = 95


class CleanedBytes(NamedTuple):
    """Bytes without metadata.

    ``removed`` names the removed metadata. ``reencoded`` is true in only two cases: an
    EXIF rotation was applied to the pixels, or a TIFF file, which browsers do not
    display, became a PNG. ``content`` is then a new encoding.
    """

    content: bytes
    media_type: str
    removed: tuple[str, ...]
    reencoded: bool


def remove_metadata(
    data: bytes, *, limits: DecodingLimits | None = None
) -> CleanedBytes:
    """Remove EXIF, XMP, IPTC, comments and text without changing the pixels.

    Cleaning the result again gives the same bytes.

    Raises:
        RejectedFileError: the container is damaged, or an image that has to be
            re-encoded cannot be decoded.
    """
    container = recognise_image_format(data)
    surgery = container.strip(data)
    if container is TIFF:
        picture = decode_image(data, limits=limits).image
        return CleanedBytes(_encode(picture, PNG), PNG.media_type, ("TIFF tags",), True)
    turn = TURNS.get(surgery.orientation)
    if turn is None:
        return CleanedBytes(
            surgery.content, container.media_type, surgery.removed, False
        )
    # Reject a file that is too large or unreadable before opening it again.
    decode_image(data, limits=limits)
    with Image.open(io.BytesIO(surgery.content), formats=[container.name]) as image:
        content = _encode(
            image.transpose(turn), container, image.info.get("icc_profile")
        )
    return CleanedBytes(content, container.media_type, surgery.removed, True)


def _encode(
    image: Image.Image, target: ImageFormat, profile: bytes | None = None
) -> bytes:
    out = io.BytesIO()
    if target is JPEG:
        image.save(
            out,
            "JPEG",
            quality=_JPEG_QUALITY,
            subsampling=0 if image.mode != "L" else -1,
            icc_profile=profile,
        )
    else:
        image.save(out, target.name, lossless=True, icc_profile=profile)
    return target.strip(out.getvalue()).content
