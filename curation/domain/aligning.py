"""Laying thumbs over thumbs: shifts and scales along the axes, of many pairs at once.

Copies are cropped, resized and framed, never turned or sheared, so four numbers say
where a pixel went. They are found by Gauss-Newton steps on small greys (Baker and
Matthews, "Lucas-Kanade 20 years on", IJCV 2004: inverse compositional), from 16 pixels a
side over 32 to 64. Most of a step for one pair is the calling of a hundred functions; for
all that is near one picture it is the same hundred.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.framing import THUMB_SIDE, Box, Thumb
from curation.domain.warping import Grey, Scaling

LEAST_ALIKE = 0.75
"""Share of drawn blocks below which pixels need not be looked at."""

START, COARSE, FINE = 16, 32, 64
"""Pixels a side: of the windows that are compared first, and of the levels."""

_BLUR = 0.7
# Correlation on the coarse level, below which going on leads nowhere.
_HOPELESS = 0.8
# … and on the fine one, below which pixels need not be looked at.
_UNALIGNED = 0.87
# What a step may ask for is held back by this share of the picture's strength, so that
# nothing runs away where a picture has hardly any edges.
_DAMPING = 0.01
_FAINT = 1e-3
_BLOCK = 8
# Correlation before each step on a level, below which the step leads nowhere.
_LEAST_BEFORE = {COARSE: (0.0, 0.7), FINE: (0.75, 0.82)}
# Blocks with less than this share of the mean strength show nothing.
_DRAWN = 0.2
_ALIKE = 0.7
# Around a place that shows something: the share of a picture's mean power; and the
# correlation below which it shows something else.
_DETAIL = 0.08**2
_UNLIKE = 0.65
# No crop, border or banner changes a side by more.
_MAX_RESCALE = 1.18

Indices = npt.NDArray[np.int64]

Places = npt.NDArray[np.float32]
"""A row for each picture: where the window of the first lies in it, in thumb pixels: its
middle and half its side across, its middle and half its side down."""


class Levels(NamedTuple):
    """A thumb, small and smaller, without its finest detail."""

    coarse: Grey
    fine: Grey

    @classmethod
    def of(cls, thumb: Thumb) -> "Levels":
        """Shrink a thumb."""
        return cls(_shrunk(thumb, COARSE), _shrunk(thumb, FINE))


def runs(numbers: Indices) -> Iterator[tuple[int, int, int]]:
    """Each number of rows that never fall, with its first row and the one after its last."""
    starts = np.flatnonzero(np.diff(numbers, prepend=-1)).tolist()
    for start, end in pairwise([*starts, len(numbers)]):
        yield int(numbers[start]), start, end


def _shrunk(picture: Thumb, side: int) -> Grey:
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(
        cv2.GaussianBlur(small.astype(np.float32), (0, 0), _BLUR), np.float32
    )


def changes(pictures: Grey) -> Grey:
    """Square pictures, and how they change when shifted and scaled across and down.

    The last two axes are those of the pictures, the one before tells the five. All are
    without their mean.
    """
    side = pictures.shape[-1]
    modes = np.zeros((*pictures.shape[:-2], 5, side, side), np.float32)
    across, down = modes[..., 1, :, :], modes[..., 3, :, :]
    modes[..., 0, :, :] = pictures
    np.subtract(pictures[..., 2:], pictures[..., :-2], out=across[..., 1:-1])
    np.subtract(pictures[..., 2:, :], pictures[..., :-2, :], out=down[..., 1:-1, :])
    modes[..., 1:5:2, :, :] *= 0.5
    places = _places(side)
    np.multiply(across, places, out=modes[..., 2, :, :])
    np.multiply(down, places[:, None], out=modes[..., 4, :, :])
    flat = modes.reshape(*pictures.shape[:-2], 5, side * side)
    flat -= flat.mean(axis=-1, keepdims=True)
    return flat


def _places(side: int) -> Grey:
    """The middles of pixels, from -1 at one edge to 1 at the other."""
    return ((np.arange(side) - (side - 1) / 2) / (side / 2)).astype(np.float32)


def damped(modes: Grey) -> npt.NDArray[np.float64]:
    """Products of ``changes`` with each other, so that they can be inverted."""
    safe = (modes @ modes.swapaxes(-1, -2)).astype(np.float64)
    places = np.arange(1, 5)
    safe[..., places, places] += _DAMPING * safe[..., :1, 0] + 1e-6
    safe[..., 0, 0] += 1e-6
    return safe


def middle_and_half(box: Box) -> tuple[float, float, float, float]:
    """A box as ``Places`` have it."""
    return (
        (box.left + box.right) / 2,
        (box.right - box.left) / 2,
        (box.top + box.bottom) / 2,
        (box.bottom - box.top) / 2,
    )


def stepped(places: Places, coefficients: Grey, side: int) -> Places:
    """Where what was sampled at ``places`` lies, by how much of each of ``changes``
    (rows of five, of pictures ``side`` pixels wide) there is in it."""
    same_picture = np.where(coefficients[:, :1] < _FAINT, np.inf, coefficients[:, :1])
    moved = coefficients[:, 1:] / (same_picture * (side / 2))
    found = places.copy()
    found[:, 0] -= places[:, 1] * moved[:, 0]
    found[:, 1] *= 1 - moved[:, 1]
    found[:, 2] -= places[:, 3] * moved[:, 2]
    found[:, 3] *= 1 - moved[:, 3]
    return found


class Fits(NamedTuple):
    """A row for each picture. ``likeness``: correlation of the window with what it was
    laid over; ``agreement``: the share of its drawn blocks that are alike;
    ``contradicted``: pixels of ``FINE`` in the middle of something else, told only where
    the agreement is ``LEAST_ALIKE``. All 0 where the pictures are clearly not the
    same."""

    places: Places
    likeness: Grey
    agreement: Grey
    contradicted: Indices


class Windows:
    """Windows of thumbs, ready to be laid over others."""

    def __init__(self, windows: Sequence[tuple[Thumb, Box]]) -> None:
        self._cuts = [box.cut(thumb) for thumb, box in windows]
        self._boxes = [box for _, box in windows]
        self._coarse = _Level(self._cuts, COARSE)

    def laid_over(
        self, which: Indices, others: Sequence[Levels], boxes: Places, first: Places
    ) -> Fits:
        """Find where windows lie in others, a row each: improve ``first`` by two steps on
        either level.

        ``which`` tells the window of a row and never falls from row to row; ``boxes``
        are windows of the others that seem to show the same.
        """
        count = len(others)
        likeness = np.zeros(count, np.float32)
        agreement = likeness.copy()
        contradicted = np.zeros(count, np.int64)
        coarse = [one.coarse for one in others]
        places, _, likely = self._coarse.improved(which, coarse, first)
        rows = np.flatnonzero(likely >= _HOPELESS)
        if len(rows):
            kept, some = np.unique(which[rows], return_inverse=True)
            level = _Level([self._cuts[index] for index in kept.tolist()], FINE)
            fine = [others[row].fine for row in rows.tolist()]
            found, values, likely = level.improved(some, fine, places[rows])
            places[rows] = found
            ratios = found[:, 1::2] / boxes[rows, 1::2]
            good = (likely >= _UNALIGNED) & (
                (ratios > 1 / _MAX_RESCALE) & (ratios < _MAX_RESCALE)
            ).all(axis=1)
            rows, some, values = rows[good], some[good], values[good]
            likeness[rows] = likely[good]
            if len(rows):
                agreement[rows] = level.agreement(some, values)
                good = agreement[rows] >= LEAST_ALIKE
                if good.any():
                    contradicted[rows[good]] = level.contradicted(
                        some[good], values[good]
                    )
        return Fits(places, likeness, agreement, contradicted)

    def scaling(self, window: int, place: Places) -> Scaling:
        """One of ``Fits.places`` of a window, by number, as a map of thumb to thumb."""
        middle_x, half_x, middle_y, half_y = middle_and_half(self._boxes[window])
        across, down = float(place[1]) / half_x, float(place[3]) / half_y
        return Scaling(
            across,
            float(place[0]) - across * middle_x,
            down,
            float(place[2]) - down * middle_y,
        )


class _Level:
    """One level of windows, with how they would change under small shifts and scales."""

    def __init__(self, cuts: Sequence[Thumb], side: int) -> None:
        self.side = side
        self.modes = changes(np.stack([_shrunk(cut, side) for cut in cuts]))
        self.inverse = np.asarray(np.linalg.inv(damped(self.modes)), np.float32)
        self.strength = np.linalg.norm(self.modes[:, 0], axis=1)

    def improved(
        self, which: Indices, pictures: Sequence[Grey], first: Places
    ) -> tuple[Places, Grey, Grey]:
        """The best of two steps, what was sampled there and how like it is. Where that
        is hopeless already, steps are left out."""
        best, places = first.copy(), first.copy()
        found = _sampled(pictures, first, self.side)
        shares = self._shares(which, found)
        likeness = self._likeness(which, found, shares[:, 0])
        for least in _LEAST_BEFORE[self.side]:
            rows = np.flatnonzero(likeness >= least)
            if not len(rows):
                break
            mine = which[rows]
            moves = (shares[rows, None] @ self.inverse[mine])[:, 0]
            places[rows] = stepped(places[rows], moves, self.side)
            some = [pictures[row] for row in rows.tolist()]
            values = _sampled(some, places[rows], self.side)
            shares[rows] = self._shares(mine, values)
            likely = self._likeness(mine, values, shares[rows, 0])
            better = likely > likeness[rows]
            rows = rows[better]
            best[rows], found[rows] = places[rows], values[better]
            likeness[rows] = likely[better]
        return best, found, likeness

    def _shares(self, which: Indices, values: Grey) -> Grey:
        """How much of each of the changes of its window there is in each row."""
        shares = np.empty((len(values), self.modes.shape[1]), np.float32)
        for window, start, end in runs(which):
            shares[start:end] = values[start:end] @ self.modes[window].T
        return shares

    def agreement(self, which: Indices, values: Grey) -> Grey:
        """The share of blocks, of those where either shows something, that are alike."""
        mine, others = self._blocks(self.modes[which, 0]), self._blocks(values)
        powers = [np.einsum("nkp,nkp->nk", one, one) for one in (mine, others)]
        drawn = np.zeros(powers[1].shape, np.bool_)
        for power in powers:
            drawn |= power > _DRAWN**2 * power.mean(axis=1, keepdims=True)
        shared = np.einsum("nkp,nkp->nk", mine, others)
        alike = shared >= _ALIKE * np.sqrt(powers[0] * powers[1])
        count = np.maximum(1, np.count_nonzero(drawn, axis=1))
        alike &= drawn
        return np.asarray(np.count_nonzero(alike, axis=1) / count, np.float32)

    def _evened(self, values: Grey) -> Grey:
        values = values - values.mean(axis=1, keepdims=True)
        strengths = np.sqrt(np.einsum("np,np->n", values, values))
        values *= (self.side / np.maximum(strengths, 1e-6)).astype(np.float32)[:, None]
        return values.reshape(-1, self.side, self.side)

    def contradicted(self, which: Indices, values: Grey) -> Indices:
        """How many pixels lie in the middle of nine that show something else."""
        mine, others = self._evened(self.modes[which, 0]), self._evened(values)
        (mean_mine, power_mine), (mean, power) = _moments(mine), _moments(others)
        shared = _around(mine * others) - mean_mine * mean
        unlike = shared < _UNLIKE * np.sqrt(power_mine * power)
        unlike &= (power_mine > _DETAIL) & (power > _DETAIL)
        across = unlike[:, :, 2:] & unlike[:, :, 1:-1] & unlike[:, :, :-2]
        solid = across[:, 2:] & across[:, 1:-1] & across[:, :-2]
        return np.asarray(np.count_nonzero(solid, axis=(1, 2)), np.int64)

    def _blocks(self, values: Grey) -> Grey:
        """Squares of pictures as rows, each without its mean."""
        number = self.side // _BLOCK
        squares = values.reshape(-1, number, _BLOCK, number, _BLOCK).swapaxes(2, 3)
        rows = squares.reshape(len(values), number * number, _BLOCK * _BLOCK)
        return np.asarray(rows - rows.mean(axis=2, keepdims=True), np.float32)

    def _likeness(self, which: Indices, values: Grey, shared: Grey) -> Grey:
        total = values.sum(axis=1)
        power = np.einsum("np,np->n", values, values) - total * total / values.shape[1]
        own = self.strength[which]
        strength = own * np.sqrt(np.maximum(power, 0))
        seen = (power >= _FAINT) & (own >= _FAINT)
        likeness = np.where(seen, shared / np.maximum(strength, 1e-9), 0)
        return np.asarray(likeness, np.float32)


def _sampled(pictures: Sequence[Grey], places: Places, side: int) -> Grey:
    """The greys of others where their windows are, as rows."""
    found = np.empty((len(places), side, side), np.float32)
    warps = np.zeros((len(places), 2, 3), np.float32)
    share = side / THUMB_SIDE
    for axis, (middle, half) in enumerate(((0, 1), (2, 3))):
        scale = places[:, half] * (2 / THUMB_SIDE)
        warps[:, axis, axis] = scale
        warps[:, axis, 2] = places[:, middle] * share - (1 + scale * (side - 1)) / 2
    for picture, warp, sampled in zip(pictures, warps, found, strict=True):
        cv2.warpAffine(
            picture,
            warp,
            (side, side),
            sampled,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return found.reshape(len(places), -1)


def _moments(values: Grey) -> tuple[Grey, Grey]:
    mean = _around(values)
    power = _around(values * values) - mean * mean
    return mean, np.maximum(power, 0, out=power)


def _around(values: Grey) -> Grey:
    """Means of five pixels by five, where all of them are in the picture."""
    twos = values[:, :, 1:] + values[:, :, :-1]
    fives = twos[:, :, 2:-1] + twos[:, :, :-3] + values[:, :, 4:]
    twos = fives[:, 1:] + fives[:, :-1]
    fives = twos[:, 2:-1] + twos[:, :-3] + fives[:, 4:]
    fives *= np.float32(1 / 25)
    return fives
