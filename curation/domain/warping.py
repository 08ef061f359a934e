"""Laying one thumb over another: shifts and scales along the axes.

Copies are cropped, resized and framed, never turned or sheared, so four numbers say
where a pixel went. They are found by Gauss-Newton steps on small greys (Baker and
Matthews, "Lucas-Kanade 20 years on", IJCV 2004: inverse compositional), from a coarse
to a finer level.
"""

from functools import cached_property
from math import sqrt
from typing import NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.framing import THUMB_SIDE, Box, Thumb

Grey = npt.NDArray[np.float32]

Warp = npt.NDArray[np.float32]
"""2 × 3: pixel of the first thumb → pixel of the second."""

UNMOVED: Warp = np.eye(2, 3, dtype=np.float32)
"""Every pixel where it is."""

_COARSE, _FINE = 32, 64
_BLUR = 0.7
_STEPS = 3
# What a step may ask for is held back by this share of the picture's strength, so that
# nothing runs away where a picture has hardly any edges.
_DAMPING = 0.01
# A step that moves no place by more pixels of its level is the last.
_SETTLED = 0.02
_FAINT = 1e-3
# Correlation on the coarse level, below which going on leads nowhere.
_HOPELESS = 0.8
# … and on the fine one, below which pixels need not be looked at.
_UNALIGNED = 0.87
_BLOCK = 8
# Blocks with less than this share of the mean strength show nothing.
_DRAWN = 0.2
_ALIKE = 0.7
# No crop, border or banner changes a side by more.
_MAX_RESCALE = 1.18
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

    def is_like(self, other: Self) -> bool:
        """Whether hardly any side is scaled otherwise."""
        ratios = self.across / other.across, self.down / other.down
        return min(ratios) > 1 / _MAX_RESCALE and max(ratios) < _MAX_RESCALE


class Fit(NamedTuple):
    """``likeness``: correlation of a window with what it was laid over; ``agreement``:
    the share of its drawn blocks that are alike."""

    likeness: float
    scaling: Scaling
    agreement: float = 0.0


class Levels(NamedTuple):
    """A thumb, small and smaller, without its finest detail."""

    coarse: Grey
    fine: Grey

    @classmethod
    def of(cls, thumb: Thumb) -> Self:
        """Shrink a thumb."""
        coarse, fine = (_shrunk(thumb, side) for side in (_COARSE, _FINE))
        return cls(coarse, fine)

    def flipped(self) -> Self:
        """Those of the mirrored thumb."""
        return type(self)(*(np.ascontiguousarray(level[:, ::-1]) for level in self))


