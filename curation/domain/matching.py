"""Where windows of one picture are found in others: guesses, before pixels decide.

Windows of the thumbs (``framing``) are compared small, allowing for little shifts and
scales; how each that is alike lies in the other picture is then found by ``aligning``.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from curation.domain.aligning import (
    LEAST_ALIKE,
    START,
    Places,
    Window,
    changes,
    damped,
    middle_and_half,
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
)
from curation.domain.preparing import Prepared
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


class Fit(NamedTuple):
    """How a window lies in another picture; ``Fits`` tells what the numbers are."""

    warp: Warp
    likeness: float
    agreement: float
    contradicted: int


class Guess(NamedTuple):
    """Two windows that seem to show the same: of one row of candidates, by number."""

    row: int
    pairing: int
    bordered: bool
    beside: int
    """The window beside a banner, if it fits clearly better than the whole; else 0."""


class Matching:
    """The windows of one picture, to be found in many others."""

    def __init__(self, one: Prepared) -> None:
        self._one = one
        self._windows: dict[int, Window] = {}

    @cached_property
    def _spans(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """An orthonormal base of how each window may change: 6 × 5 × pixels; and what
        takes shares of the base to shares of the changes."""
        modes = changes(self._one.windows)
        inverse = np.linalg.inv(np.linalg.cholesky(damped(modes)))
        return np.asarray(inverse @ modes, np.float32), inverse.astype(np.float32)

    def scores(
        self, others: Sequence[Prepared]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Likeness of the windows of each pairing, but for small shifts and scales, and
        the shares of the base in them.

        The tangent distance of Simard, LeCun and Denker ("Efficient pattern recognition
        using a new transformation distance", NIPS 1992), from one side.
        """
        windows = np.stack([other.windows for other in others])
        count, number = windows.shape[:2]
        spans, _ = self._spans
        shares = windows.reshape(count * number, -1) @ spans.reshape(-1, START**2).T
        shares = shares.reshape(count, number, *spans.shape[:2])
        power = np.einsum("nwsk,nwsk->nws", shares, shares)
        return np.asarray(np.sqrt(power[:, _THEIRS, _MINE]), np.float32), shares

    def guesses(
        self, row: int, other: Prepared, scores: npt.NDArray[np.float32]
    ) -> Iterator[Guess]:
        """Windows that may show the same, the likeliest first, none twice."""
        tried: set[tuple[Box, Box, bool]] = set()
        for index in np.argsort(-scores, kind="stable")[:_HYPOTHESES].tolist():
            if scores[index] < HOPELESS[index]:
                continue
            pairing = mine, theirs = PAIRINGS[index]
            boxes = self._one.framing[mine], other.framing[theirs]
            better = scores[index] > scores[PAIRING_OF_WHOLES] + _CLEARLY
            beside = bool(better) and mine == theirs and mine in BANNERS
            bordered = pairing in BORDERED and boxes != (WHOLE, WHOLE)
            # Of a picture without a border, two windows are one.
            if (*boxes, bordered) not in tried or beside:
                tried.add((*boxes, bordered))
                yield Guess(row, index, bordered, mine if beside else 0)

    def fits(
        self,
        others: Sequence[Prepared],
        guesses: Sequence[Guess],
        shares: npt.NDArray[np.float32],
    ) -> list[Fit]:
        """How each of the guesses turned out."""
        found: list[Fit] = [Fit(UNMOVED, 0.0, 0.0, 0)] * len(guesses)
        if not guesses:
            return found
        rows = np.array([guess.row for guess in guesses])
        mine, theirs = np.array(PAIRINGS)[[guess.pairing for guess in guesses]].T
        boxes = np.array(
            [
                middle_and_half(others[guess.row].framing[window])
                for guess, window in zip(guesses, theirs, strict=True)
            ],
            np.float32,
        )
        inverse = self._spans[1][mine]
        moved = (shares[rows, theirs, mine][:, None] @ inverse)[:, 0]
        first = stepped(boxes, moved, START)
        fresh = self._fresh(guesses, mine, first)
        fresh &= self._may_keep_shape(others, rows, mine, first)
        for window in np.unique(mine[fresh]).tolist():
            places = np.flatnonzero(fresh & (mine == window))
            if window not in self._windows:
                box = self._one.framing[window]
                self._windows[window] = Window(self._one.thumb, box)
            levels = [
                others[guess.row].bare[1]
                if guess.bordered and PAIRINGS[guess.pairing][1]
                else others[guess.row].levels
                for guess in (guesses[place] for place in places.tolist())
            ]
            fits = self._windows[window].laid_over(levels, boxes[places], first[places])
            for row, place in enumerate(places.tolist()):
                if fits.agreement[row] >= LEAST_ALIKE:
                    found[place] = Fit(
                        self._windows[window].scaling(fits.places[row]).warp(),
                        float(fits.likeness[row]),
                        float(fits.agreement[row]),
                        int(fits.contradicted[row]),
                    )
        return found

    def _may_keep_shape(
        self,
        others: Sequence[Prepared],
        rows: npt.NDArray[np.int64],
        mine: npt.NDArray[np.int64],
        first: Places,
    ) -> npt.NDArray[np.bool_]:
        """Which guesses an alignment may bring to ``_keeps_shape``."""
        own = np.array([middle_and_half(box) for box in self._one.framing])[mine]
        shapes = np.array([other.shape for other in others])[rows] / self._one.shape
        across, down = first[:, 1] / own[:, 1], first[:, 3] / own[:, 3]
        wide, high = across * shapes, down * STRETCHED * _ALIGNED
        near = (wide <= high) & (wide * (STRETCHED * _ALIGNED) ** 2 >= high)
        return np.asarray(near, np.bool_)

    def _fresh(
        self, guesses: Sequence[Guess], mine: npt.NDArray[np.int64], first: Places
    ) -> npt.NDArray[np.bool_]:
        """Which guesses begin where no likelier one for the same picture does."""
        own = np.array([middle_and_half(box) for box in self._one.framing], np.float32)
        own = own[mine]
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
