"""Choosing the ground behind transparent pixels, on which an image is shown.

White, as on paper and in most viewers. Light drawings on nothing would vanish there;
they are shown on black. Matching (hashes, descriptions) stays on white in any case.
"""

from typing import Literal

import numpy as np
import numpy.typing as npt
from PIL import Image

Ground = Literal["white", "black"]
WHITE: Ground = "white"
BLACK: Ground = "black"

_LEVELS = {WHITE: 255.0, BLACK: 0.0}
_SIDE = 256
"""Longer side in pixels of the copy that is looked at."""
_DISTINCT = 32
"""Difference in levels, of the most different channel, from which people see a pixel."""
_EDGE_LOST = 0.75
"""Share of the outline that white must swallow before another ground is chosen."""
_MOSTLY_LOST = 0.25
"""Share of all visible pixels that may still be distinct on white then."""
_SHEET = 0.9
"""Share of its bounding box that a sheet of paper fills; it loses only its border."""
_BLANK = 0.02
"""Share of distinct pixels up to which even a sheet is blank on white."""


def choose_ground(layer: Image.Image) -> Ground:
    """Return white, or black for an RGBA image that would vanish on white.

    It vanishes where its outline, the visible pixels beside transparent ones, is as
    light as the ground, and most of the rest too, while black shows the outline. A sheet
    of white paper with something on it does not.
    """
    small = layer.copy()
    small.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
    pixels = np.asarray(small, np.float32)
    opacity = pixels[..., 3] / 255.0
    visible = opacity >= 0.5
    if not visible.any():
        return WHITE
    distinct = {
        ground: opacity * np.abs(pixels[..., :3] - level).max(axis=2) >= _DISTINCT
        for ground, level in _LEVELS.items()
    }
    outline = visible & _beside(~visible)
    if not outline.any():
        outline = visible
    lost = {ground: 1 - mask[outline].mean() for ground, mask in distinct.items()}
    left = distinct[WHITE][visible].mean()
    vanishes = (
        lost[WHITE] >= _EDGE_LOST
        and lost[BLACK] <= 1 - _EDGE_LOST
        and left <= (_BLANK if _fills_its_box(visible) else _MOSTLY_LOST)
    )
    return BLACK if vanishes else WHITE


def _fills_its_box(visible: npt.NDArray[np.bool_]) -> bool:
    rows, columns = (np.flatnonzero(visible.any(axis=axis)) for axis in (1, 0))
    box = (rows[-1] - rows[0] + 1) * (columns[-1] - columns[0] + 1)
    return bool(visible.sum() >= _SHEET * box)


def _beside(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return the pixels that are in ``mask`` or next to one of it."""
    wide = np.pad(mask, 1)
    height, width = mask.shape
    result = np.zeros_like(mask)
    for down in range(3):
        for right in range(3):
            result |= wide[down : down + height, right : right + width]
    return result
