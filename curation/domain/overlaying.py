"""Comparing two aligned thumbs place by place."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

import cv2
import numpy as np

from curation.domain.correlating import (
    PATCH,
    Around,
    Local,
    Mask,
    mean_around,
    solid,
)
from curation.domain.framing import (
    ABOVE_BANNER,
    BANNER,
    BANNERS,
    BELOW_BANNER,
    THUMB_SIDE,
    WHOLE,
    Box,
    Thumb,
)
from curation.domain.toning import beyond_tone_curve, correlated, tones
from curation.domain.warping import UNMOVED, Grey, Warp, warped, within

LEAST_CORRELATION = 0.9
"""Of all pixels: what is below is no copy, whatever else is found."""

LEAST_AGREEMENT = 0.7
"""Of the drawn places. Below it, or above ``MOST_CONTRADICTED``, fine detail,
correlation and tones are not looked at."""

LEAST_FINE = 0.75
"""Of the places with fine detail: below it tones are not looked at."""

MOST_CONTRADICTED = 40
"""Thumb pixels, of pictures that were cropped or framed."""

_MIN_OVERLAP = 0.7
_WINDOW, _FINE_WINDOW = 9, 13
_NOISE_BLUR, _DETAIL_BLUR = 0.8, 2.0
_AGREE, _FINE_AGREE = 0.75, 0.5
_STRIP = BANNER + 1
_OUTER = _STRIP - _WINDOW // 2
# A banner shows in the windows of correlation beside it.
_BANNER = BANNER + 3
# … and so far into the picture agrees what is drawn in its strips alone.
_MIDDLE = slice(_STRIP + _WINDOW // 2, -_STRIP - _WINDOW // 2)
# Above and below stand the marks of sites.
_INSIDE = slice(THUMB_SIDE // 5, -(THUMB_SIDE // 5))
# Where more of a strip is shared, it is no banner.
_SHARED = 0.5
# Nor is it one where, of what is drawn there, this much is drawn in both and not alike,
# and this little in one alone: a site's banner has another ground, or covers something
# else. Of the contrast: grounds that are the same.
_OTHER_WORDS, _ALONE, _SAME_GROUND = 0.4, 0.4, 0.05
# How far from what a tone curve explains a place has another tone, and how far it cannot
# have been anything else. Only patches of nine count: edges may lie half a pixel apart.
_OTHER_TONE, _REPAINTED = 0.12, 0.3
_NINE = 3
_CORNERS = np.array([[0, 0, THUMB_SIDE, THUMB_SIDE], [0, THUMB_SIDE, 0, THUMB_SIDE]])
_BLACK, _WHITE = 3, 252
# Of the contrast, grey levels, correlation; share of the contrast on average.
_NOTHING, _FAINT_DETAIL, _SAME_DETAIL = 0.25, 1.5, 0.7
_SAME = 0.97


class _Part(NamedTuple):
    """Rows to be compared, those of a strip at the top or bottom that are not, and of
    these the ones in whose windows nothing beside the strip shows."""

    rows: slice
    strip: slice | None
    outer: slice | None

    @classmethod
    def beside(cls, banner: int, high: int) -> Self:
        """All but a strip at the top, or at the bottom, by the window beside it."""
        if banner == BELOW_BANNER:
            return cls(slice(high, None), slice(0, high), slice(0, _OUTER))
        return cls(slice(0, -high), slice(-high, None), slice(-_OUTER, None))


_ALL = _Part(slice(None), None, None)
_PARTS = (_ALL, *(_Part.beside(banner, _STRIP) for banner in BANNERS))


class Overlay(NamedTuple):
    """What laying one thumb over another shows.

    ``drawn`` counts the places where either thumb shows something; ``agree`` and
    ``conflict`` are shares of them. Shares of the picture: ``added`` (only in the
    second), ``removed`` (only in the first), ``recoloured`` (lighter or darker than one
    tone curve explains). ``contradicted`` counts thumb pixels in the middle of solid
    conflict: a different symbol, not edges that lie a pixel apart. ``inserted`` counts
    them where only one shows something, and ``repainted`` those that are much lighter or
    darker than one tone curve explains, both but for the upper and lower fifth. ``fine``
    is the share of fine detail that agrees, ``correlation`` that of all pixels.
    ``banner``: a strip at the top or bottom was left out. ``moved`` is the largest shift
    of a corner in thumb pixels; ``gain`` and ``bias`` are those of the second thumb's
    grey levels. ``middle`` is ``agree`` without both strips: two banners that agree make
    no copies.
    """

    drawn: int
    agree: float
    conflict: float
    added: float
    removed: float
    fine: float
    correlation: float
    recoloured: float
    contradicted: int
    inserted: int
    repainted: int
    banner: bool
    middle: float
    moved: float
    gain: float
    bias: float


class ReferenceImage:
    """A thumb, ready to have many others laid over it."""

    def __init__(self, thumb: Thumb) -> None:
        self.values = thumb.astype(np.float32)
        # What was brightened until it clipped may have been any tone before.
        self.clipped = _clipped(self.values)

    @cached_property
    def soft(self) -> Around:
        """Without noise."""
        return Around.of(_blurred(self.values, _NOISE_BLUR), _WINDOW)

    @cached_property
    def detail(self) -> Grey:
        """What is finer than four pixels."""
        return _detail(self.values)

    @cached_property
    def fine(self) -> Around:
        """The detail with its surroundings."""
        return Around.of(self.detail, _FINE_WINDOW)


def overlay(
    one: ReferenceImage, other: Thumb, warp: Warp, shown: Box = WHOLE, banner: int = 0
) -> Overlay | None:
    """Lay a thumb over another under ``warp``; None where they hardly overlap, are plain
    or show the same where the banner should be.

    Tried with the whole picture, without the top and without the bottom strip; the
    strip counts as a banner only if the rest agrees clearly better, and not where both
    have a caption there: other words under a picture say something else. Where it is
    known to be one (``banner``: number of the window beside it) it is left out from
    the start, which tones need where the banner is all that is dark.

    Outside ``shown``, a part of the first, both have a border.
    """
    laid = _laid(one, other, warp, shown, banner)
    if laid is None:
        return None
    same = None if banner else _sameness(laid)
    if same is not None:
        return _as_same(laid, same)
    valid, contrast = laid.valid, laid.contrast
    soft_first = one.soft
    soft_second = Around.of(_blurred(laid.second, _NOISE_BLUR), _WINDOW)
    floor = max(4.0, 0.08 * contrast) ** 2
    local = Local(soft_first, soft_second, _WINDOW)
    drawn_first, drawn_second = soft_first.power > floor, soft_second.power > floor
    both = drawn_first & drawn_second & valid
    agreeing = both & (local.likeness(_AGREE, both) >= _AGREE)
    only_first = drawn_first & ~drawn_second & valid & (soft_first.power > 4 * floor)
    only_second = drawn_second & ~drawn_first & valid & (soft_second.power > 4 * floor)

    def shares(part: slice) -> tuple[float, float, float, float]:
        agree, drawn_in_both, removed, added = (
            int(np.count_nonzero(places[part]))
            for places in (agreeing, both, only_first, only_second)
        )
        drawn = max(1, drawn_in_both + removed + added)
        area = THUMB_SIDE**2
        conflict = drawn_in_both - agree
        return agree / drawn, conflict / drawn, added / area, removed / area

    def is_caption(rows: slice) -> bool:
        """Both show something there, on one ground, and not the same."""
        drawn_in_both, alone, same = (
            int(np.count_nonzero(places[rows]))
            for places in (both, only_first | only_second, agreeing)
        )
        drawn = drawn_in_both + alone
        if drawn_in_both - same <= _OTHER_WORDS * drawn or alone > _ALONE * drawn:
            return False
        # Words are the lesser part, darker or lighter than their ground.
        grounds = [
            np.percentile(soft.values[rows], (25, 75))
            for soft in (soft_first, soft_second)
        ]
        apart = np.abs(grounds[0] - grounds[1]).min()
        return bool(apart < _SAME_GROUND * contrast)

    if banner:
        part = _Part.beside(banner, _BANNER)
        if part.strip and shares(part.strip)[0] > _SHARED:
            return None
    else:
        part = max(_PARTS, key=lambda one: shares(one.rows)[0] - 0.04 * (one != _ALL))
    if part.outer and is_caption(part.outer):
        part = _ALL
    middle = shares(_MIDDLE)[0]
    inserted = np.zeros_like(valid)
    inserted[_INSIDE] = (only_first | only_second)[_INSIDE]
    agree, conflict, added, removed = shares(part.rows)
    mask = np.zeros_like(valid)
    mask[part.rows] = valid[part.rows]
    fine = correlation = 0.0
    recoloured, repainted = 1.0, 0
    contradicted = solid(both & ~agreeing & mask)
    if agree >= LEAST_AGREEMENT and contradicted <= MOST_CONTRADICTED:
        fine = _fine_agreement(one.fine, laid.detail, mask, contrast)
        correlation = correlated(soft_first.values[mask], soft_second.values[mask])
    if correlation >= LEAST_CORRELATION and fine >= LEAST_FINE:
        mine, others = soft_first.values, soft_second.values
        away = [
            beyond_tone_curve(mine, others, mask & ~laid.clipped),
            beyond_tone_curve(others, mine, mask & ~one.clipped),
        ]
        recoloured = max(solid(far > _OTHER_TONE, _NINE) for far in away) / mask.size
        repainted = max(solid(far[_INSIDE] > _REPAINTED, _NINE) for far in away)
    return Overlay(
        drawn=int(np.count_nonzero(both | only_first | only_second)),
        agree=agree,
        conflict=conflict,
        added=added,
        removed=removed,
        fine=fine,
        correlation=correlation,
        recoloured=recoloured,
        contradicted=contradicted,
        inserted=solid(inserted),
        repainted=repainted,
        banner=part != _ALL,
        middle=middle,
        moved=laid.moved,
        gain=laid.gain,
        bias=laid.bias,
    )


def same_place(one: ReferenceImage, other: Thumb, shown: Box = WHOLE) -> Overlay | None:
    """``overlay`` of two thumbs as they are, where nothing differs clearly; else None."""
    laid = _laid(one, other, UNMOVED, shown, 0)
    same = None if laid is None else _sameness(laid)
    return None if laid is None or same is None else _as_same(laid, same)


@dataclass(frozen=True)
class _Laid:
    """A thumb over a ``ReferenceImage`` and in its tones, the part where both are seen, and what
    was evened out."""

    ground: ReferenceImage
    second: Grey
    seen: Box
    contrast: float
    gain: float
    bias: float
    moved: float
    clipped: Mask
    """Of the second."""

    @cached_property
    def valid(self) -> Mask:
        """Places within ``seen``."""
        places = np.zeros(self.second.shape, np.bool_)
        places[self.seen.top : self.seen.bottom, self.seen.left : self.seen.right] = (
            True
        )
        return places

    @cached_property
    def detail(self) -> Grey:
        """What is finer than four pixels in the second."""
        return _detail(self.second)


def _laid(
    one: ReferenceImage, other: Thumb, warp: Warp, shown: Box, banner: int
) -> _Laid | None:
    """The second thumb under ``warp`` in the tones of the first; None where they hardly
    overlap or are plain."""
    second, moved, seen = other.astype(np.float32), 0.0, shown
    if warp is not UNMOVED:
        second = warped(second, warp)
        seen = within(shown, warp)
        shift = warp[:, :2] @ _CORNERS + warp[:, 2:] - _CORNERS
        moved = float(np.abs(shift).max())
    toned = seen
    if banner == BELOW_BANNER:
        toned = seen._replace(top=max(seen.top, _BANNER))
    elif banner == ABOVE_BANNER:
        toned = seen._replace(bottom=min(seen.bottom, THUMB_SIDE - _BANNER))
    if toned.right <= toned.left or toned.bottom <= toned.top:
        return None
    (mean_first, contrast), (mean_second, strength) = (
        tones(toned.cut(values)) for values in (one.values, second)
    )
    if seen.area < _MIN_OVERLAP * shown.area or min(contrast, strength) < 1:
        return None
    clipped = _clipped(second)
    gain = strength / contrast
    bias = mean_second - mean_first
    second = (second - np.float32(mean_second)) * np.float32(1 / gain)
    second += np.float32(mean_first)
    return _Laid(one, second, seen, contrast, gain, bias, moved, clipped)


def _as_same(laid: _Laid, same: float) -> Overlay:
    return Overlay(
        drawn=laid.seen.area,
        agree=same,
        conflict=0.0,
        added=0.0,
        removed=0.0,
        fine=1.0,
        correlation=1.0,
        recoloured=0.0,
        contradicted=0,
        inserted=0,
        repainted=0,
        banner=False,
        middle=same,
        moved=laid.moved,
        gain=laid.gain,
        bias=laid.bias,
    )


def _sameness(laid: _Laid) -> float | None:
    """1 less the mean difference, in contrasts, where nothing differs clearly.

    Then the slower tests need not be asked. Pictures that are no copies differ by 0.5
    of the contrast somewhere, half of the copies nowhere by as much as here. Small
    letters are in the fine detail alone. None where anything may differ.
    """
    away = np.abs(mean_around(laid.ground.values - laid.second, PATCH))
    away = laid.seen.cut(away)
    if float(away.max()) > _NOTHING * laid.contrast:
        return None
    same = 1 - float(away.sum()) / (laid.contrast * laid.second.size)
    if same < _SAME:
        return None
    details = [
        np.ascontiguousarray(laid.seen.cut(detail))
        for detail in (laid.ground.detail, laid.detail)
    ]
    powers = [float(np.vdot(detail, detail)) for detail in details]
    if max(powers) < _FAINT_DETAIL**2 * laid.second.size:
        return same
    shared = float(np.vdot(*details)) / float(np.sqrt(powers[0] * powers[1]) or 1)
    return same if shared > _SAME_DETAIL else None


def _clipped(values: Grey) -> Mask:
    return (values <= _BLACK) | (values >= _WHITE)


def _blurred(values: Grey, sigma: float) -> Grey:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), sigma), np.float32)


def _detail(values: Grey) -> Grey:
    return values - _blurred(values, _DETAIL_BLUR)


def _fine_agreement(one: Around, detail: Grey, mask: Mask, contrast: float) -> float:
    """The share of places with detail where it is the same.

    1 where there is no such detail in both: blurred copies have none to contradict.
    """
    other = Around.of(detail, _FINE_WINDOW)
    floor = max(3.0, 0.05 * contrast) ** 2
    both = (one.power > floor) & (other.power > floor) & mask
    places = int(np.count_nonzero(both))
    if not places:
        return 1.0
    likeness = Local(one, other, _FINE_WINDOW).likeness(_FINE_AGREE, both)
    return int(np.count_nonzero(both & (likeness >= _FINE_AGREE))) / places
