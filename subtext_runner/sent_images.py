"""Images as models get them: opaque, in a form that every server takes.

People saw each image on its ground, so models do, too. JPEG and PNG are sent as released
if they are opaque, in RGB or grey of 8 bits, and not animated. Everything else becomes
such a PNG of the first frame: llama.cpp reads no WebP, and few servers read BMP or TIFF.

A run may limit the pixels and bytes of an image, because servers refuse or shrink what is
larger, each in its own way: then every model of the run sees the same smaller image.
"""

import base64
import io
import math
from typing import Literal, NamedTuple

from PIL import Image

from core.domain.texts import _
from subtext_protocol.opaque_images import has_transparency, opaque_png, opaque_rgb
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import UnreadableImageError
from subtext_runner.questions import ImageFile

_SENT_AS_RELEASED = {"JPEG": "image/jpeg", "PNG": "image/png"}
_EIGHT_BITS = frozenset({"1", "L", "P", "RGB"})


_SMALLER_EACH_TIME = 0.9
"""Factor of both sides, in addition to that by which the file is too large."""


class ImageLimit(NamedTuple):
    """The most that is sent of one image; None: as released."""

    pixels: int | None = None
    bytes: int | None = None
    """Of the file, before base64."""


UNLIMITED = ImageLimit()


def within_pixels(image: Image.Image, most: int | None) -> Image.Image:
    """Return the image with at most ``most`` pixels, in its proportions."""
    if most is None or image.width * image.height <= most:
        return image
    # The second where one side is so short that it stays a pixel wide.
    by_area, by_length = most / (image.width * image.height), most / max(image.size)
    return _scaled(image, min(math.sqrt(by_area), by_length))


def shown_image(image: ImageFile, benchmark: Benchmark) -> Image.Image:
    """Return the image as people saw it, in RGB.

    Raises ReleaseError when it is missing or was altered, UnreadableImageError when it
    is damaged.
    """
    content = benchmark.read_image(image)
    try:
        with Image.open(io.BytesIO(content)) as opened:
            return opaque_rgb(opened, image.ground)
    except Exception as error:
        raise _unreadable(image, error) from error


def data_address(
    image: ImageFile, benchmark: Benchmark, limit: ImageLimit = UNLIMITED
) -> str:
    """Return the image within ``limit`` as a data URL; raises as ``shown_image`` does.

    An image of more pixels is sent as PNG of fewer; then, a file of more bytes as JPEG
    of quality 90, with fewer pixels where it is still too large.
    """
    content = benchmark.read_image(image)
    try:
        with Image.open(io.BytesIO(content)) as opened:
            media_type = _SENT_AS_RELEASED.get(opened.format or "", "")
            if limit.pixels is not None and opened.width * opened.height > limit.pixels:
                smaller = within_pixels(opaque_rgb(opened, image.ground), limit.pixels)
                content, media_type = _encoded(smaller, "PNG"), "image/png"
            elif not media_type or not _is_plain(opened) or _is_deep_png(content):
                content, media_type = opaque_png(content, image.ground), "image/png"
        if limit.bytes is not None and len(content) > limit.bytes:
            content, media_type = _within_bytes(content, limit.bytes), "image/jpeg"
    except Exception as error:
        raise _unreadable(image, error) from error
    return f"data:{media_type};base64,{base64.b64encode(content).decode('ascii')}"


def _is_plain(image: Image.Image) -> bool:
    """Return whether an image is opaque, of 8 bits a channel and not animated."""
    return (
        image.mode in _EIGHT_BITS
        and not has_transparency(image)
        and getattr(image, "n_frames", 1) == 1
    )


def _is_deep_png(content: bytes) -> bool:
    """Return whether a PNG has 16 bits per channel; Pillow gives 8 of deep colours."""
    return content.startswith(b"\x89PNG") and content[24] == 16


def _within_bytes(content: bytes, most: int) -> bytes:
    """Return an opaque image as JPEG of at most ``most`` bytes."""
    with Image.open(io.BytesIO(content)) as opened:
        image = opaque_rgb(opened)
    encoded, factor = _encoded(image, "JPEG"), 1.0
    while len(encoded) > most and max(image.size) * factor > 1:
        factor *= math.sqrt(most / len(encoded)) * _SMALLER_EACH_TIME
        encoded = _encoded(_scaled(image, factor), "JPEG")
    return encoded


def _scaled(image: Image.Image, factor: float) -> Image.Image:
    width, height = (max(1, int(side * factor)) for side in image.size)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _encoded(image: Image.Image, kind: Literal["JPEG", "PNG"]) -> bytes:
    file = io.BytesIO()
    if kind == "PNG":
        image.save(file, kind, compress_level=1)
    else:
        # Colours at full resolution, so that coloured letters stay legible.
        image.save(file, kind, quality=90, subsampling=0)
    return file.getvalue()


def _unreadable(image: ImageFile, error: Exception) -> UnreadableImageError:
    """Return the error of a damaged file; decoders may raise any exception."""
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return UnreadableImageError(
        _("{path}: the image cannot be read: {reason}", path=image.path, reason=reason)
    )
