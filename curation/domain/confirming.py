"""Are two pictures copies of each other? Pixels decide, not hashes.

Windows of the thumbs (``framing``) are first compared small, allowing for little shifts
and scales; what is alike is laid over each other (``aligning``) and compared place by
place with normalised cross-correlation (``overlaying``), which ignores brightness and
contrast. Only places where something is drawn count: two words on one ground, or two
tweets on white, agree nearly everywhere and yet show different things.

Thresholds were set on the halves that ``benchmarks.duplicates --tuning`` takes of
openclipart (400 originals, 6 variants each) and of 200 II-Bench pictures (95 originals,
17 variants each), with 30 series of each sort of look-alikes. See ``judging``.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import groupby
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
from curation.domain.colouring import compare
from curation.domain.framing import (
    BANNER_ADDED,
    BANNERS,
    BORDERED,
    PAIRINGS,
    THUMB_SIDE,
    WHOLE,
    Box,
    Thumb,
)
from curation.domain.judging import REFRAMED, agrees, same_tones
from curation.domain.overlaying import Ground, Overlay, overlay, same_place
from curation.domain.preparing import Prepared
from curation.domain.warping import UNMOVED, Warp, either, same

_HYPOTHESES = 3
# Thumb pixels between the corners of alignments of which one step makes one.
_NEAR = 3.0
# Likeness of small windows, below which no alignment of a true copy begins. How high a
# banner is that was added is not known, so that windows beside it fit less well.
_HOPELESS = np.array(
    [0.75 if pairing in BANNER_ADDED else 0.88 for pairing in PAIRINGS], np.float32
)
# Likeness of whole pictures that may show the same in the same frame.
_UNMOVED = 0.975
# By how much windows beside a banner are more alike than the whole pictures.
_WHOLE, _CLEARLY = PAIRINGS.index((0, 0)), 0.03
# Share of drawn blocks that agree after the alignment: as above. Where the likeness is
# lower, more of them must (of 2,696 copies one does not pass, of unlike pictures half).
_USUAL_LIKENESS, _INSTEAD = 0.93, 2.0
# Solid contradiction on the finest level of the alignment, of few copies as much.
_SOLID = 60
# Solid contradiction after which no other alignment was found to help.
_ANOTHER_PICTURE = 320
# How much more a copy may be stretched one way than the other: from 16:10 to 4:3.
_STRETCHED = 1.25
# By how much the alignment may change that: 1.09 in one of 1,000 copies.
_ALIGNED = 1.1
# Pictures compared at once.
_CHUNK = 256
_MINE, _THEIRS = np.array(PAIRINGS).T


class Difference(StrEnum):
    """What a copy does not share with its original."""

    MIRRORED = "mirrored"
    REFRAMED = "reframed"
    OVERLAID = "overlaid"
    RETONED = "retoned"


class Confirmation(NamedTuple):
    """The outcome of comparing two thumbs.

    ``similarity`` is the share of drawn places that agree, 0 to 1; where all do, 1 less
    their mean difference. ``added`` and
    ``removed`` are the shares of the picture where only the other, or only the first,
    shows something.
    """

    is_copy: bool
    similarity: float
    added: float
    removed: float
    differences: tuple[Difference, ...]

    def turned(self) -> "Confirmation":
        """The same, seen from the other picture."""
        return self._replace(added=self.removed, removed=self.added)


UNLIKE = Confirmation(False, 0.0, 0.0, 0.0, ())


def confirm(one: Prepared, other: Prepared, *, mirrored: bool = False) -> Confirmation:
    """Say whether two pictures are copies, how alike they are and what differs.

    With ``mirrored`` the first picture is flipped before it is compared.
    """
    return Comparison(one).with_all([other], [mirrored])[0]


class _Fit(NamedTuple):
    """How a window lies in another picture; ``Fits`` tells what the numbers are."""

    warp: Warp
    likeness: float
    agreement: float
    contradicted: int


class _Guess(NamedTuple):
    """Two windows that seem to show the same: of one row of candidates, by number."""

    row: int
    pairing: int
    bordered: bool
    beside: int
    """The window beside a banner, if it fits clearly better than the whole; else 0."""


class Comparison:
    """One picture, to be compared with many others."""

    def __init__(self, one: Prepared) -> None:
        self._one = one
        self._windows: dict[int, Window] = {}

    def with_all(
        self, others: Sequence[Prepared], mirrored: Sequence[bool]
    ) -> list[Confirmation]:
        """The outcome for each of the others, as ``confirm`` gives it."""
        found = [UNLIKE] * len(others)
        for flip in (False, True):
            side = self._flipped if flip else self
            places = [place for place, turned in enumerate(mirrored) if turned == flip]
            for start in range(0, len(places), _CHUNK):
                chunk = places[start : start + _CHUNK]
                some = side._with_some([others[place] for place in chunk], flip)
                for place, outcome in zip(chunk, some, strict=True):
                    found[place] = outcome
        return found

    @cached_property
    def _flipped(self) -> "Comparison":
        return Comparison(self._one.flipped())

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self._one.thumb)

    @cached_property
    def _bare_ground(self) -> Ground:
        return Ground(self._one.bare[0])

    @cached_property
    def _spans(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """An orthonormal base of how each window may change: 6 × 5 × pixels; and what
        takes shares of the base to shares of the changes."""
        modes = changes(self._one.windows)
        inverse = np.linalg.inv(np.linalg.cholesky(damped(modes)))
        return np.asarray(inverse @ modes, np.float32), inverse.astype(np.float32)

    def _with_some(
        self, others: Sequence[Prepared], flipped: bool
    ) -> list[Confirmation]:
        found = [UNLIKE] * len(others)
        scores, shares = self._scores(others)
        guesses: list[_Guess] = []
        for row in np.flatnonzero((scores >= _HOPELESS).any(axis=1)).tolist():
            if scores[row, _WHOLE] >= _UNMOVED:
                unmoved = self._unmoved(others[row])
                if unmoved is not None:
                    found[row] = _outcome(unmoved, True, flipped)
                    continue
            guesses += self._guesses(row, others[row], scores[row])
        fits = self._fits(others, guesses, shares)
        for row, group in groupby(
            zip(guesses, fits, strict=True), lambda one: one[0][0]
        ):
            found[row] = self._confirmed(others[row], list(group), flipped)
        return found

    def _scores(
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

    def _guesses(
        self, row: int, other: Prepared, scores: npt.NDArray[np.float32]
    ) -> Iterator[_Guess]:
        """Windows that may show the same, the likeliest first, none twice."""
        tried: set[tuple[Box, Box, bool]] = set()
        for index in np.argsort(-scores, kind="stable")[:_HYPOTHESES].tolist():
            if scores[index] < _HOPELESS[index]:
                continue
            pairing = mine, theirs = PAIRINGS[index]
            boxes = self._one.framing[mine], other.framing[theirs]
            better = scores[index] > scores[_WHOLE] + _CLEARLY
            beside = bool(better) and mine == theirs and mine in BANNERS
            bordered = pairing in BORDERED and boxes != (WHOLE, WHOLE)
            # Of a picture without a border, two windows are one.
            if (*boxes, bordered) not in tried or beside:
                tried.add((*boxes, bordered))
                yield _Guess(row, index, bordered, mine if beside else 0)

    def _fits(
        self,
        others: Sequence[Prepared],
        guesses: Sequence[_Guess],
        shares: npt.NDArray[np.float32],
    ) -> list[_Fit]:
        """How each of the guesses turned out."""
        found: list[_Fit] = [_Fit(UNMOVED, 0.0, 0.0, 0)] * len(guesses)
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
                    found[place] = _Fit(
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
        wide, high = across * shapes, down * _STRETCHED * _ALIGNED
        near = (wide <= high) & (wide * (_STRETCHED * _ALIGNED) ** 2 >= high)
        return np.asarray(near, np.bool_)

    def _fresh(
        self, guesses: Sequence[_Guess], mine: npt.NDArray[np.int64], first: Places
    ) -> npt.NDArray[np.bool_]:
        """Which guesses begin where no likelier one for the same picture does."""
        own = np.array([middle_and_half(box) for box in self._one.framing], np.float32)
        own = own[mine]
        scales = first[:, 1::2] / own[:, 1::2]
        starts = first[:, ::2] - scales * own[:, ::2]
        corners = np.hstack([starts, starts + scales * THUMB_SIDE]).tolist()
        fresh = np.ones(len(guesses), np.bool_)
        known: list[tuple[_Guess, list[float]]] = []
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

    def _confirmed(
        self, other: Prepared, guesses: Sequence[tuple[_Guess, _Fit]], flipped: bool
    ) -> Confirmation:
        best: Overlay | None = None
        for one, two, warp, banner in self._alignments(other, guesses):
            shown = either(self._one.framing.trimmed, other.framing.trimmed, warp)
            found = overlay(one, two, warp, shown, banner)
            if found is None:
                continue
            if self._is_copy(other, found, warp):
                return _outcome(found, True, flipped)
            if best is None or found.agree > best.agree:
                best = found
            if found.contradicted > _ANOTHER_PICTURE:
                break
        return UNLIKE if best is None else _outcome(best, False, flipped)

    def _unmoved(self, other: Prepared) -> Overlay | None:
        """A copy that differs nowhere clearly as it lies: most do not, and need no
        alignment."""
        shown = either(self._one.framing.trimmed, other.framing.trimmed, UNMOVED)
        found = same_place(self._ground, other.thumb, shown)
        if found is None or not self._is_copy(other, found, UNMOVED):
            return None
        return found if self._keeps_shape(other, UNMOVED) else None

    def _is_copy(self, other: Prepared, found: Overlay, warp: Warp) -> bool:
        return agrees(found) and same_tones(
            found, compare(self._one.tint, other.tint, warp)
        )

    def _keeps_shape(self, other: Prepared, warp: Warp) -> bool:
        """Whether the other, laid so, is scaled about alike across and down. A disc on a
        flag and a ball on a card look the same only once both are squeezed to squares."""
        stretched = warp[0, 0] / warp[1, 1] * other.shape / self._one.shape
        return bool(1 / _STRETCHED <= stretched <= _STRETCHED)

    def _alignments(
        self, other: Prepared, guesses: Sequence[tuple[_Guess, _Fit]]
    ) -> Iterator[tuple[Ground, Thumb, Warp, int]]:
        """Ways to lay the other picture over this one, the likeliest first, none twice.

        With the thumbs to look at (of a bordered picture that without the border) and
        the window beside the banner, if there is one.
        """
        given: list[tuple[Warp, bool]] = []
        for guess, fit in guesses:
            if not _promises(fit) or not self._keeps_shape(other, fit.warp):
                continue
            mine, theirs = PAIRINGS[guess.pairing]
            one, two = self._ground, other.thumb
            if guess.bordered and mine:
                one = self._bare_ground
            if guess.bordered and theirs:
                two = other.bare[0]
            if not any(
                same(fit.warp, before) and guess.bordered == bare
                for before, bare in given
            ):
                given.append((fit.warp, guess.bordered))
                yield one, two, fit.warp, 0
            if guess.beside:
                yield one, two, fit.warp, guess.beside


def _promises(fit: _Fit) -> bool:
    """Whether pixels are worth looking at under an alignment."""
    missing = _INSTEAD * (_USUAL_LIKENESS - fit.likeness)
    if fit.contradicted > _SOLID:
        return False
    return fit.agreement >= LEAST_ALIKE + missing


def _outcome(found: Overlay, is_copy: bool, mirrored: bool) -> Confirmation:
    seen = {
        Difference.MIRRORED: mirrored,
        Difference.REFRAMED: found.moved > REFRAMED,
        Difference.OVERLAID: max(found.added, found.removed) > 0.01 or found.banner,
        Difference.RETONED: not 0.9 < found.gain < 1.11 or abs(found.bias) > 10,
    }
    return Confirmation(
        is_copy=is_copy,
        similarity=round(found.agree, 4),
        added=round(found.added, 4),
        removed=round(found.removed, 4),
        differences=tuple(name for name, differs in seen.items() if differs),
    )
