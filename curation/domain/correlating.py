"""Do two aligned greys look alike around each pixel?"""

from typing import NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.warping import Grey

Mask = npt.NDArray[np.bool_]

PATCH = 5
"""Thumb pixels across, of what counts as solid."""

# Keeps the correlation of plain windows near 0.
_NOISE = 1e-2
# So few places that do not agree change no verdict.
_FEW = 0.02
# Of copies' places at most 0.4 need a shift; where more do, all shifts leave it so.
_TOO_MANY = 0.5
# The eight neighbours, the nearest first, in a frame of one pixel.
_SHIFTS = ((0, 1), (2, 1), (1, 0), (1, 2), (0, 0), (0, 2), (2, 0), (2, 2))


class Around(NamedTuple):
    """A grey, and its mean and power in a window around each pixel."""

    values: Grey
    mean: Grey
    power: Grey

    @classmethod
    def of(cls, values: Grey, window: int) -> Self:
        """``window``: pixels across."""
        mean = mean_around(values, window)
        power = cv2.subtract(
            mean_around(product(values, values), window), product(mean, mean)
        )
        return cls(values, mean, np.maximum(np.asarray(power, np.float32), 0))


class Local:
    """Correlation of two greys in a window around each pixel."""

    def __init__(self, one: Around, other: Around, window: int) -> None:
        self._one, self._other, self._window = one, other, window

    def likeness(self, enough: float, places: Mask) -> Grey:
        """The best within one pixel's shift; of fewer shifts, where these are
        ``enough`` in nearly all of these places, or without shifts in too few."""
        best = self._shifted(self._other)
        drawn = np.count_nonzero(places)
        if np.count_nonzero(places & (best < enough)) > _TOO_MANY * drawn:
            return best
        # Edges are repeated, so that every shift has the full size.
        bordered = [
            np.asarray(
                cv2.copyMakeBorder(values, 1, 1, 1, 1, cv2.BORDER_REPLICATE), np.float32
            )
            for values in self._other
        ]
        height, width = best.shape
        for down, right in _SHIFTS:
            poor = places & (best < enough)
            if np.count_nonzero(poor) <= _FEW * drawn and not solid(poor):
                break
            shift = (slice(down, down + height), slice(right, right + width))
            moved = self._shifted(Around(*(values[shift] for values in bordered)))
            np.maximum(best, moved, out=best)
        return best

    def _shifted(self, other: Around) -> Grey:
        one = self._one
        together = mean_around(product(one.values, other.values), self._window)
        covariance = cv2.subtract(together, product(one.mean, other.mean))
        scale = np.sqrt(product(one.power, other.power) + np.float32(_NOISE))
        return np.asarray(cv2.divide(covariance, scale), np.float32)


def product(one: Grey, other: Grey) -> Grey:
    """Place by place."""
    return np.asarray(cv2.multiply(one, other), np.float32)


def mean_around(values: Grey, window: int) -> Grey:
    """Of a square ``window`` pixels across."""
    means = cv2.boxFilter(values, -1, (window, window), borderType=cv2.BORDER_REFLECT)
    return np.asarray(means, np.float32)


def solid(places: Mask, side: int = PATCH) -> int:
    """How many places are in the middle of a patch of such places."""
    patch = np.ones((side, side), np.uint8)
    return int(np.count_nonzero(cv2.erode(places.astype(np.uint8), patch)))
