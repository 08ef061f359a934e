"""Are two pictures copies of each other? Pixels decide, not hashes.

Windows of the thumbs that are alike (``matching``) are laid over each other and compared
place by place with normalised cross-correlation (``overlaying``), which ignores
brightness and contrast. Only places where something is drawn count: two words on one
ground, or two tweets on white, agree nearly everywhere and yet show different things.

Thresholds were set on the halves that ``benchmarks.duplicates --tuning`` takes of
openclipart (400 originals, 6 variants each) and of 200 II-Bench pictures (95 originals,
17 variants each), with 30 series of each sort of look-alikes. See ``judging``.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

import numpy as np

from curation.domain.aligning import LEAST_ALIKE
from curation.domain.colouring import compare
from curation.domain.confirmation import UNLIKE, Difference, MatchResult
from curation.domain.framing import PAIRINGS, Thumb
from curation.domain.image_features import ImageFeatures
from curation.domain.judging import REFRAMED, is_near_duplicate, same_tones
from curation.domain.matching import (
    HOPELESS,
    PAIRING_OF_WHOLES,
    STRETCHED,
    Fit,
    Guess,
    Matching,
)
from curation.domain.overlaying import Overlay, ReferenceImage, overlay, same_place
from curation.domain.warping import UNMOVED, Warp, either, same

# Likeness of whole pictures that may show the same in the same frame.
_UNMOVED = 0.975
# Share of drawn blocks that agree after the alignment: as above. Where the likeness is
# lower, more of them must (of 2,696 copies one does not pass, of unlike pictures half).
_USUAL_LIKENESS, _INSTEAD = 0.93, 2.0
# Solid contradiction on the finest level of the alignment, of few copies as much.
_SOLID = 60
# Share of drawn places that agree, from which on the other way round is tried, too: set
# on the other half of openclipart (decision 20).
_NEARLY = 0.75
# Solid contradiction after which no other alignment was found to help.
_ANOTHER_PICTURE = 320
# Pairs compared at once.
_CHUNK = 128


class Pair(NamedTuple):
    """Two pictures to be compared; with ``mirrored`` the first is flipped before."""

    one: ImageFeatures
    other: ImageFeatures
    mirrored: bool = False


def confirm(
    one: ImageFeatures, other: ImageFeatures, *, mirrored: bool = False
) -> MatchResult:
    """Say whether two pictures are copies, how alike they are and what differs.

    With ``mirrored`` the first picture is flipped before it is compared.
    """
    return confirm_all([Pair(one, other, mirrored)])[0]


def confirm_all(pairs: Sequence[Pair]) -> list[MatchResult]:
    """The outcome for each of many pairs, as ``confirm`` gives it.

    Hundreds at once take a fraction of the time, most of all those that begin with the
    same picture.
    """
    found: list[MatchResult] = []
    for start in range(0, len(pairs), _CHUNK):
        found += _confirmed(pairs[start : start + _CHUNK])
    return found


def _confirmed(pairs: Sequence[Pair]) -> list[MatchResult]:
    """The outcome for each; what is nearly a copy is laid the other way, too.

    Where one of two is smaller, darker or lacks a border, it depends on which of
    them is moved how much of their drawing is_near_duplicate: of 738 pairs that were nearly
    copies one way, 23 were copies the other way.
    """
    bases: dict[tuple[int, bool], _Base] = {}
    laid = []
    for one, other, mirrored in pairs:
        if (id(one), mirrored) not in bases:
            picture = one.flipped() if mirrored else one
            bases[id(one), mirrored] = _Base(picture, mirrored)
        laid.append((bases[id(one), mirrored], other))
    found = _one_way(laid)
    nearly = [
        row
        for row, outcome in enumerate(found)
        if outcome.similarity >= _NEARLY and not outcome.is_copy
    ]
    turned = [(_Base(laid[row][1], pairs[row].mirrored), row) for row in nearly]
    back = _one_way([(base, laid[row][0].picture) for base, row in turned])
    for row, outcome in zip(nearly, back, strict=True):
        if outcome.is_copy:
            found[row] = outcome.turned()
    return found


def _one_way(laid: Sequence[tuple["_Base", ImageFeatures]]) -> list[MatchResult]:
    """The outcome of laying pictures over others."""
    found = [UNLIKE] * len(laid)
    if not laid:
        return found
    bases = list(dict.fromkeys(base for base, _ in laid))
    numbers = {base: number for number, base in enumerate(bases)}
    which = np.array([numbers[base] for base, _ in laid])
    order = np.argsort(which, kind="stable")
    laid = [laid[place] for place in order.tolist()]
    matching = Matching(
        [base.picture for base in bases], which[order], [other for _, other in laid]
    )
    guesses: list[Guess] = []
    for row in np.flatnonzero((matching.scores >= HOPELESS).any(axis=1)).tolist():
        base, other = laid[row]
        if matching.scores[row, PAIRING_OF_WHOLES] >= _UNMOVED:
            unmoved = base.unmoved(other)
            if unmoved is not None:
                found[order[row]] = unmoved
                continue
        guesses += matching.guesses(row)
    fits = matching.fits(guesses)
    for row, group in groupby(zip(guesses, fits, strict=True), lambda one: one[0].row):
        base, other = laid[row]
        found[order[row]] = base.under(other, list(group))
    return found


class _Base:
    """A picture over which others are laid."""

    def __init__(self, picture: ImageFeatures, mirrored: bool) -> None:
        self.picture = picture
        self._mirrored = mirrored

    @cached_property
    def _ground(self) -> ReferenceImage:
        return ReferenceImage(self.picture.thumb)

    @cached_property
    def _bare_ground(self) -> ReferenceImage:
        return ReferenceImage(self.picture.bare[0])

    def under(
        self, other: ImageFeatures, guesses: Sequence[tuple[Guess, Fit]]
    ) -> MatchResult:
        """The outcome of the likeliest of the alignments that were found."""
        best: Overlay | None = None
        for one, two, warp, banner in self._alignments(other, guesses):
            shown = either(self.picture.framing.trimmed, other.framing.trimmed, warp)
            found = overlay(one, two, warp, shown, banner)
            if found is None:
                continue
            if self._is_copy(other, found, warp):
                return _outcome(found, True, self._mirrored)
            if best is None or found.agree > best.agree:
                best = found
            if found.contradicted > _ANOTHER_PICTURE:
                break
        return UNLIKE if best is None else _outcome(best, False, self._mirrored)

    def unmoved(self, other: ImageFeatures) -> MatchResult | None:
        """The outcome for a copy that differs nowhere clearly as it lies: most do not,
        and need no alignment."""
        shown = either(self.picture.framing.trimmed, other.framing.trimmed, UNMOVED)
        found = same_place(self._ground, other.thumb, shown)
        if found is None or not self._is_copy(other, found, UNMOVED):
            return None
        if not self._keeps_shape(other, UNMOVED):
            return None
        return _outcome(found, True, self._mirrored)

    def _is_copy(self, other: ImageFeatures, found: Overlay, warp: Warp) -> bool:
        return is_near_duplicate(found) and same_tones(
            found, compare(self.picture.tint, other.tint, warp)
        )

    def _keeps_shape(self, other: ImageFeatures, warp: Warp) -> bool:
        """Whether the other, laid so, is scaled about alike across and down. A disc on a
        flag and a ball on a card look the same only once both are squeezed to squares."""
        stretched = warp[0, 0] / warp[1, 1] * other.shape / self.picture.shape
        return bool(1 / STRETCHED <= stretched <= STRETCHED)

    def _alignments(
        self, other: ImageFeatures, guesses: Sequence[tuple[Guess, Fit]]
    ) -> Iterator[tuple[ReferenceImage, Thumb, Warp, int]]:
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


def _promises(fit: Fit) -> bool:
    """Whether pixels are worth looking at under an alignment."""
    missing = _INSTEAD * (_USUAL_LIKENESS - fit.likeness)
    if fit.contradicted > _SOLID:
        return False
    return fit.agreement >= LEAST_ALIKE + missing


def _outcome(found: Overlay, is_copy: bool, mirrored: bool) -> MatchResult:
    seen = {
        Difference.MIRRORED: mirrored,
        Difference.REFRAMED: found.moved > REFRAMED,
        Difference.OVERLAID: max(found.added, found.removed) > 0.01 or found.banner,
        Difference.RETONED: not 0.9 < found.gain < 1.11 or abs(found.bias) > 10,
    }
    return MatchResult(
        is_copy=is_copy,
        similarity=round(found.agree, 4),
        added=round(found.added, 4),
        removed=round(found.removed, 4),
        differences=tuple(name for name, differs in seen.items() if differs),
    )
