"""Decide, first half: measures of what two registered images show where they overlap."""

import math
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from curation.images.domain.description import Pixels, to_grey_levels
from curation.near_duplicates.domain.proposal import DuplicateCandidate
from curation.near_duplicates.domain.registration import (
    ImageRegistration,
    Map,
    covered_pixels,
    pearson_correlation,
    warp_image,
)

_DRAWN = 6.0
"""Standard deviation in grey levels, within 7 × 7 pixels, from which something is drawn."""
_SOLID = 40
"""Grey levels by which a place differs although tones are fitted."""
_TINTED = 18
"""Difference of a* and b* (CIELAB) from which a place has another colour. A place has a
hue from half of this chroma on: two such hues, opposite each other, differ by all of it."""

Plane = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


class PairMeasures(NamedTuple):
    """Measures of a pair, the features of the model; shares are 0 to 1.

    ``python -m benchmarks.near_duplicates ablate`` says what each is good for.
    """

    correlation: float
    """Of grey levels in the overlap."""
    hash_distance: float
    """Bits of 256 between the closest pHashes."""
    inlier_share: float
    """Of the matched features, those that agree on the map."""
    drawn: float
    """Share of the overlap where something is drawn."""
    contradiction: float
    """Share of the overlap where both draw, and differently."""
    central: float
    """Share of the solid differences in the middle of the frame."""
    bars: float
    """Share of the rows that differ solidly over half their width: a banner."""
    beside_bars: float
    """Share of the overlap with solid differences in the other rows."""
    recoloured: float
    """Share of the overlap with another colour."""
    hue_turn: float
    """Angle between the hues of both in half turns; 0 if hardly anything has a hue."""
    scale: float
    """Absolute logarithm of the scale of the map."""
    stretch: float
    """Logarithm of the ratio of the two scales of the map."""
    turned: float
    """Absolute angle of the map in half turns; 1 for a mirror image."""
    detail: float
    """Logarithm of the overlapping pixels, of the smaller image: an icon has few."""


class PairDifferences(NamedTuple):
    """What a pair differs in, to say it in words; shares are 0 to 1."""

    mirrored: bool
    overlap_more: float
    """Overlap as a share of the image that has more of its area in it."""
    overlap_less: float
    angle: float
    """Absolute angle of the map in radians."""
    tone: float
    """Decimal logarithm of the ratio of contrasts, or the difference of mean grey levels
    as a share of white, whichever is more."""
    solid: float
    """Share of the overlap with solid differences after fitting tones."""
    removed: float
    """Share of the overlap where only the frame draws."""
    added: float


class PairComparison(NamedTuple):
    """Measures of a pair, and the maps of where the two differ, in the frame."""

    measures: PairMeasures
    differences: PairDifferences
    overlap: Mask
    differs: Mask


