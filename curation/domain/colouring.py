"""Do two aligned pictures have the same colours? Grey thumbs cannot tell.

The same drawing in red and in blue, or the flags of two countries, are different
pictures; the same picture without colour, darker or bleached by light is a copy.
"""

from math import ceil
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from curation.domain.framing import THUMB_SIDE
from curation.domain.warping import Warp, warped

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
_INSIDE = 1, TINT_SIDE - 1


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
    second, seen = _laid(other.astype(np.float32), warp)
    first, second = one[seen].astype(np.float32), second[seen]
    strong_first, strong_second = _strengths(first), _strengths(second)
    weaker, stronger = sorted(
        _strongest(strength) for strength in (strong_first, strong_second)
    )
    if weaker < _COLOURED:
        return Colours(None, weaker < _GREY and stronger > _COLOURFUL)
    power = float((second * second).sum())
    least, most = _GAINS
    gain = min(max(float((first * second).sum()) / power, least), most)
    away = _strengths(first - np.float32(gain) * second)
    allowed = _AWAY + _AWAY_SHARE * np.maximum(strong_first, gain * strong_second)
    return Colours(float((away > allowed).mean()), False)


def _strengths(colours: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(np.sqrt(np.einsum("ijc,ijc->ij", colours, colours)), np.float32)


def _strongest(strength: npt.NDArray[np.float32]) -> float:
    """That of the 95th in a hundred places."""
    if not strength.size:
        return 0.0
    return float(np.sort(strength, axis=None)[strength.size * 19 // 20])


def _laid(
    values: npt.NDArray[np.float32], warp: Warp
) -> tuple[npt.NDArray[np.float32], tuple[slice, slice]]:
    """The second picture over the first, and the rows and columns to compare."""
    # A place is the mean of _SCALE thumb pixels, the first of which is pixel 0.
    middle = (_SCALE - 1) / 2
    small = warp.copy()
    small[:, 2] = (warp[:, 2] + (warp[:, :2].sum(axis=1) - 1) * middle) / _SCALE
    (across, _, right), (_, down, lower) = small.tolist()
    return warped(values, small), (_seen(down, lower), _seen(across, right))


def _seen(scale: float, shift: float) -> slice:
    """The places along one axis that both pictures show."""
    first, last = _INSIDE
    return slice(
        max(first, ceil((-0.5 - shift) / scale)),
        max(0, min(last, ceil((TINT_SIDE - 0.5 - shift) / scale))),
    )
