"""Which parts of two thumbs can show the same picture.

A copy may have lost up to 5 % at its edges, gained a border, or a site's banner at the
top or bottom. Each of these makes some window of one thumb equal some window of the
other; the few windows and pairings here cover them.
"""

from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

THUMB_SIDE = 128

Thumb = npt.NDArray[np.uint8]
"""Grey picture squeezed to a square, THUMB_SIDE × THUMB_SIDE."""

# 10 % of the height: a banner of 9 % and the blurred row between it and the picture.
BANNER = 13
# A crop by 5 % of a side, halved: seen from either picture it is 2.5 to 5 %.
_CROP = 0.04
# A row or column belongs to a border while 98 % of its pixels lie within this many
# grey levels of its median: JPEG noise, not texture.
_BORDER_TOLERANCE = 14
_BORDER_EXCEPTIONS = 0.02
_MAX_BORDER = int(THUMB_SIDE * 0.4)
# Of less than a quarter of the picture each way too little is seen to know it again.
_MIN_CONTENT = 32


_Value = TypeVar("_Value", bound=np.generic)


class Box(NamedTuple):
    """Left, top, right, bottom in thumb pixels; right and bottom exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """Thumb pixels."""
        return (self.right - self.left) * (self.bottom - self.top)

    def cut(self, thumb: npt.NDArray[_Value]) -> npt.NDArray[_Value]:
        """The part of a thumb, or of what was made of it, inside this box."""
        return thumb[self.top : self.bottom, self.left : self.right]


class Framing(NamedTuple):
    """The windows of one thumb, in the order of ``WINDOWS``."""

    full: Box
    trimmed: Box
    core: Box
    trimmed_core: Box
    below_banner: Box
    above_banner: Box


WHOLE = Box(0, 0, THUMB_SIDE, THUMB_SIDE)
"""All of a thumb."""

_BELOW = Box(0, BANNER, THUMB_SIDE, THUMB_SIDE)
_ABOVE = Box(0, 0, THUMB_SIDE, THUMB_SIDE - BANNER)

BANNERS = BELOW_BANNER, ABOVE_BANNER = 4, 5
"""Numbers of the windows that leave a banner out."""

# Pairs of window numbers (of one thumb, of the other) worth comparing.
PAIRINGS: tuple[tuple[int, int], ...] = (
    (0, 0),  # same frame
    (1, 1),  # different borders around the same content
    (0, 1),  # a border around a picture with margins of its own
    (1, 0),
    (0, 2),  # cropped
    (2, 0),
    (1, 3),  # cropped, with margins
    (3, 1),
    (BELOW_BANNER, BELOW_BANNER),  # a banner laid over the top
    (ABOVE_BANNER, ABOVE_BANNER),  # … over the bottom
    (0, 4),  # a banner added at the top
    (4, 0),
    (0, 5),  # … at the bottom
    (5, 0),
)


BANNER_ADDED = frozenset(
    pairing for window in BANNERS for pairing in ((0, window), (window, 0))
)
"""Pairings of a whole picture with one that a banner was put above or below."""

BORDERED = frozenset({(0, 1), (1, 0)})
"""Pairings of a whole picture with one that a border was put around."""


def inside(box: Box) -> Box:
    """``box`` without the pixels that it shares with a border."""
    return Box(
        box.left + (box.left > 0),
        box.top + (box.top > 0),
        box.right - (box.right < THUMB_SIDE),
        box.bottom - (box.bottom < THUMB_SIDE),
    )


def without_border(thumb: Thumb, box: Box) -> Thumb:
    """A thumb that shows in place of what surrounds ``box`` the box's own edges."""
    kept = inside(box)
    padded = np.pad(
        kept.cut(thumb),
        (
            (kept.top, THUMB_SIDE - kept.bottom),
            (kept.left, THUMB_SIDE - kept.right),
        ),
        "edge",
    )
    return np.ascontiguousarray(padded)


def frame(thumb: Thumb) -> Framing:
    """Find the windows of a thumb."""
    trimmed = _trim(thumb)
    return Framing(WHOLE, trimmed, _shrink(WHOLE), _shrink(trimmed), _BELOW, _ABOVE)


def _shrink(box: Box) -> Box:
    across = max(1, round((box.right - box.left) * _CROP))
    down = max(1, round((box.bottom - box.top) * _CROP))
    return Box(box.left + across, box.top + down, box.right - across, box.bottom - down)


def _trim(thumb: Thumb) -> Box:
    """The thumb without its uniform border; all of it if little would be left."""
    above, below, before, behind = _borders(thumb.astype(np.int16))
    top, bottom = above, THUMB_SIDE - below
    left, right = before, THUMB_SIDE - behind
    if bottom - top < _MIN_CONTENT or right - left < _MIN_CONTENT:
        return WHOLE
    return Box(left, top, right, bottom)


def _borders(grey: npt.NDArray[np.int16]) -> list[int]:
    """How many rows from the top, the bottom, and columns from the left and the right on
    have the colour of the first."""
    sides = [grey, grey[::-1], grey.T, grey.T[::-1]]
    rows = np.stack([side[:_MAX_BORDER] for side in sides])
    first = np.sort(rows[:, 0], axis=1)  # np.median takes ten times as long
    # Twice the colours, which may lie between two grey levels.
    colours = first[:, THUMB_SIDE // 2 - 1] + first[:, THUMB_SIDE // 2]
    away = np.abs(2 * rows - colours[:, None, None]) > 2 * _BORDER_TOLERANCE
    content = np.count_nonzero(away, axis=2) > _BORDER_EXCEPTIONS * THUMB_SIDE
    found = np.where(content.any(axis=1), np.argmax(content, axis=1), _MAX_BORDER)
    return [int(border) for border in found]
