"""Do two aligned pictures have the same colours? Grey thumbs cannot tell.

The same drawing in red and in blue, or the flags of two countries, are different
pictures; the same picture without colour, darker or bleached by light is a copy.
"""

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

from curation.domain.framing import THUMB_SIDE
from curation.domain.warping import Warp

TINT_SIDE = 16

Tint = npt.NDArray[np.int8]
"""Blue and red difference (Cb and Cr) of each place: TINT_SIDE × TINT_SIDE × 2."""

_SCALE = THUMB_SIDE / TINT_SIDE
# Strength of the more colourful places of a picture. What JPEG and palettes leave of
# grey is weaker than _GREY; a picture above _COLOURFUL cannot lose it by brightness.
_GREY, _COLOURED, _COLOURFUL = 5.0, 10.0, 24.0
# How far a place may be from the colour expected: absolutely, and by its strength.
_AWAY, _AWAY_SHARE = 12.0, 0.4
_GAINS = (0.5, 2.0)
# Borders and banners are at the edge.
_INSIDE = (slice(1, -1), slice(1, -1))


class Colours(NamedTuple):
    """``different``: the share of places whose colour is another, 0 to 1; None where
    there is too little colour to say. ``bleached``: only one picture has colours."""

    different: float | None
    bleached: bool


def tint(image: Image.Image) -> Tint:
    """The colours of an RGB picture, squeezed to a small square."""
    # Shrunk by a whole number first, which is quick, to twice the size or more.
    small = image.resize(
        (TINT_SIDE, TINT_SIDE), Image.Resampling.HAMMING, reducing_gap=2.0
    )
    ycc = small.convert("YCbCr")
    return (np.asarray(ycc, np.int16)[..., 1:] - 128).astype(np.int8)


def compare(one: Tint, other: Tint, warp: Warp) -> Colours:
    """Compare the colours under ``warp``, which takes thumb to thumb.

    A weaker or stronger colour of the same hue is the same: brightness and contrast
    change it.
    """
    first = one.astype(np.float32)[_INSIDE]
    second, covered = _warped(other.astype(np.float32), warp)
    second, seen = second[_INSIDE], covered[_INSIDE]
    strong_first = np.linalg.norm(first, axis=2)
    strong_second = np.linalg.norm(second, axis=2)
    weaker, stronger = sorted(
        _strongest(strength[seen]) for strength in (strong_first, strong_second)
    )
    if weaker < _COLOURED:
        return Colours(None, weaker < _GREY and stronger > _COLOURFUL)
    power = float((second[seen] ** 2).sum())
    gain = float(np.clip((first[seen] * second[seen]).sum() / power, *_GAINS))
    away = np.linalg.norm(first - gain * second, axis=2)
    allowed = _AWAY + _AWAY_SHARE * np.maximum(strong_first, gain * strong_second)
    return Colours(float((away > allowed)[seen].mean()), False)


def _strongest(strength: npt.NDArray[np.float32]) -> float:
    """That of the 95th in a hundred places."""
    return float(np.sort(strength)[len(strength) * 19 // 20]) if len(strength) else 0.0


def _warped(
    values: npt.NDArray[np.float32], warp: Warp
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    # A place is the mean of _SCALE thumb pixels, the first of which is pixel 0.
    middle = (_SCALE - 1) / 2
    small = warp.copy()
    small[:, 2] = (warp[:, 2] + (warp[:, :2].sum(axis=1) - 1) * middle) / _SCALE
    size = (TINT_SIDE, TINT_SIDE)
    colours = cv2.warpAffine(
        values,
        small,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    covered = cv2.warpAffine(
        np.ones(size, np.float32),
        small,
        size,
        flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
    )
    return np.asarray(colours, np.float32), np.asarray(covered) > 0
