"""Are two pictures copies of each other? Pixels decide, not hashes.

Windows of the thumbs (``framing``) are first compared small, allowing for little shifts
and scales; what is alike is laid over each other (``warping``) and compared place by
place with normalised cross-correlation (``overlaying``), which ignores brightness and
contrast. Only places where something is drawn count: two words on one ground, or two
tweets on white, agree nearly everywhere and yet show different things.

Thresholds were set on the halves that ``benchmarks.duplicates --tuning`` takes of
openclipart (400 originals, 6 variants each) and of 200 II-Bench pictures (95 originals,
17 variants each), with 30 series of each sort of look-alikes. See ``_agrees``.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from math import ceil
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.colouring import Colours, Tint, compare
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
    frame,
    inside,
    without_border,
)
from curation.domain.hashing import Fingerprint
from curation.domain.overlaying import (
    LEAST_AGREEMENT,
    LEAST_CORRELATION,
    MOST_CONTRADICTED,
    Overlay,
    overlay,
    same_place,
)
from curation.domain.warping import (
    UNMOVED,
    Aligner,
    Fit,
    Levels,
    Scaling,
    Warp,
    changes,
    damped,
    same,
)

_SIDE = 16
_HYPOTHESES = 3
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
_DISAGREEING, _USUAL_LIKENESS, _INSTEAD = 0.75, 0.93, 2.0
# Solid contradiction after which no other alignment was found to help.
_ANOTHER_PICTURE = 320
# Of the drawn places between the strips where banners are.
_LEAST_MIDDLE = 0.6
# Thumb pixels a corner has moved; and solid contradiction where it has not.
_REFRAMED = 1.5
_CONTRADICTED = 12
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


class Prepared(NamedTuple):
    """A thumb with what every comparison of it needs."""

    thumb: Thumb
    tint: Tint
    framing: Framing
    windows: npt.NDArray[np.float32]
    """Each window of ``framing`` as a square of unit strength."""
    levels: Levels

    def flipped(self) -> "Prepared":
        """The same for the mirror image."""
        return Prepared(
            np.ascontiguousarray(self.thumb[:, ::-1]),
            np.ascontiguousarray(self.tint[:, ::-1]),
            Framing(
                *(
                    box._replace(
                        left=THUMB_SIDE - box.right, right=THUMB_SIDE - box.left
                    )
                    for box in self.framing
                )
            ),
            np.ascontiguousarray(self.windows[..., ::-1]),
            self.levels.flipped(),
        )


def prepare(fingerprint: Fingerprint) -> Prepared:
    """Make a picture ready for comparing."""
    thumb = fingerprint.thumb
    framing = frame(thumb)
    return Prepared(
        thumb,
        fingerprint.tint,
        framing,
        np.stack([_window(thumb, inside(box)) for box in framing]),
        Levels.of(thumb),
    )


def confirm(one: Prepared, other: Prepared, *, mirrored: bool = False) -> Confirmation:
    """Say whether two pictures are copies, how alike they are and what differs.

    With ``mirrored`` the first picture is flipped before it is compared.
    """
    return Comparison(one).with_all([other], [mirrored])[0]


class Comparison:
    """One picture, to be compared with many others."""

    def __init__(self, one: Prepared) -> None:
        self._one = one
        self._aligners: dict[tuple[int, bool], Aligner] = {}

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
                scores = side._scores([others[place] for place in chunk])
                for row in np.flatnonzero((scores >= _HOPELESS).any(axis=1)):
                    place = chunk[row]
                    found[place] = side._confirmed(others[place], scores[row], flip)
        return found

    @cached_property
    def _flipped(self) -> "Comparison":
        return Comparison(self._one.flipped())

    @cached_property
    def _spans(self) -> npt.NDArray[np.float32]:
        """An orthonormal base of how each window may change: 6 × 5 × pixels."""
        modes = np.stack(changes(self._one.windows), axis=1)
        modes = modes.reshape(len(modes), 5, -1)
        modes -= modes.mean(axis=2, keepdims=True)
        roots = np.linalg.cholesky(damped(modes @ modes.transpose(0, 2, 1)))
        return np.asarray(np.linalg.inv(roots) @ modes, np.float32)

    def _scores(self, others: Sequence[Prepared]) -> npt.NDArray[np.float32]:
        """Likeness of the windows of each pairing, but for small shifts and scales.

        The tangent distance of Simard, LeCun and Denker ("Efficient pattern recognition
        using a new transformation distance", NIPS 1992), from one side.
        """
        windows = np.stack([other.windows for other in others])
        count, number = windows.shape[:2]
        spans = self._spans
        shares = windows.reshape(count * number, -1) @ spans.reshape(-1, _SIDE**2).T
        power = (shares.reshape(count, number, *spans.shape[:2]) ** 2).sum(axis=3)
        return np.asarray(np.sqrt(power[:, _THEIRS, _MINE]), np.float32)

    def _confirmed(
        self, other: Prepared, scores: npt.NDArray[np.float32], flipped: bool
    ) -> Confirmation:
        if scores[_WHOLE] >= _UNMOVED:
            found = self._unmoved(other)
            if found is not None:
                return _outcome(found, True, flipped)
        best: Overlay | None = None
        for one, two, warp, banner in self._alignments(other, scores):
            shown = _shown(self._one.framing.trimmed, other.framing.trimmed, warp)
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
        shown = _shown(self._one.framing.trimmed, other.framing.trimmed, UNMOVED)
        found = same_place(self._one.thumb, other.thumb, shown)
        if found is None or not self._is_copy(other, found, UNMOVED):
            return None
        return found

    def _is_copy(self, other: Prepared, found: Overlay, warp: Warp) -> bool:
        return _agrees(found) and _same_tones(
            found, compare(self._one.tint, other.tint, warp)
        )

    def _alignments(
        self, other: Prepared, scores: npt.NDArray[np.float32]
    ) -> Iterator[tuple[Thumb, Thumb, Warp, int]]:
        """Ways to lay the other picture over this one, the likeliest first, none twice.

        With the thumbs to look at (of a bordered picture that without the border) and
        the window beside the banner, if there is one.
        """
        given: list[tuple[Warp, bool]] = []
        tried: set[tuple[Box, Box, bool]] = set()
        for index in np.argsort(-scores, kind="stable")[:_HYPOTHESES]:
            if scores[index] < _HOPELESS[index]:
                continue
            pairing = mine, theirs = PAIRINGS[index]
            boxes = self._one.framing[mine], other.framing[theirs]
            better = scores[index] > scores[_WHOLE] + _CLEARLY
            beside = better and mine == theirs and mine in BANNERS
            bordered = pairing in BORDERED and boxes != (WHOLE, WHOLE)
            if (*boxes, bordered) in tried and not beside:
                continue  # of a picture without a border, two windows are one
            tried.add((*boxes, bordered))
            one, two, levels = self._one.thumb, other.thumb, other.levels
            if bordered and mine:
                one = without_border(one, self._one.framing[mine])
            if bordered and theirs:
                two = without_border(two, other.framing[theirs])
                levels = Levels.of(two)
            first = Scaling.between(*boxes)
            aligner = self._aligner(mine, one if bordered and mine else None)
            fit = aligner.refined(levels, first)
            if fit is None or not _promises(fit):
                continue
            warp = fit.scaling.warp()
            if not any(
                same(warp, before) and bordered == bare for before, bare in given
            ):
                given.append((warp, bordered))
                yield one, two, warp, 0
            if beside:
                yield one, two, warp, mine

    def _aligner(self, window: int, bare: Thumb | None) -> Aligner:
        key = window, bare is not None
        if key not in self._aligners:
            levels = self._one.levels if bare is None else Levels.of(bare)
            self._aligners[key] = Aligner(levels, self._one.framing[window])
        return self._aligners[key]


def _promises(fit: Fit) -> bool:
    """Whether pixels are worth looking at under an alignment."""
    missing = _INSTEAD * (_USUAL_LIKENESS - fit.likeness)
    return fit.agreement >= _DISAGREEING + missing


def _agrees(found: Overlay) -> bool:
    """The rule for grey levels.

    Re-encoded, resized, cropped, retoned copies agree in at least 0.92 of the drawn
    places and 0.85 of the fine ones, less of these where noise is all that is fine;
    unlike pictures in one frame (comics, playing cards, warning signs) in at most 0.88.
    Copies with a mark agree less, but the mark is on one side only (0.8 % on the other
    for noise), no larger than 6 % of the picture, and hardly anything contradicts.
    Solid contradiction tells posters with another word (13 thumb pixels and more): in
    copies of the same frame there is hardly any, in cropped and framed ones up to 40.
    """
    if found.middle < _LEAST_MIDDLE or found.correlation < LEAST_CORRELATION:
        return False
    reframed = found.moved > _REFRAMED
    if found.contradicted > (MOST_CONTRADICTED if reframed else _CONTRADICTED):
        return False
    if found.agree >= 0.92 and found.fine >= 0.85 and found.correlation >= 0.9:
        return True
    if found.agree >= 0.985 and found.fine >= 0.75 and found.contradicted == 0:
        return found.correlation >= 0.94
    return (
        found.agree >= LEAST_AGREEMENT
        and found.fine >= 0.88
        and found.conflict <= 0.04
        and max(found.added, found.removed) <= 0.06
        and min(found.added, found.removed) <= 0.008
    )


def _same_tones(found: Overlay, colours: Colours) -> bool:
    """Whether colours, and without them grey levels, are those of one picture.

    Copies have another colour in at most 0.13 of their places, the same arrow in red
    and in blue in 0.4. At most 2 % of the picture may be lighter or darker than one tone
    curve explains: flags of three bands pass all else. Where there is hardly a
    difference in colour it may be 10 %: what is brightened clips in one channel before
    the other. What lost its colours has kept its tones.
    """
    if colours.different is not None and colours.different > 0.15:
        return False
    if colours.bleached and not (0.8 < found.gain < 1.25 and abs(found.bias) < 15):
        return False
    same_colours = colours.different is not None and colours.different <= 0.02
    return found.recoloured <= (0.1 if same_colours else 0.02)


def _outcome(found: Overlay, is_copy: bool, mirrored: bool) -> Confirmation:
    seen = {
        Difference.MIRRORED: mirrored,
        Difference.REFRAMED: found.moved > _REFRAMED,
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


def _shown(one: Box, other: Box, warp: Warp) -> Box:
    """What lies inside the border of either, as a part of the first."""
    (across, _, right), (_, down, lower) = warp.tolist()
    return Box(
        max(0, min(one.left, int((other.left - right) / across))),
        max(0, min(one.top, int((other.top - lower) / down))),
        min(THUMB_SIDE, max(one.right, ceil((other.right - right) / across))),
        min(THUMB_SIDE, max(one.bottom, ceil((other.bottom - lower) / down))),
    )


def _window(thumb: Thumb, box: Box) -> npt.NDArray[np.float32]:
    part = cv2.resize(box.cut(thumb), (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    values = part.astype(np.float32)
    values -= values.mean()
    norm = float(np.linalg.norm(values))
    return values / norm if norm > 1 else np.zeros_like(values)