def compare_registered_pair(
    registration: ImageRegistration, candidate: DuplicateCandidate
) -> PairComparison | None:
    """Measure a registered pair; None if nothing overlaps."""
    frame, source, to_source = registration[:3]
    size = frame.shape[1], frame.shape[0]
    overlap = covered_pixels(to_source, size, (source.shape[1], source.shape[0]))
    area = int(overlap.sum())
    inner = cv2.erode(
        overlap.astype(np.uint8), np.ones((5, 5), np.uint8), borderValue=1
    ).astype(bool)
    total = float(inner.sum())
    if not total:
        return None
    there = warp_image(source, to_source, size)
    first_grey, second_grey = (
        cv2.GaussianBlur(to_grey_levels(image), (3, 3), 0).astype(np.float32)
        for image in (frame, there)
    )
    drawn_one, drawn_two, local = _local(first_grey, second_grey, inner)
    contradiction = drawn_one & drawn_two & (local < 0.2)
    solid, tone = _solid_differences(first_grey, second_grey, inner)
    is_bar = 2 * solid.sum(axis=1) > np.maximum(1, inner.sum(axis=1))
    first_colour, second_colour = _chroma(frame), _chroma(there)
    apart = first_colour - second_colour
    tinted = (np.hypot(apart[..., 0], apart[..., 1]) > _TINTED) & inner
    scales = np.linalg.svd(to_source[:, :2], compute_uv=False)
    scale = abs(float(np.log(scales[0] * scales[1]))) / 2
    angle = abs(float(np.arctan2(to_source[1, 0], to_source[0, 0])))

    def share(mask: Mask) -> float:
        return float((mask & inner).sum()) / total

    shares = area / overlap.size, _share_of_source(area, to_source, source)
    measures = PairMeasures(
        correlation=pearson_correlation(first_grey[inner], second_grey[inner]),
        hash_distance=float(candidate.distance),
        inlier_share=registration.inliers / max(1, registration.matches),
        drawn=share(drawn_one | drawn_two),
        contradiction=share(contradiction),
        central=_central_share(solid),
        bars=float(is_bar.mean()),
        beside_bars=float(solid[~is_bar].sum()) / total,
        recoloured=share(tinted),
        hue_turn=_hue_turn(first_colour[inner], second_colour[inner]),
        scale=scale,
        stretch=float(np.log(scales[0] / scales[1])),
        turned=1.0 if registration.mirrored else angle / np.pi,
        detail=math.log(area) - 2 * scale,
    )
    differences = PairDifferences(
        mirrored=registration.mirrored,
        overlap_more=max(shares),
        overlap_less=min(shares),
        angle=angle,
        tone=tone,
        solid=share(solid),
        removed=share(drawn_one & ~drawn_two),
        added=share(drawn_two & ~drawn_one),
    )
    differs = solid | (tinted & (drawn_one | drawn_two))
    return PairComparison(measures, differences, overlap, differs)


def _share_of_source(area: int, to_source: Map, source: Pixels) -> float:
    scale = abs(float(np.linalg.det(to_source[:, :2])))
    return float(min(1.0, area * scale / (source.shape[0] * source.shape[1])))


def _local(
    first_grey: Plane, second_grey: Plane, inner: Mask
) -> tuple[Mask, Mask, Plane]:
    """Return where each draws, and their local correlation."""

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
    return (
        np.sqrt(var_one) > _DRAWN * max(contrast_one, 1.0) / level,
        np.sqrt(var_two) > _DRAWN * max(contrast_two, 1.0) / level,
        cov / np.sqrt(np.maximum(var_one * var_two, 1e-3)),
    )


def _solid_differences(
    first_grey: Plane, second_grey: Plane, inner: Mask
) -> tuple[Mask, float]:
    """Return where grey levels differ solidly after fitting tones, and the tone."""
    first, second = first_grey[inner], second_grey[inner]
    ratio = max(float(second.std()), 1.0) / max(float(first.std()), 1.0)
    brightness = float(second.mean() - first.mean()) / 255
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
    return opened.astype(bool), max(abs(math.log10(ratio)), abs(brightness))


def _line(first: Plane, second: Plane) -> tuple[float, float]:
    centred = first - first.mean()
    slope = float((centred * second).sum() / max(float((centred**2).sum()), 1.0))
    return slope, float(second.mean() - slope * first.mean())


def _central_share(solid: Mask) -> float:
    total = int(solid.sum())
    height = solid.shape[0]
    middle = solid[height // 5 : height - height // 5]
    return float(middle.sum()) / total if total else 0.0


def _chroma(image: Pixels) -> Plane:
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (5, 5), 0), cv2.COLOR_RGB2LAB)
    return lab[..., 1:].astype(np.float32) - 128


def _hue_turn(first: Plane, second: Plane) -> float:
    """Return the rotation of a* and b* that fits best where both have a hue."""
    chosen = np.hypot(*first.T) > _TINTED / 2
    chosen &= np.hypot(*second.T) > _TINTED / 2
    if chosen.mean() < 0.01:
        return 0.0
    turns = [plane[chosen] @ np.array([1, 1j]) for plane in (first, second)]
    return abs(float(np.angle(np.vdot(*turns)))) / np.pi
