"""Decide, first half: measures of what two registered images show where they overlap."""

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.near_duplicates.description import Pixels, to_grey
from curation.domain.near_duplicates.proposal import Candidate
from curation.domain.near_duplicates.registration import (
    Map,
    Registration,
    correlation,
    covered,
    warp,
)

_DRAWN = 6.0
"""Standard deviation in grey levels, within 7 × 7 pixels, from which something is drawn."""
_AGREEING = 0.6
"""Local correlation from which drawn places agree."""
_SOLID = 40
"""Grey levels by which a place differs although tones are fitted."""
_TINTED = 18
"""Difference of a* and b* (CIELAB) from which a place has another colour."""
_COLOURED = 10
"""Chroma (CIELAB) from which a place has a hue."""

Plane = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


class Measures(NamedTuple):
    """Measures of a pair, the features of the model; shares are 0 to 1."""

    inliers: float
    """Logarithm of 1 + features that agree on the map."""
    inlier_share: float
    """Of the matched features."""
    overlap_more: float
    """Overlap as a share of the image that has more of its area in it."""
    overlap_less: float
    hash_distance: float
    """Bits of 256 between the closest pHashes."""
    correlation: float
    """Of grey levels in the overlap."""
    structure: float
    """Mean structural similarity (SSIM without luminance)."""
    agreement: float
    """Share of the drawn places that correlate locally."""
    fine_agreement: float
    """Correlation of fine detail, grey levels minus their local mean."""
    drawn: float
    """Share of the overlap where something is drawn."""
    contradiction: float
    """Share of the overlap where both draw, and differently."""
    first_only: float
    """Share of the overlap where only the frame draws."""
    second_only: float
    solid: float
    """Share of the overlap with solid differences after fitting tones."""
    largest: float
    """Share of the overlap in the largest connected solid difference."""
    central: float
    """Share of the solid differences in the middle of the frame."""
    bars: float
    """Share of the rows that differ solidly over half their width: a banner."""
    beside_bars: float
    """Share of the overlap with solid differences in the other rows."""
    recoloured: float
    """Share of the overlap with another colour."""
    hue_correlation: float
    """Correlation of a* and b*."""
    hue_turn: float
    """Angle between the hues of both in half turns; 0 if hardly anything has a hue."""
    greyness: float
    """Mean chroma of the less coloured image as a share of the other's; 1 if both grey."""
    colourfulness: float
    """Mean chroma of the more coloured image, in hundreds of levels."""
    gain: float
    """Absolute logarithm of the ratio of contrasts."""
    bias: float
    """Absolute difference of mean grey levels, of 255."""
    stretch: float
    """Logarithm of the ratio of the two scales of the map."""
    rotation: float
    """Absolute angle of the map in half turns."""
    mirrored: float
    """1 if the mirror image was registered."""
    scale: float
    """Absolute logarithm of the scale of the map."""
    detail: float
    """Logarithm of the number of overlapping pixels."""


class Comparison(NamedTuple):
    """Measures of a pair, and the maps of where the two differ, in the frame."""

    measures: Measures
    overlap: Mask
    differs: Mask


def compare(registration: Registration, candidate: Candidate) -> Comparison | None:
    """Measure a registered pair; None if nothing overlaps."""
    frame, source, to_source = registration[:3]
    size = frame.shape[1], frame.shape[0]
    overlap = covered(to_source, size, (source.shape[1], source.shape[0]))
    area = int(overlap.sum())
    inner = cv2.erode(
        overlap.astype(np.uint8), np.ones((5, 5), np.uint8), borderValue=1
    ).astype(bool)
    if not inner.any():
        return None
    there = warp(source, to_source, size)
    first_grey, second_grey = (
        cv2.GaussianBlur(to_grey(picture), (3, 3), 0).astype(np.float32)
        for picture in (frame, there)
    )
    drawn_one, drawn_two, local, structure = _local(first_grey, second_grey, inner)
    drawn = (drawn_one | drawn_two) & inner
    solid, gain, bias = _solid_differences(first_grey, second_grey, inner)
    count, _, stats, _ = cv2.connectedComponentsWithStats(
        solid.astype(np.uint8), connectivity=8
    )
    largest = int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0
    fine_one, fine_two = (
        plane - cv2.blur(plane, (5, 5)) for plane in (first_grey, second_grey)
    )
    is_bar = 2 * solid.sum(axis=1) > np.maximum(1, inner.sum(axis=1))
    on_drawn = drawn if drawn.sum() > 20 else inner
    shares = area / overlap.size, _share_of_source(area, to_source, source)
    scales = np.linalg.svd(to_source[:, :2], compute_uv=False)
    total = float(inner.sum())
    measures = Measures(
        inliers=float(np.log1p(registration.inliers)),
        inlier_share=registration.inliers / max(1, registration.matches),
        overlap_more=max(shares),
        overlap_less=min(shares),
        hash_distance=float(candidate.distance),
        correlation=correlation(first_grey[inner], second_grey[inner]),
        structure=float(structure[inner].mean()),
        agreement=float((local[on_drawn] >= _AGREEING).mean()),
        fine_agreement=correlation(fine_one[on_drawn], fine_two[on_drawn]),
        drawn=float(drawn.sum()) / total,
        contradiction=float((drawn_one & drawn_two & inner & (local < 0.2)).sum())
        / total,
        first_only=float((drawn_one & ~drawn_two & inner).sum()) / total,
        second_only=float((drawn_two & ~drawn_one & inner).sum()) / total,
        solid=float(solid.sum()) / total,
        largest=largest / total,
        central=_central_share(solid),
        bars=float(is_bar.mean()),
        beside_bars=float(solid[~is_bar].sum()) / total,
        **_colours(frame, there, inner),
        gain=abs(float(np.log(max(gain, 1e-3)))),
        bias=abs(bias) / 255,
        stretch=float(np.log(scales[0] / scales[1])),
        rotation=abs(float(np.arctan2(to_source[1, 0], to_source[0, 0]))) / np.pi,
        mirrored=float(registration.mirrored),
        scale=abs(float(np.log(scales[0] * scales[1]))) / 2,
        detail=float(np.log(area)),
    )
    tinted = _tinted(frame, there) & inner
    return Comparison(measures, overlap, solid | (tinted & (drawn_one | drawn_two)))