def _shrunk(thumb: Thumb, side: int) -> Grey:
    small = cv2.resize(thumb, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(
        cv2.GaussianBlur(small.astype(np.float32), (0, 0), _BLUR), np.float32
    )


def same(one: Warp, other: Warp) -> bool:
    """Whether two maps take no corner more than half a pixel apart."""
    return bool(np.abs((one - other) @ _CORNERS).max() <= _SAME)


class Aligner:
    """A window of a thumb, ready to be laid over many others."""

    def __init__(self, levels: Levels, window: Box) -> None:
        self._levels = levels
        self._window = window

    def refined(self, other: Levels, first: Scaling) -> Fit | None:
        """Improve ``first``; None where that leads nowhere."""
        coarse = self._coarse.refined(other.coarse, first)
        if coarse is None or coarse.likeness < _HOPELESS:
            return None
        fine = self._fine.refined(other.fine, coarse.scaling)
        if fine is None or fine.likeness < _UNALIGNED:
            return None
        if not fine.scaling.is_like(first):
            return None
        return fine._replace(agreement=self._fine.agreement(other.fine, fine.scaling))

    @cached_property
    def _coarse(self) -> "_Level":
        return _Level(self._levels.coarse, self._window)

    @cached_property
    def _fine(self) -> "_Level":
        return _Level(self._levels.fine, self._window)


class _Level:
    """One level of a window, with how it would change under small shifts and scales."""

    def __init__(self, grey: Grey, window: Box) -> None:
        self.side = len(grey)
        left, top, right, bottom = (
            round(edge * self.side / THUMB_SIDE) for edge in window
        )
        self.corner = np.array([left, top], np.float32)
        part = (slice(top, bottom), slice(left, right))
        modes = np.stack([mode[part] for mode in changes(grey)]).reshape(5, -1)
        self.shape = (bottom - top, right - left)
        modes -= modes.mean(axis=1, keepdims=True)
        self.picture = modes[0]
        self.strength = float(np.linalg.norm(self.picture))
        self.solve = (np.linalg.inv(damped(modes @ modes.T)) @ modes).astype(np.float32)

    def refined(self, other: Grey, scaling: Scaling) -> Fit | None:
        """The best of a few steps; None where there is nothing to see."""
        best: Fit | None = None
        for step in range(_STEPS + 1):
            values = self._laid_over(other, scaling)
            likeness = self._likeness(values)
            if likeness is None or (best and likeness <= best.likeness):
                break
            best = Fit(likeness, scaling)
            if step == _STEPS:
                break
            same_picture, *moved = (self.solve @ values).tolist()
            if same_picture < _FAINT:
                break
            across, down = (
                self._step(shift / same_picture, scale / same_picture)
                for shift, scale in (moved[:2], moved[2:])
            )
            scaling = Scaling(
                scaling.across * (1 - across[1]),
                scaling.right - scaling.across * across[0],
                scaling.down * (1 - down[1]),
                scaling.lower - scaling.down * down[0],
            )
            if max(map(abs, moved)) < _SETTLED * same_picture:
                break
        return best

    def agreement(self, other: Grey, scaling: Scaling) -> float:
        """The share of blocks, of those where either shows something, that are alike."""
        blocks = [
            _blocks(values.reshape(self.shape))
            for values in (self.picture, self._laid_over(other, scaling))
        ]
        powers = [np.einsum("ij,ij->i", one, one) for one in blocks]
        floors = [_DRAWN**2 * float(power.mean()) for power in powers]
        drawn = (powers[0] > floors[0]) | (powers[1] > floors[1])
        shared = np.einsum("ij,ij->i", *blocks)
        alike = shared >= _ALIKE * np.sqrt(powers[0] * powers[1])
        return float((alike & drawn).sum()) / max(1, int(drawn.sum()))

    def _step(self, shift: float, scale: float) -> tuple[float, float]:
        """Of the change x → x + shift + scale · x, with x in pixels from the middle and
        half a side, the shift at the edge in pixels of the thumb, and the scale."""
        scale /= self.side / 2
        shift -= scale * self.side / 2
        return shift * THUMB_SIDE / self.side, scale

    def _laid_over(self, other: Grey, scaling: Scaling) -> Grey:
        warp = scaling.warp(self.side)
        warp[:, 2] += warp[:, :2] @ self.corner
        warped = cv2.warpAffine(
            other,
            warp,
            self.shape[::-1],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(warped, np.float32).reshape(-1)

    def _likeness(self, values: Grey) -> float | None:
        total = float(np.add.reduce(values))
        power = float(values @ values) - total * total / len(values)
        if power < _FAINT or self.strength < _FAINT:
            return None
        return float(self.picture @ values) / (self.strength * sqrt(power))


def _blocks(values: Grey) -> Grey:
    """Squares of a picture as rows, each without its mean."""
    down, across = (side // _BLOCK for side in values.shape)
    whole = values[: down * _BLOCK, : across * _BLOCK]
    squares = whole.reshape(down, _BLOCK, across, _BLOCK).swapaxes(1, 2)
    rows = squares.reshape(down * across, _BLOCK * _BLOCK)
    return np.asarray(rows - rows.mean(axis=1, keepdims=True), np.float32)


def changes(pictures: Grey) -> tuple[Grey, Grey, Grey, Grey, Grey]:
    """Square pictures, and how they change when shifted and scaled across and down.

    The last two axes are those of the pictures.
    """
    across, down = np.zeros_like(pictures), np.zeros_like(pictures)
    across[..., 1:-1] = (pictures[..., 2:] - pictures[..., :-2]) / 2
    down[..., 1:-1, :] = (pictures[..., 2:, :] - pictures[..., :-2, :]) / 2
    side = pictures.shape[-1]
    places = ((np.arange(side) - (side - 1) / 2) / (side / 2)).astype(np.float32)
    return pictures, across, across * places, down, down * places[:, None]


def damped(products: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Products of ``changes`` with each other, so that they can be inverted."""
    safe = products.astype(np.float64)
    places = np.arange(1, 5)
    safe[..., places, places] += _DAMPING * safe[..., :1, 0] + 1e-6
    safe[..., 0, 0] += 1e-6
    return safe
