"""Comparing two aligned thumbs place by place."""

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.framing import BANNER, THUMB_SIDE, Thumb
from curation.domain.warping import Warp

_Grey = npt.NDArray[np.float32]
_Mask = npt.NDArray[np.bool_]

LEAST_CORRELATION = 0.8
"""Of all pixels: what is below is no copy, whatever else is found."""

_MIN_OVERLAP = 0.7
_WINDOW, _FINE_WINDOW = 9, 13
_AGREE, _FINE_AGREE = 0.75, 0.5
_STRIP = BANNER + 1
_CORNERS = np.array([[0, 0, THUMB_SIDE, THUMB_SIDE], [0, THUMB_SIDE, 0, THUMB_SIDE]])
# Below this the fine structure and the tones are not worth looking at.
_UNLIKE = 0.6
_BLACK, _WHITE = 3, 252
# Keeps the correlation of plain windows near 0.
_NOISE = 1e-2
_PATCH = 5


class Overlay(NamedTuple):
    """What laying one thumb over another shows.

    Shares of the places where either thumb shows something: ``agree`` and
    ``conflict``. Shares of the picture: ``added`` (only in the second), ``removed``
    (only in the first), ``recoloured`` (lighter or darker than one tone curve
    explains). ``contradicted`` counts thumb pixels in the middle of solid conflict: a
    different symbol, not edges that lie a pixel apart. ``fine`` is the share of fine detail that agrees, ``correlation`` that
    of all pixels. ``banner``: a strip at the top or bottom was left out. ``moved`` is
    the largest shift of a corner in thumb pixels; ``gain`` and ``bias`` are those of
    the second thumb's grey levels.
    """

    agree: float
    conflict: float
    added: float
    removed: float
    fine: float
    correlation: float
    recoloured: float
    contradicted: int
    banner: bool
    moved: float
    gain: float
    bias: float


def overlay(one: Thumb, other: Thumb, warp: Warp) -> Overlay | None:
    """Compare two thumbs under ``warp``; None where they hardly overlap, are plain or
    have nothing to do with each other.

    Tried with the whole picture, without the top and without the bottom strip; the
    strip counts as a banner only if the rest agrees clearly better.
    """
    first = one.astype(np.float32)
    second, valid = _warped(other, warp)
    seen_first, seen_second = first[valid], second[valid]
    if valid.mean() < _MIN_OVERLAP or min(seen_first.std(), seen_second.std()) < 1:
        return None
    # What was brightened until it clipped may have been any tone before.
    clipped_first, clipped_second = _clipped(first), _clipped(second)
    gain = float(seen_second.std() / seen_first.std())
    bias = float(seen_second.mean() - seen_first.mean())
    second = (second - seen_second.mean()) / gain + seen_first.mean()
    contrast = float(seen_first.std())

    soft_first, soft_second = _blurred(first, 0.8), _blurred(second, 0.8)
    parts = (slice(None), slice(_STRIP, None), slice(None, -_STRIP))
    if all(
        _correlation(soft_first[rows][valid[rows]], soft_second[rows][valid[rows]])
        < LEAST_CORRELATION
        for rows in parts
    ):
        return None
    likeness, power_first, power_second = _local_correlation(
        soft_first, soft_second, _WINDOW
    )
    floor = max(4.0, 0.08 * contrast) ** 2
    drawn_first, drawn_second = power_first > floor, power_second > floor
    both = drawn_first & drawn_second & valid
    agreeing = both & (likeness >= _AGREE)
    only_first = drawn_first & ~drawn_second & valid & (power_first > 4 * floor)
    only_second = drawn_second & ~drawn_first & valid & (power_second > 4 * floor)

    def shares(part: slice) -> tuple[float, float, float, float]:
        agree = int(agreeing[part].sum())
        conflict = int(both[part].sum()) - agree
        removed, added = int(only_first[part].sum()), int(only_second[part].sum())
        drawn = max(1, agree + conflict + removed + added)
        area = THUMB_SIDE**2
        return agree / drawn, conflict / drawn, added / area, removed / area

    part = max(parts, key=lambda rows: shares(rows)[0] - 0.04 * (rows != parts[0]))
    agree, conflict, added, removed = shares(part)
    mask = np.zeros_like(valid)
    mask[part] = valid[part]
    fine = correlation = 0.0
    recoloured = 1.0
    if agree >= _UNLIKE:
        fine = _fine_agreement(first, second, mask, contrast)
        correlation = _correlation(soft_first[mask], soft_second[mask])
        recoloured = max(
            _beyond_tone_curve(soft_first, soft_second, mask & ~clipped_second),
            _beyond_tone_curve(soft_second, soft_first, mask & ~clipped_first),
        )
    shift = warp[:, :2] @ _CORNERS + warp[:, 2:] - _CORNERS
    return Overlay(
        agree=agree,
        conflict=conflict,
        added=added,
        removed=removed,
        fine=fine,
        correlation=correlation,
        recoloured=recoloured,
        contradicted=_solid(both & ~agreeing & mask),
        banner=part != parts[0],
        moved=float(np.abs(shift).max()),
        gain=gain,
        bias=bias,
    )


