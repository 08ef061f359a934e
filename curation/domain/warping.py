"""Maps from one thumb to another: shifts and scales along the axes.

Copies are cropped, resized and framed, never turned or sheared, so four numbers say
where a pixel went.
"""

from math import ceil
from typing import NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.framing import THUMB_SIDE, Box

Grey = npt.NDArray[np.float32]

Warp = npt.NDArray[np.float32]
"""2 × 3: pixel of the first thumb → pixel of the second."""

UNMOVED: Warp = np.eye(2, 3, dtype=np.float32)
"""Every pixel where it is."""

_CORNERS = np.array(
    [[0, THUMB_SIDE, 0, THUMB_SIDE], [0, 0, THUMB_SIDE, THUMB_SIDE], [1, 1, 1, 1]],
    np.float32,
)
_SAME = 0.5


class Scaling(NamedTuple):
    """A place (x, y) of the first thumb is (``across`` x + ``right``, ``down`` y +
    ``lower``) of the second, measured from the edges."""

    across: float
    right: float
    down: float
    lower: float

    @classmethod
    def between(cls, one: Box, other: Box) -> Self:
        """What takes a window of one thumb to a window of the other."""
        across = (other.right - other.left) / (one.right - one.left)
        down = (other.bottom - other.top) / (one.bottom - one.top)
        return cls(
            across, other.left - across * one.left, down, other.top - down * one.top
        )

    def warp(self, side: int = THUMB_SIDE) -> Warp:
        """The same for pixels, of thumbs resized to ``side``."""
        share = side / THUMB_SIDE
        right = self.right * share + (self.across - 1) / 2
        lower = self.lower * share + (self.down - 1) / 2
        return np.array([[self.across, 0, right], [0, self.down, lower]], np.float32)


def same(one: Warp, other: Warp) -> bool:
    """Whether two maps take no corner more than half a pixel apart."""
    return bool(np.abs((one - other) @ _CORNERS).max() <= _SAME)


def either(one: Box, other: Box, warp: Warp) -> Box:
    """What lies inside the border of either, as a part of the first."""
    (across, _, right), (_, down, lower) = warp.tolist()
    return Box(
        max(0, min(one.left, int((other.left - right) / across))),
        max(0, min(one.top, int((other.top - lower) / down))),
        min(THUMB_SIDE, max(one.right, ceil((other.right - right) / across))),
        min(THUMB_SIDE, max(one.bottom, ceil((other.bottom - lower) / down))),
    )


def within(shown: Box, warp: Warp) -> Box:
    """The part of ``shown`` that lies within the second thumb."""
    (across, _, right), (_, down, lower) = warp.tolist()
    return Box(
        max(shown.left, ceil((-0.5 - right) / across)),
        max(shown.top, ceil((-0.5 - lower) / down)),
        min(shown.right, ceil((THUMB_SIDE - 0.5 - right) / across)),
        min(shown.bottom, ceil((THUMB_SIDE - 0.5 - lower) / down)),
    )


def warped(values: Grey, warp: Warp) -> Grey:
    """A second picture as it lies over the first, which is as large; its edges go on
    beyond them."""
    high, wide = values.shape[:2]
    picture = cv2.warpAffine(
        values,
        warp,
        (wide, high),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(picture, np.float32)
