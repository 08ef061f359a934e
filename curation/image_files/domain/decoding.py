"""Decoding untrusted bytes to pixels, within limits.

Metadata is removed before a decoder reads the file. Compressed text, huge EXIF
directories and appended files therefore never reach Pillow.
"""

import io
import warnings
from typing import NamedTuple

import numpy as np
from PIL import Image

from core.domain.texts import _
from curation.image_files.domain.containers.formats import TIFF, recognise
from curation.image_files.domain.limits import Limits
from curation.image_files.domain.rejection import Reason, RejectedFileError

GROUND = "white"
"""Background of transparent pixels; part of the record of every image."""

TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_TRANSPARENT_MODES = frozenset({"RGBA", "LA", "PA", "La", "RGBa"})


class DecodedImage(NamedTuple):
    """A decoded image: upright, opaque, 8-bit RGB, first frame.

    ``width`` and ``height`` are those of the file as displayed; ``image`` is smaller
    only if a draft was requested. ``orientation`` is the EXIF value that was applied.
    ``had_alpha`` says whether pixels were composited on ``GROUND``.
    """

    image: Image.Image
    width: int
    height: int
    format: str
    media_type: str
    frames: int
    had_alpha: bool
    orientation: int


def decode(
    data: bytes, *, limits: Limits | None = None, draft_side: int | None = None
) -> DecodedImage:
    """Decode one file.

    Args:
        data: the bytes of the file.
        limits: limits checked before decoding.
        draft_side: a JPEG may be decoded at 1/2, 1/4 or 1/8 of its size as long as
            both sides keep at least this many pixels. None decodes at full size.

    Raises:
        RejectedFileError: the only exception, for any bytes.
    """
    limits = limits or Limits()
    if len(data) > limits.max_bytes:
        raise RejectedFileError(
            Reason.TOO_MANY_BYTES,
            _(
                "{count:,} bytes: at most {max_bytes:,} are allowed",
                count=len(data),
                max_bytes=limits.max_bytes,
            ),
        )
    container = recognise(data)
    surgery = container.strip(data)
    if surgery.frames > limits.max_frames:
        raise RejectedFileError(
            Reason.TOO_MANY_FRAMES,
            _(
                "{frames:,} frames: at most {max_frames:,} are allowed",
                frames=surgery.frames,
                max_frames=limits.max_frames,
            ),
        )
    # Pillow rotates TIFF files upright itself.
    turn = None if container is TIFF else TURNS.get(surgery.orientation)
    try:
        with warnings.catch_warnings():
            # Use this project's limit on pixels instead of Pillow's.
            warnings.simplefilter("ignore")
            with Image.open(
                io.BytesIO(surgery.content), formats=[container.name]
            ) as file:
                _check_size(file.size, limits)
                width, height = file.size
                if draft_side is not None:
                    file.draft(None, _draft_size(file.size, draft_side))
                file.load()
                had_alpha = (
                    file.mode in _TRANSPARENT_MODES or "transparency" in file.info
                )
                image = _opaque_rgb(file, had_alpha)
    except RejectedFileError:
        raise
    except Image.DecompressionBombError as error:
        raise RejectedFileError(
            Reason.TOO_MANY_PIXELS,
            _(
                "more than the {max_pixels:,} pixels allowed",
                max_pixels=limits.max_pixels,
            ),
        ) from error
    # Decoders may raise any exception on hostile bytes; all mean a corrupt file.
    except Exception as error:
        if _is_cut_off(error):
            message = _("the {name} file ends too early", name=container.name)
            raise RejectedFileError(Reason.TRUNCATED, message) from error
        message = _("the {name} file is damaged", name=container.name)
        raise RejectedFileError(Reason.CORRUPT, message) from error
    if turn is not None:
        image = image.transpose(turn)
        if surgery.orientation >= 5:
            width, height = height, width
    return DecodedImage(
        image=image,
        width=width,
        height=height,
        format=container.name,
        media_type=container.media_type,
        frames=surgery.frames,
        had_alpha=had_alpha,
        orientation=surgery.orientation,
    )


def _is_cut_off(error: Exception) -> bool:
    return "truncated" in str(error).lower()


def _check_size(size: tuple[int, int], limits: Limits) -> None:
    pixels = size[0] * size[1]
    if pixels > limits.max_pixels:
        raise RejectedFileError(
            Reason.TOO_MANY_PIXELS,
            _(
                "{width:,} × {height:,} pixels are more than the {max_pixels:,} allowed",
                width=size[0],
                height=size[1],
                max_pixels=limits.max_pixels,
            ),
        )


def _draft_size(size: tuple[int, int], side: int) -> tuple[int, int]:
    """Return the smallest size of this shape whose sides are both at least ``side``."""
    scale = min(1.0, side / max(1, min(size)))
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))


def _opaque_rgb(image: Image.Image, had_alpha: bool) -> Image.Image:
    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        return _from_deep(image)
    if had_alpha:
        # The same pixels as Image.alpha_composite gives, in less time.
        ground = Image.new("RGB", image.size, GROUND)
        layer = image if image.mode == "RGBA" else image.convert("RGBA")
        ground.paste(layer, mask=layer)
        return ground
    if image.mode == "RGB":
        return image.copy()
    return image.convert("RGB")


def _from_deep(image: Image.Image) -> Image.Image:
    """Scale 16- and 32-bit greys to 8 bits; Pillow's own conversion clips at 255."""
    values = np.asarray(image).astype(np.float64)
    if image.mode == "F":
        values = np.nan_to_num(values)
        low, high = min(0.0, float(values.min())), max(1.0, float(values.max()))
    else:
        low, high = 0.0, 65535.0 if values.max(initial=0) <= 65535 else 2.0**31
    grey = np.rint((values - low) * (255.0 / (high - low))).clip(0, 255)
    transparent = image.info.get("transparency")
    if isinstance(transparent, int):
        grey[values == transparent] = 255
    return Image.fromarray(grey.astype(np.uint8)).convert("RGB")
