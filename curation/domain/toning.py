"""Do two aligned greys have the same tones, but for brightness and contrast?"""

import cv2
import numpy as np

from curation.domain.correlating import Mask
from curation.domain.warping import Grey

_BINS = 24
# Matching tones can take a grey level below 0 and above 255.
_LEVELS = 1024


def correlated(one: Grey, other: Grey) -> float:
    """Of all places; 0 where either is plain."""
    (mean_one, power_one), (mean_other, power_other) = tones(one), tones(other)
    if min(power_one, power_other) < 1:
        return 0.0
    covariance = float((one * other).mean()) - mean_one * mean_other
    return covariance / (power_one * power_other)


def tones(values: Grey) -> tuple[float, float]:
    """Mean and standard deviation."""
    mean, spread = cv2.meanStdDev(values)
    return float(mean[0, 0]), float(spread[0, 0])


def beyond_tone_curve(one: Grey, other: Grey, mask: Mask) -> Grey:
    """How far each place is from what a rising tone curve maps from other to one, in
    shares of the tones of one; 0 outside the mask."""
    away = np.zeros(one.shape, np.float32)
    wanted, given = one[mask], other[mask]
    if not len(given):
        return away
    low, high = _between(given, 0.005)
    level = np.clip((given - low) * (_BINS / max(high - low, 1e-3)), 0, _BINS - 1)
    level = level.astype(np.uint8)
    count = np.bincount(level, minlength=_BINS)
    curve = np.bincount(level, wanted, minlength=_BINS) / np.maximum(count, 1)
    curve[count == 0] = -np.inf
    curve = np.maximum.accumulate(curve).astype(np.float32)
    darkest, lightest = _between(wanted, 0.02)
    span = max(lightest - darkest, 10.0)
    away[mask] = np.abs(wanted - curve[level]) * np.float32(1 / span)
    return away


def _between(values: Grey, share: float) -> tuple[float, float]:
    """The grey levels between which all but a share at either end lie, to the level."""
    levels = np.clip(values + np.float32(_LEVELS / 4), 0, _LEVELS - 1).astype(np.uint16)
    reached = np.cumsum(np.bincount(levels, minlength=_LEVELS))
    low, high = np.searchsorted(
        reached, [share * len(values), (1 - share) * len(values)]
    )
    return float(low - _LEVELS / 4), float(high - _LEVELS / 4)
