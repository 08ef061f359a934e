"""Where windows of one picture are found in others: guesses, before pixels decide.

Windows of the thumbs (``framing``) are compared small, allowing for little shifts and
scales; how each that is alike lies in the other picture is then found by ``aligning``.
Many pairs at a time.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from curation.domain.aligning import (
    LEAST_ALIKE,
    START,
    Indices,
    Places,
    Windows,
    changes,
    damped,
    middle_and_half,
    runs,
    stepped,
)
from curation.domain.framing import (
    BANNER_ADDED,
    BANNERS,
    BORDERED,
    PAIRINGS,
    THUMB_SIDE,
    WHOLE,
    Box,
    Framing,
    Thumb,
)
from curation.domain.image_features import ImageFeatures
from curation.domain.warping import UNMOVED, Warp

STRETCHED = 1.25
"""How much more a copy may be stretched one way than the other: from 16:10 to 4:3."""

PAIRING_OF_WHOLES = PAIRINGS.index((0, 0))

HOPELESS = np.array(
    [0.75 if pairing in BANNER_ADDED else 0.88 for pairing in PAIRINGS], np.float32
)
"""Likeness of small windows, by pairing, below which no alignment of a true copy begins.
How high a banner is that was added is not known, so that windows beside it fit less well.
"""

_HYPOTHESES = 3
# Thumb pixels between the corners of alignments of which one step makes one.
_NEAR = 3.0
# By how much windows beside a banner are more alike than the whole pictures.
_CLEARLY = 0.03
# By how much the alignment may change the stretch: 1.09 in one of 1,000 copies.
_ALIGNED = 1.1
_MINE, _THEIRS = np.array(PAIRINGS).T
_WINDOWS = len(Framing._fields)


class Fit(NamedTuple):
    """How a window lies in another picture; ``Fits`` tells what the numbers are."""

    warp: Warp
    likeness: float
    agreement: float
    contradicted: int


class Guess(NamedTuple):
    """Two windows that seem to show the same: of one pair, by number."""

    row: int
    pairing: int
    bordered: bool
    beside: int
    """The window beside a banner, if it fits clearly better than the whole; else 0."""


class Matching:
    """Pairs of pictures: windows of the first are to be found in the other."""

    def __init__(
        self,
        ones: Sequence[ImageFeatures],
        which: Indices,
        others: Sequence[ImageFeatures],
    ) -> None:
        """``which`` of ``ones`` is the first of a pair never falls from pair to pair."""
        self._ones, self._which, self._others = ones, which, others
        self.scores, self._shares = self._compared()

    def _pair(self, row: int) -> tuple[ImageFeatures, ImageFeatures]:
        return self._ones[self._which[row]], self._others[row]

    def _compared(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Likeness of the windows of each pairing, but for small shifts and scales, and
        what is between them: shares of ``changes``.

        The tangent distance of Simard, LeCun and Denker ("Efficient pattern recognition
        using a new transformation distance", NIPS 1992), from one side.
        """
        windows = np.stack([other.windows for other in self._others])
        count, number = windows.shape[:2]
        windows = windows.reshape(count, number, START**2)
        modes = changes(np.stack([one.windows for one in self._ones]))
        # What takes shares of an orthonormal base to shares of the changes, and the base.
        inverse = np.linalg.inv(np.linalg.cholesky(damped(modes))).astype(np.float32)
        base = inverse @ modes
        kinds = base.shape[2]
        base = base.reshape(len(base), number * kinds, START**2).swapaxes(1, 2)
        shares = np.empty((count, number, number, kinds), np.float32)
        for one, start, end in runs(self._which):
            near = windows[start:end].reshape(-1, START**2) @ base[one]
            shares[start:end] = near.reshape(-1, number, number, kinds)
        shares = shares[:, _THEIRS, _MINE]
        scores = np.sqrt(np.einsum("npk,npk->np", shares, shares))
        moved = shares[:, :, None] @ inverse[:, _MINE][self._which]
        return np.asarray(scores, np.float32), np.asarray(moved[:, :, 0], np.float32)

    def guesses(self, row: int) -> Iterator[Guess]:
        """Windows of a pair that may show the same, the likeliest first, none twice."""
        (one, other), scores = self._pair(row), self.scores[row]
        tried: set[tuple[Box, Box, bool]] = set()
        for index in np.argsort(-scores, kind="stable")[:_HYPOTHESES].tolist():
            if scores[index] < HOPELESS[index]:
                continue
            pairing = mine, theirs = PAIRINGS[index]
            boxes = one.framing[mine], other.framing[theirs]
            better = scores[index] > scores[PAIRING_OF_WHOLES] + _CLEARLY
            beside = bool(better) and mine == theirs and mine in BANNERS
            bordered = pairing in BORDERED and boxes != (WHOLE, WHOLE)
            # Of a picture without a border, two windows are one.
            if (*boxes, bordered) not in tried or beside:
                tried.add((*boxes, bordered))
                yield Guess(row, index, bordered, mine if beside else 0)

    def fits(self, guesses: Sequence[Guess]) -> list[Fit]:
        """How each of the guesses, in the order of the pairs, turned out."""
        found: list[Fit] = [Fit(UNMOVED, 0.0, 0.0, 0)] * len(guesses)
        if not guesses:
            return found
        rows = np.array([guess.row for guess in guesses])
        pairing = np.array([guess.pairing for guess in guesses])
        mine = _MINE[pairing]
        pairs = [(self._pair(row), PAIRINGS[index]) for row, index, *_ in guesses]
        own, boxes = (
            np.array([middle_and_half(box) for box in some], np.float32)
            for some in (
                [one.framing[window] for (one, _), (window, _) in pairs],
                [other.framing[window] for (_, other), (_, window) in pairs],
            )
        )
        first = stepped(boxes, self._shares[rows, pairing], START)
        fresh = _fresh(guesses, own, first)
        fresh &= self._may_keep_shape(rows, own, first)
        windows = self._which[rows] * _WINDOWS + mine
        bare = np.array([guess.bordered for guess in guesses])
        windows = windows * 2 + (bare & (mine > 0))
        places = np.flatnonzero(fresh)
        places = places[np.argsort(windows[places], kind="stable")]
        if not len(places):
            return found
        kept, which = np.unique(windows[places], return_inverse=True)
        levels = [
            self._others[guess.row].bare[1]
            if guess.bordered and PAIRINGS[guess.pairing][1]
            else self._others[guess.row].levels
            for guess in (guesses[place] for place in places.tolist())
        ]
        laid = Windows([self._window(key) for key in kept.tolist()])
        fits = laid.laid_over(which, levels, boxes[places], first[places])
        for row, place in enumerate(places.tolist()):
            if fits.agreement[row] >= LEAST_ALIKE:
                found[place] = Fit(
                    laid.scaling(int(which[row]), fits.places[row]).warp(),
                    float(fits.likeness[row]),
                    float(fits.agreement[row]),
                    int(fits.contradicted[row]),
                )
        return found

    def _window(self, key: int) -> tuple[Thumb, Box]:
        one, window = divmod(key // 2, _WINDOWS)
        picture = self._ones[one]
        return picture.bare[0] if key % 2 else picture.thumb, picture.framing[window]

    def _may_keep_shape(
        self, rows: Indices, own: Places, first: Places
    ) -> npt.NDArray[np.bool_]:
        """Which guesses an alignment may bring to ``_keeps_shape``."""
        shapes = np.array([other.shape for other in self._others])[rows]
        shapes /= np.array([one.shape for one in self._ones])[self._which[rows]]
        across, down = first[:, 1] / own[:, 1], first[:, 3] / own[:, 3]
        wide, high = across * shapes, down * STRETCHED * _ALIGNED
        near = (wide <= high) & (wide * (STRETCHED * _ALIGNED) ** 2 >= high)
        return np.asarray(near, np.bool_)


def _fresh(
    guesses: Sequence[Guess], own: Places, first: Places
) -> npt.NDArray[np.bool_]:
    """Which guesses begin where no likelier one for the same pair does."""
    scales = first[:, 1::2] / own[:, 1::2]
    starts = first[:, ::2] - scales * own[:, ::2]
    corners = np.hstack([starts, starts + scales * THUMB_SIDE]).tolist()
    fresh = np.ones(len(guesses), np.bool_)
    known: list[tuple[Guess, list[float]]] = []
    for place, (guess, where) in enumerate(zip(guesses, corners, strict=True)):
        known = [one for one in known if one[0].row == guess.row]
        fresh[place] = guess.beside or not any(
            before.bordered == guess.bordered
            and max(abs(x - y) for x, y in zip(where, there, strict=True)) < _NEAR
            for before, there in known
        )
        if fresh[place]:
            known.append((guess, where))
    return fresh