def _warped(thumb: Thumb, warp: Warp) -> tuple[_Grey, _Mask]:
    size = (THUMB_SIDE, THUMB_SIDE)
    picture = cv2.warpAffine(
        thumb.astype(np.float32),
        warp,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    covered = cv2.warpAffine(
        np.ones(size, np.float32),
        warp,
        size,
        flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
    )
    return np.asarray(picture, np.float32), np.asarray(covered) > 0


def _mean(values: _Grey, window: int) -> _Grey:
    means = cv2.boxFilter(values, -1, (window, window), borderType=cv2.BORDER_REFLECT)
    return np.asarray(means, np.float32)


def _clipped(values: _Grey) -> _Mask:
    return (values <= _BLACK) | (values >= _WHITE)


def _solid(places: _Mask) -> int:
    patch = np.ones((_PATCH, _PATCH), np.uint8)
    return int(np.count_nonzero(cv2.erode(places.astype(np.uint8), patch)))


def _blurred(values: _Grey, sigma: float) -> _Grey:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), sigma), np.float32)


def _local_correlation(
    one: _Grey, other: _Grey, window: int
) -> tuple[_Grey, _Grey, _Grey]:
    """Correlation in a window around each pixel, the best within one pixel's shift.

    Also the variances of both in that window.
    """
    mean_one, mean_other = _mean(one, window), _mean(other, window)
    power_one = np.maximum(_mean(one * one, window) - mean_one**2, 0)
    power_other = np.maximum(_mean(other * other, window) - mean_other**2, 0)
    # Edges are repeated, so that every shift has the full size.
    values, means, powers = (
        cv2.copyMakeBorder(one_of, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
        for one_of in (other, mean_other, power_other)
    )
    best = np.full(one.shape, -1, np.float32)
    height, width = one.shape
    for down, right in ((y, x) for y in range(3) for x in range(3)):
        shift = (slice(down, down + height), slice(right, right + width))
        product = np.asarray(cv2.multiply(one, values[shift]), np.float32)
        covariance = cv2.subtract(
            _mean(product, window), cv2.multiply(mean_one, means[shift])
        )
        scale = cv2.sqrt(cv2.multiply(power_one, powers[shift]) + _NOISE)
        np.maximum(best, cv2.divide(covariance, scale), out=best)
    return best, power_one, power_other


def _fine_agreement(one: _Grey, other: _Grey, mask: _Mask, contrast: float) -> float:
    """The share of places with detail finer than four pixels where it is the same.

    1 where there is no such detail in both: blurred copies have none to contradict.
    """
    detail_one = one - _blurred(one, 2)
    detail_other = other - _blurred(other, 2)
    likeness, power_one, power_other = _local_correlation(
        detail_one, detail_other, _FINE_WINDOW
    )
    floor = max(3.0, 0.05 * contrast) ** 2
    both = (power_one > floor) & (power_other > floor) & mask
    places = int(both.sum())
    return int((both & (likeness >= _FINE_AGREE)).sum()) / places if places else 1.0


def _correlation(one: _Grey, other: _Grey) -> float:
    if min(one.std(), other.std()) < 1:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _beyond_tone_curve(one: _Grey, other: _Grey, mask: _Mask) -> float:
    """The share of the picture that no rising tone curve maps from other to one."""
    bins = 24
    wanted, given = one[mask], other[mask]
    if not len(given):
        return 0.0
    low, high = np.percentile(given, [0.5, 99.5])
    level = ((given - low) * (bins / max(high - low, 1e-3))).astype(np.int64)
    level = level.clip(0, bins - 1)
    count = np.bincount(level, minlength=bins)
    curve = np.bincount(level, wanted, minlength=bins) / np.maximum(count, 1)
    curve[count == 0] = -np.inf
    curve = np.maximum.accumulate(curve)
    span = max(float(np.ptp(np.percentile(wanted, [2, 98]))), 10.0)
    off = np.zeros(one.shape, np.float32)
    off[mask] = np.abs(wanted - curve[level]) > 0.12 * span
    # Only solid 3 × 3 patches: edges that lie half a pixel apart do not count.
    return float((_mean(off, 3) > 0.99).sum()) / one.size
