"""Reading the pixels of a stripped container, within limits."""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PIL import Image

from core.domain.texts import _
from curation.image_files.domain.completeness import lacks_pixels
from curation.image_files.domain.containers.formats import JPEG, ImageFormat
from curation.image_files.domain.containers.surgery import (
    StrippedContainer,
    truncation_error,
)
from curation.image_files.domain.depth import DeepImage, deep_grey, read_deep
from curation.image_files.domain.limits import DecodingLimits
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason


class LoadedImage(NamedTuple):
    """The first frame of a file, not turned yet.

    ``image`` is as Pillow reads it, except deep images that it reads wrongly. ``deep``
    has all bits of an image of more than 8 bits per channel. ``width`` and ``height``
    are those of the file; ``image`` is smaller if a draft was requested.
    """

    image: Image.Image
    deep: DeepImage | None
    width: int
    height: int


@contextmanager
def rejecting_damage(name: str, limits: DecodingLimits) -> Iterator[None]:
    """Turn every exception of a decoder into RejectedFileError."""
    try:
        with warnings.catch_warnings():
            # Use this project's limit on pixels instead of Pillow's.
            warnings.simplefilter("ignore")
            yield
    except RejectedFileError:
        raise
    except Image.DecompressionBombError as error:
        raise RejectedFileError(
            RejectionReason.TOO_MANY_PIXELS,
            _(
                "more than the {max_pixels:,} pixels allowed",
                max_pixels=limits.max_pixels,
            ),
        ) from error
    # Decoders may raise any exception on hostile bytes; all mean a corrupt file.
    except Exception as error:
        if _is_cut_off(error):
            raise truncation_error(name) from error
        message = _("the {name} file is damaged", name=name)
        raise RejectedFileError(RejectionReason.CORRUPT, message) from error


def _is_cut_off(error: Exception) -> bool:
    return "truncated" in str(error).lower()


def load(
    container: ImageFormat,
    stripped: StrippedContainer,
    limits: DecodingLimits,
    draft_side: int | None = None,
) -> LoadedImage:
    """Load the first frame; call it within ``rejecting_damage``.

    ``draft_side`` is that of ``decode_image``.
    """
    content, header = stripped.content, stripped.deep
    deep = None
    if header is not None:
        width, height = header.width, header.height
        _check_size(width, height, limits)
        deep = read_deep(content, header)
        # Pillow does not read these at all.
        if header.bits != 16 or header.white_is_zero:
            if deep is None:
                raise truncation_error(container.name)
            return LoadedImage(deep.to_pillow(), deep, width, height)
    image = Image.open(io.BytesIO(content), formats=[container.name])
    width, height = image.size
    _check_size(width, height, limits)
    if draft_side is not None:
        image.draft(None, _draft_size(image.size, draft_side))
    image.load()
    if container is JPEG and lacks_pixels(content, image, has_end=stripped.has_end):
        raise truncation_error(container.name)
    if image.mode in ("I", "F"):
        deep = deep_grey(image)
    if deep is not None and deep.is_rescaled:
        return LoadedImage(deep.to_pillow(), deep, width, height)
    return LoadedImage(image, deep, width, height)


def _check_size(width: int, height: int, limits: DecodingLimits) -> None:
    """Raise RejectedFileError for an image with more pixels than allowed."""
    if width * height > limits.max_pixels:
        raise RejectedFileError(
            RejectionReason.TOO_MANY_PIXELS,
            _(
                "{width:,} × {height:,} pixels are more than the {max_pixels:,} allowed",
                width=width,
                height=height,
                max_pixels=limits.max_pixels,
            ),
        )


def _draft_size(size: tuple[int, int], side: int) -> tuple[int, int]:
    """Return the smallest size of this shape whose sides are both at least ``side``."""
    scale = min(1.0, side / max(1, min(size)))
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
