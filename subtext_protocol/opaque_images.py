"""Images as everybody sees them: opaque, 8 bits a channel, RGB, first frame.

People, text recognition and models get the same pixels. Transparent pixels show a
*ground*: white, or what the release names for the image.
"""

import io
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

WHITE = "white"
FULL = 65_535
"""White of 16 bits."""
_DEPTHS = (*range(8, 31, 2), 31)
"""Numbers of bits that files of 16 or 32 bits may use of each grey."""
_TRANSPARENT_MODES = frozenset({"RGBA", "LA", "PA", "La", "RGBa"})


def has_transparency(image: Image.Image) -> bool:
    """Return whether an image may have transparent pixels."""
    return image.mode in _TRANSPARENT_MODES or "transparency" in image.info


def has_deep_channel(image: Image.Image) -> bool:
    """Return whether an image has one channel of more than 8 bits."""
    return image.mode.startswith("I;16") or image.mode in ("I", "F")


def composite_on_ground(layer: Image.Image, ground: str) -> Image.Image:
    """Return an RGBA image on a ground, in RGB."""
    result = Image.new("RGB", layer.size, ground)
    # The same pixels as Image.alpha_composite gives, in less time.
    result.paste(layer, mask=layer)
    return result


def opaque_rgb(image: Image.Image, ground: str = WHITE) -> Image.Image:
    """Return a copy in RGB, with transparent pixels on ``ground``."""
    if has_deep_channel(image):
        return _from_deep(image, 0 if ground == "black" else 255)
    if has_transparency(image):
        layer = image if image.mode == "RGBA" else image.convert("RGBA")
        return composite_on_ground(layer, ground)
    if image.mode == "RGB":
        return image.copy()
    return image.convert("RGB")


def opaque_png(content: bytes, ground: str = WHITE) -> bytes:
    """Return an image file's first frame on ``ground`` as PNG.

    Raises an exception of Pillow, which may be any, when the file is damaged.
    """
    file = io.BytesIO()
    with Image.open(io.BytesIO(content)) as image:
        opaque_rgb(image, ground).save(file, "PNG", compress_level=1)
    return file.getvalue()


def white_level(values: npt.NDArray[np.generic]) -> int:
    """Return the level of white: the largest of the fewest bits that hold the values.

    Scanners and cameras store 10, 12 or 14 bits in 16; taken for 16 they look black.
    8-bit levels times 257 are 16 bits, however dark.
    """
    highest = int(values.max(initial=0))
    white = next((2**bits - 1 for bits in _DEPTHS if highest < 2**bits), highest)
    if white < FULL and not (values % (FULL // 255)).any():
        return FULL
    return white


def spread(values: npt.NDArray[np.generic], white: int = FULL) -> npt.NDArray[Any]:
    """Return deep levels as floats from 0 to ``white``.

    Integers are measured against their ``white_level``, floats against their highest
    value or 1.
    """
    levels = values.astype(np.float64)
    if np.issubdtype(values.dtype, np.floating):
        levels = np.nan_to_num(levels)
        low, high = min(0.0, float(levels.min())), max(1.0, float(levels.max()))
    else:
        low, high = 0.0, float(white_level(values))
    return ((levels - low) * (white / (high - low))).clip(0, white)


def _from_deep(image: Image.Image, transparent_level: int) -> Image.Image:
    """Scale 16- and 32-bit greys to 8 bits; Pillow's own conversion clips at 255."""
    values = np.asarray(image)
    grey = np.rint(spread(values, 255))
    transparent = image.info.get("transparency")
    if isinstance(transparent, int):
        grey[values == transparent] = transparent_level
    return Image.fromarray(grey.astype(np.uint8)).convert("RGB")
