"""Register: the affine map that lays one image over another.

Two sources of a first map: RANSAC on matched features, and the frames of both images
(whole, or without a plain border), which most copies share. The map whose pixels
correlate best is refined to fractions of a pixel.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt

from curation.images.domain.description import (
    IMAGE_SIDE,
    ImageDescription,
    Pixels,
    RegistrationView,
)

_RATIO = 0.9
"""Lowe's ratio test, wide because RANSAC removes false matches."""
_REPROJECTION = 2.5
"""Pixels of the copy within which a matched feature is an inlier."""
_MOST_STRETCHED = 1.6
"""Largest ratio of the two scales of a map: copies keep about their shape."""
_HOPELESS = 0.3
"""Correlation of coarse pixels below which no map is refined."""

Plane = npt.NDArray[np.float32]
Map = npt.NDArray[np.float64]
"""2 × 3, from pixels of the frame to pixels of the source."""


class ImageRegistration(NamedTuple):
    """The other copy laid over the frame.

    ``swapped``: the frame is the second image of the pair. ``to_source`` maps pixels of
    the frame to pixels of the source. ``inliers`` counts the matched features
    that agree on the map, ``matches`` all matched features.
    """

    frame: Pixels
    source: Pixels
    to_source: Map
    swapped: bool
    mirrored: bool
    inliers: int
    matches: int


@dataclass(frozen=True)
class _Matches:
    """Positions of matched features in both pictures, n × 2 each."""

    left: npt.NDArray[np.float32]
    right: npt.NDArray[np.float32]

    def inliers(self, to_right: Map) -> int:
        shifted = self.left @ to_right[:, :2].T + to_right[:, 2]
        return int(np.sum(np.hypot(*(shifted - self.right).T) <= 2 * _REPROJECTION))


def register_images(
    left: ImageDescription, right: ImageDescription, *, mirrored: bool = False
) -> ImageRegistration | None:
    """Lay ``right``, or with ``mirrored`` its mirror image, over ``left``.

    The frame is the image whose pixels cover more of the content, so that nothing is
    enlarged. Returns None if no map is plausible.
    """
    return _register(
        left.registration_view(),
        right.registration_view(mirrored=mirrored),
        mirrored=mirrored,
    )


def _register(
    left: RegistrationView, right: RegistrationView, *, mirrored: bool
) -> ImageRegistration | None:
    matches = _match(left, right)
    coarse = _Coarse.of(left.grey)
    best: tuple[float, Map] | None = None
    for to_right in _first_maps(left, right, matches):
        if _is_plausible(to_right):
            score = coarse.correlation(right.grey, to_right)
            if best is None or score > best[0]:
                best = score, to_right
    if best is None or best[0] < _HOPELESS:
        return None
    to_right = best[1]
    swapped = bool(abs(np.linalg.det(to_right[:, :2])) > 1)
    inliers = matches.inliers(to_right)
    frame, source = left, right
    if swapped:
        frame, source, to_right = source, frame, invert_map(to_right)
    to_source = _refine(frame.grey, source.grey, to_right)
    return ImageRegistration(
        frame=frame.pixels,
        source=source.pixels,
        to_source=to_source,
        swapped=swapped,
        mirrored=mirrored,
        inliers=inliers,
        matches=len(matches.left),
    )


def _first_maps(
    left: RegistrationView, right: RegistrationView, matches: _Matches
) -> Iterator[Map]:
    whole = (0, 0, *left.size), (0, 0, *right.size)
    yield _box_to_box(*whole)
    if left.box != whole[0] or right.box != whole[1]:
        yield _box_to_box(left.box, right.box)
        yield _box_to_box(left.box, whole[1])
        yield _box_to_box(whole[0], right.box)
    if len(matches.left) >= 4:
        to_right, _ = cv2.estimateAffine2D(
            matches.left,
            matches.right,
            method=cv2.RANSAC,
            ransacReprojThreshold=_REPROJECTION,
        )
        if to_right is not None:
            yield np.asarray(to_right, np.float64)


def _box_to_box(
    left: tuple[int, int, int, int], right: tuple[int, int, int, int]
) -> Map:
    across = (right[2] - right[0]) / (left[2] - left[0])
    down = (right[3] - right[1]) / (left[3] - left[1])
    # Edges are mapped to edges: the centre of the first pixel is at 0.
    return np.array(
        [
            [across, 0, right[0] - 0.5 - across * (left[0] - 0.5)],
            [0, down, right[1] - 0.5 - down * (left[1] - 0.5)],
        ]
    )


def _is_plausible(to_right: Map) -> bool:
    if not np.isfinite(to_right).all():
        return False
    larger, smaller = _scales(to_right)
    return bool(
        np.linalg.det(to_right[:, :2]) > 0
        and smaller > 1 / 16
        and larger < 16
        and larger / smaller <= _MOST_STRETCHED
    )


def _scales(to_right: Map) -> tuple[float, float]:
    """Return the singular values of the linear part, the larger one first."""
    (a, b), (c, d) = to_right[:, :2].tolist()
    sums, differences = math.hypot(a + d, b - c), math.hypot(a - d, b + c)
    return (sums + differences) / 2, abs(sums - differences) / 2


