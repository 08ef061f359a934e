"""Laying one thumb over another: affine maps from the first to the second."""

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.framing import (
    ABOVE_BANNER,
    BANNER,
    BELOW_BANNER,
    THUMB_SIDE,
    Box,
    Thumb,
)

Warp = npt.NDArray[np.float32]
"""2 × 3: pixel of the first thumb → pixel of the second."""

_HALF = 64
_MASK = 255
_CORNERS = np.array(
    [[0, THUMB_SIDE, 0, THUMB_SIDE], [0, 0, THUMB_SIDE, THUMB_SIDE], [1, 1, 1, 1]],
    np.float32,
)
_SAME = 0.5
# Copies are cropped and resized, never turned: what ECC adds beyond that is a misfit.
_MAX_SHEAR = 0.04
_MAX_RESCALE = 1.18
# ECC's coefficient at half size, below which going on leads nowhere.
_HOPELESS = 0.8


def start(one: Box, other: Box) -> Warp:
    """The map that takes a window of one thumb to a window of the other."""
    across = (other.right - other.left) / (one.right - one.left)
    down = (other.bottom - other.top) / (one.bottom - one.top)
    return np.array(
        [
            [across, 0, other.left - across * one.left],
            [0, down, other.top - down * one.top],
        ],
        np.float32,
    )


def same(one: Warp, other: Warp) -> bool:
    """Whether two maps take no corner more than half a pixel apart."""
    return bool(np.abs((one - other) @ _CORNERS).max() <= _SAME)


def refined(one: Thumb, other: Thumb, first: Warp, window: int) -> Warp | None:
    """Improve ``first`` by ECC, coarse then fine; None where that leads nowhere.

    ``window`` BELOW_BANNER or ABOVE_BANNER keeps the banner out of the fit.
    """
    mask = np.full(one.shape, _MASK, np.uint8)
    if window in (BELOW_BANNER, ABOVE_BANNER):
        strip = slice(0, BANNER) if window == BELOW_BANNER else slice(-BANNER, None)
        mask[strip] = 0
    warp = first.copy()
    warp[:, 2] *= 0.5
    try:
        score, coarse = cv2.findTransformECC(
            _halved(one),
            _halved(other),
            warp,
            cv2.MOTION_AFFINE,
            (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-3),
            np.ascontiguousarray(mask[::2, ::2]),
            5,
        )
        if score < _HOPELESS:
            return None
        warp = np.asarray(coarse, np.float32)
        warp[:, 2] *= 2
        _, fine = cv2.findTransformECC(
            one,
            other,
            warp,
            cv2.MOTION_AFFINE,
            (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 15, 1e-3),
            mask,
            3,
        )
    except cv2.error:
        return None
    warp = np.asarray(fine, np.float32)
    rescaled = (warp[0, 0] / first[0, 0], warp[1, 1] / first[1, 1])
    plausible = (
        max(abs(warp[0, 1]), abs(warp[1, 0])) < _MAX_SHEAR
        and min(rescaled) > 1 / _MAX_RESCALE
        and max(rescaled) < _MAX_RESCALE
    )
    return warp if plausible else None


def _halved(thumb: Thumb) -> Thumb:
    small = cv2.resize(thumb, (_HALF, _HALF), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