def _share_of_source(area: int, to_source: Map, source: Pixels) -> float:
    scale = abs(float(np.linalg.det(to_source[:, :2])))
    return float(min(1.0, area * scale / (source.shape[0] * source.shape[1])))


def _local(
    first_grey: Plane, second_grey: Plane, inner: Mask
) -> tuple[Mask, Mask, Plane, Plane]:
    """Return where each draws, their local correlation, and their structure (SSIM)."""

    def mean(plane: Plane) -> Plane:
        return np.asarray(cv2.blur(plane, (7, 7)))

    mean_one, mean_two = mean(first_grey), mean(second_grey)
    var_one = np.maximum(mean(first_grey * first_grey) - mean_one**2, 0)
    var_two = np.maximum(mean(second_grey * second_grey) - mean_two**2, 0)
    cov = mean(first_grey * second_grey) - mean_one * mean_two
    # Contrast differs between copies, so what counts as drawn is relative to it.
    contrast_one, contrast_two = (
        float(plane[inner].std()) for plane in (first_grey, second_grey)
    )
    level = max(contrast_one, contrast_two, 1.0)
    local = cov / np.sqrt(np.maximum(var_one * var_two, 1e-3))
    structure = (2 * cov + 58.5) / (var_one + var_two + 58.5)  # SSIM's second constant
    return (
        np.sqrt(var_one) > _DRAWN * max(contrast_one, 1.0) / level,
        np.sqrt(var_two) > _DRAWN * max(contrast_two, 1.0) / level,
        local,
        structure,
    )


def _solid_differences(
    first_grey: Plane, second_grey: Plane, inner: Mask
) -> tuple[Mask, float, float]:
    """Return where grey levels differ solidly after fitting tones, gain and bias."""
    first, second = first_grey[inner], second_grey[inner]
    gain = float(second.std() / max(first.std(), 1.0))
    bias = float(second.mean() - first.mean())
    # Fit without the tenth that differs most, which may be added text.
    keep = np.ones(len(first), bool)
    for _ in range(2):
        slope, offset = _line(first[keep], second[keep])
        residual = np.abs(second - slope * first - offset)
        keep = residual <= np.quantile(residual, 0.9)
    residual = np.abs(second_grey - slope * first_grey - offset)
    limit = _SOLID * min(1.0, max(0.25, abs(slope)))
    solid = ((residual > limit) & inner).astype(np.uint8)
    opened = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return opened.astype(bool), gain, bias


def _line(first: Plane, second: Plane) -> tuple[float, float]:
    centred = first - first.mean()
    slope = float((centred * second).sum() / max(float((centred**2).sum()), 1.0))
    return slope, float(second.mean() - slope * first.mean())


def _central_share(solid: Mask) -> float:
    total = int(solid.sum())
    height = solid.shape[0]
    middle = solid[height // 5 : height - height // 5]
    return float(middle.sum()) / total if total else 0.0


def _chroma(picture: Pixels) -> Plane:
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (5, 5), 0), cv2.COLOR_RGB2LAB)
    return lab[..., 1:].astype(np.float32) - 128


def _tinted(frame: Pixels, there: Pixels) -> Mask:
    difference = _chroma(frame) - _chroma(there)
    return np.asarray(np.hypot(difference[..., 0], difference[..., 1]) > _TINTED)


def _colours(frame: Pixels, there: Pixels, inner: Mask) -> dict[str, float]:
    first, second = _chroma(frame)[inner], _chroma(there)[inner]
    strengths = sorted(float(np.hypot(*plane.T).mean()) for plane in (first, second))
    difference = np.hypot(*(first - second).T)
    return {
        "recoloured": float((difference > _TINTED).mean()),
        "hue_correlation": correlation(first.ravel(), second.ravel()),
        "hue_turn": _hue_turn(first, second),
        "greyness": (strengths[0] + 1) / (strengths[1] + 1),
        "colourfulness": strengths[1] / 100,
    }


def _hue_turn(first: Plane, second: Plane) -> float:
    """Return the rotation of a* and b* that fits best where both have a hue."""
    chosen = np.hypot(*first.T) > _COLOURED
    chosen &= np.hypot(*second.T) > _COLOURED
    if chosen.mean() < 0.01:
        return 0.0
    turns = [plane[chosen] @ np.array([1, 1j]) for plane in (first, second)]
    return abs(float(np.angle(np.vdot(*turns)))) / np.pi