def _match(left: RegistrationView, right: RegistrationView) -> _Matches:
    """Match features that are each other's nearest and clearly nearer than the next."""
    if len(left.points) < 2 or len(right.points) < 2:
        empty = np.empty((0, 2), np.float32)
        return _Matches(empty, empty)
    first, second = (
        description.descriptors.astype(np.float32) for description in (left, right)
    )
    squares = (
        (first**2).sum(axis=1)[:, None]
        + (second**2).sum(axis=1)[None]
        - 2 * first @ second.T
    )
    nearest = squares.argmin(axis=1)
    rows = np.arange(len(first))
    distance = squares[rows, nearest]
    mutual = np.flatnonzero(squares.argmin(axis=0)[nearest] == rows)
    next_best = np.partition(squares[mutual], 1, axis=1)[:, 1]
    good = mutual[distance[mutual] <= _RATIO**2 * next_best]
    return _Matches(left.points[good, :2], right.points[nearest[good], :2])


def warp_image(image: Pixels, to_image: Map, size: tuple[int, int]) -> Pixels:
    """Return ``image`` as seen in a frame of ``size``; outside is 0."""
    shrink = max(1.0, float(np.sqrt(abs(np.linalg.det(to_image[:, :2])))))
    if shrink > 1.2:
        # Average the pixels that fall on one, as the frame's own resizing did.
        small = cv2.resize(
            image,
            (
                max(1, round(image.shape[1] / shrink)),
                max(1, round(image.shape[0] / shrink)),
            ),
            interpolation=cv2.INTER_AREA,
        )
        across = small.shape[1] / image.shape[1]
        down = small.shape[0] / image.shape[0]
        scale = np.array([[across, 0, 0.5 * across - 0.5], [0, down, 0.5 * down - 0.5]])
        to_image, image = compose_maps(scale, to_image), np.asarray(small, np.uint8)
    return np.asarray(
        cv2.warpAffine(
            image,
            to_image,
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )


def invert_map(to_image: Map) -> Map:
    """Return the map in the opposite direction."""
    return np.asarray(cv2.invertAffineTransform(to_image), np.float64)


def compose_maps(outer: Map, inner: Map) -> Map:
    """Return the map that applies ``inner``, then ``outer``."""
    square = np.vstack([inner, [0, 0, 1]])
    return np.asarray(outer @ square)


def covered_pixels(
    to_source: Map, size: tuple[int, int], source: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """Return which pixels of a frame of ``size`` the source covers."""
    across, down = np.arange(size[0]), np.arange(size[1])[:, None]
    x = to_source[0, 0] * across + to_source[0, 1] * down + to_source[0, 2]
    y = to_source[1, 0] * across + to_source[1, 1] * down + to_source[1, 2]
    inside: npt.NDArray[np.bool_] = (
        (x > -0.5) & (y > -0.5) & (x < source[0] - 0.5) & (y < source[1] - 0.5)
    )
    return inside


class _Coarse(NamedTuple):
    """Grey levels of a frame at a quarter of its size, to score first maps."""

    grey: Plane
    up: Map
    """From coarse pixels to pixels of the frame."""

    @classmethod
    def of(cls, frame: Pixels) -> Self:
        factor = IMAGE_SIDE // 4 / max(frame.shape)
        height, width = frame.shape
        size = max(1, round(width * factor)), max(1, round(height * factor))
        grey = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
        up = [[1 / factor, 0, 0.5 / factor - 0.5], [0, 1 / factor, 0.5 / factor - 0.5]]
        return cls(grey.astype(np.float32), np.array(up))

    def correlation(self, source: Pixels, to_source: Map) -> float:
        """Return the correlation of grey levels in the overlap with ``source``."""
        size = self.grey.shape[1], self.grey.shape[0]
        to_coarse = compose_maps(to_source, self.up)
        there = warp_image(source, to_coarse, size)
        inside = covered_pixels(to_coarse, size, (source.shape[1], source.shape[0]))
        if inside.sum() < 25:
            return 0.0
        return pearson_correlation(self.grey[inside], there[inside].astype(np.float32))


def pearson_correlation(first: Plane, second: Plane) -> float:
    """Return Pearson's correlation; 0 if one is constant."""
    first, second = first - first.mean(), second - second.mean()
    strength = float(np.sqrt((first * first).sum() * (second * second).sum()))
    return float((first * second).sum()) / strength if strength > 1 else 0.0


def _refine(frame: Pixels, source: Pixels, to_source: Map) -> Map:
    """Return the map that maximises the correlation (ECC), or the given one.

    Images of half the size do: a pixel is two of the copy.
    """
    factor = min(1.0, IMAGE_SIDE // 2 / max(frame.shape))
    size = (
        max(8, round(frame.shape[1] * factor)),
        max(8, round(frame.shape[0] * factor)),
    )
    grey = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    across, down = frame.shape[1] / size[0], frame.shape[0] / size[1]
    up = np.array([[across, 0, 0.5 * across - 0.5], [0, down, 0.5 * down - 0.5]])
    to_small = compose_maps(to_source, up)
    there = warp_image(source, to_small, size)
    inside = covered_pixels(to_small, size, (source.shape[1], source.shape[0]))
    try:
        _, step = cv2.findTransformECC(
            grey,
            there,
            np.eye(2, 3, dtype=np.float32),
            cv2.MOTION_AFFINE,
            (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-4),
            inside.astype(np.uint8),
            5,
        )
    except cv2.error:
        return to_source  # it does not converge where little is drawn
    # The step moves pixels of the frame; seen in the source it comes first.
    refined = compose_maps(
        compose_maps(to_small, step.astype(np.float64)), invert_map(up)
    )
    shifted = warp_image(source, compose_maps(refined, up), size)
    before = pearson_correlation(
        grey[inside].astype(np.float32), there[inside].astype(np.float32)
    )
    after = pearson_correlation(
        grey[inside].astype(np.float32), shifted[inside].astype(np.float32)
    )
    return refined if _is_plausible(refined) and after > before else to_source
