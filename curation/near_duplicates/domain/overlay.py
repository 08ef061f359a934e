"""Pictures that show a person two images on each source, and where they differ."""

from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image

from curation.images.domain.description import describe_image
from curation.near_duplicates.domain.measures import compare_registered_pair
from curation.near_duplicates.domain.proposal import DuplicateCandidate
from curation.near_duplicates.domain.registration import (
    Map,
    compose_maps,
    invert_map,
    register_images,
    warp_image,
)

_MARK = (214, 0, 110)
"""Colour of marked differences: magenta, which few images have much of."""


class ImageOverlay(NamedTuple):
    """``base`` is one of the two images, ``aligned`` the other laid over it.

    ``differences`` marks what differs. The two have an alpha channel, and all have the
    same size. ``swapped``: the base is the second image.
    """

    base: Image.Image
    aligned: Image.Image
    differences: Image.Image
    swapped: bool


def overlay_images(
    first: Image.Image, second: Image.Image, *, mirrored: bool
) -> ImageOverlay | None:
    """Lay two opaque RGB images over each source; None if they cannot be registered."""
    registration = register_images(
        describe_image(first), describe_image(second), mirrored=mirrored
    )
    if registration is None:
        return None
    comparison = compare_registered_pair(registration, DuplicateCandidate(0, mirrored))
    if comparison is None:
        return None
    base, source = (second, first) if registration.swapped else (first, second)
    if mirrored:
        # The second image is the one that was mirrored.
        flipped = Image.Transpose.FLIP_LEFT_RIGHT
        if registration.swapped:
            base = base.transpose(flipped)
        else:
            source = source.transpose(flipped)
    frame, small = registration.frame, registration.source
    to_source = compose_maps(
        _scale(small.shape[1], small.shape[0], source),
        compose_maps(
            registration.to_source,
            invert_map(_scale(frame.shape[1], frame.shape[0], base)),
        ),
    )
    pixels = warp_image(np.asarray(source), to_source, base.size)
    inside = _enlarged(comparison.overlap, base.size)
    aligned = np.dstack([pixels, inside])
    differs = _enlarged(comparison.differs, base.size)
    marks = np.dstack([np.full_like(pixels, _MARK), differs // 2])
    return ImageOverlay(
        base,
        Image.fromarray(aligned, "RGBA"),
        Image.fromarray(marks, "RGBA"),
        registration.swapped,
    )


def _scale(width: int, height: int, image: Image.Image) -> Map:
    """Return the map from pixels of a small picture to those of the image."""
    across, down = image.width / width, image.height / height
    return np.array([[across, 0, 0.5 * across - 0.5], [0, down, 0.5 * down - 0.5]])


def _enlarged(mask: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    levels = mask.astype(np.uint8) * 255
    return np.asarray(cv2.resize(levels, size, interpolation=cv2.INTER_NEAREST))
