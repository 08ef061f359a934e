"""Removal of metadata: the bytes that may be served and released."""

import io
from typing import Any, NamedTuple

from PIL import Image, ImageSequence

from core.domain.texts import _
from curation.image_files.domain.containers.formats import (
    JPEG,
    PNG,
    TIFF,
    ImageFormat,
    recognise_image_format,
)
from curation.image_files.domain.decoding import TURNS
from curation.image_files.domain.limits import DecodingLimits
from curation.image_files.domain.loading import load, rejecting_damage
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from subtext_protocol.opaque_images import has_transparency

_JPEG_QUALITY = 95


class CleanedBytes(NamedTuple):
    """Bytes without metadata.

    ``removed`` names the removed metadata. ``reencoded`` is true in only three cases: an
    EXIF rotation was applied to the pixels; a TIFF file, which browsers do not display,
    became a PNG; or greys and colours of 10 to 14 bits in 16, which look black, were
    spread over all 16. ``content`` is then a new encoding.
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
            re-encoded cannot be decoded or has too many pixels in all frames.
    """
    limits = limits or DecodingLimits()
    container = recognise_image_format(data)
    surgery = container.strip(data)
    turn = TURNS.get(surgery.orientation)
    unchanged = CleanedBytes(
        surgery.content, container.media_type, surgery.removed, False
    )
    if container is not TIFF and turn is None and surgery.deep is None:
        return unchanged
    with rejecting_damage(container.name, limits):
        image, deep, *_size = load(container, surgery, limits)
        profile = image.info.get("icc_profile")
        # Pillow keeps the profile of turned colours, but only 8 of their 16 bits.
        keeps_bits = container is TIFF or (turn is not None and not profile)
        if deep is not None and (keeps_bits or deep.is_rescaled):
            upright = deep if turn is None else deep.transpose(turn)
            content = PNG.strip(upright.to_png()).content
        elif container is TIFF:
            image = image.convert("RGBA" if has_transparency(image) else "RGB")
            content = _encode(_turned(image, turn), PNG)
        elif turn is None:
            return unchanged
        elif surgery.frames > 1:
            content = _turn_animation(image, turn, container, limits)
        else:
            content = _encode(_turned(image, turn), container, icc_profile=profile)
    if container is TIFF:
        return CleanedBytes(content, PNG.media_type, ("TIFF tags",), True)
    return CleanedBytes(content, container.media_type, surgery.removed, True)


def _turned(image: Image.Image, turn: Image.Transpose | None) -> Image.Image:
    return image if turn is None else image.transpose(turn)


def _turn_animation(
    image: Image.Image,
    turn: Image.Transpose,
    container: ImageFormat,
    limits: DecodingLimits,
) -> bytes:
    """Encode all frames turned, with their durations."""
    frames: list[Image.Image] = []
    for frame in ImageSequence.Iterator(image):
        frames.append(frame.transpose(turn))
        if len(frames) * image.width * image.height > limits.max_pixels:
            raise RejectedFileError(
                RejectionReason.TOO_MANY_PIXELS,
                _("its frames are too large to rotate as EXIF says: save them upright"),
            )
    has_default = bool(image.info.get("default_image"))
    # PNG gives the default image no duration: it belongs to no animation.
    durations = [frame.info.get("duration", 0) for frame in frames[has_default:]]
    # Frames are whole canvases here, so they replace each other.
    whole = {"disposal": 0, "blend": 0, "default_image": has_default}
    return _encode(
        frames[0],
        container,
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=image.info.get("loop", 0),
        icc_profile=image.info.get("icc_profile"),
        **(whole if container is PNG else {}),
    )


def _encode(image: Image.Image, target: ImageFormat, **options: Any) -> bytes:
    out = io.BytesIO()
    if target is JPEG:
        options |= {
            "quality": _JPEG_QUALITY,
            "subsampling": 0 if image.mode != "L" else -1,
        }
    else:
        options["lossless"] = True
    image.save(out, target.name, **options)
    return target.strip(out.getvalue()).content
