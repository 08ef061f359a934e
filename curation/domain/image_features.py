"""Features of images for comparing their pixels."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.aligning import START, Levels
from curation.domain.colouring import Tint
from curation.domain.framing import (
    THUMB_SIDE,
    Framing,
    Thumb,
    frame,
    inside,
    without_border,
)
from curation.domain.hashing import Fingerprint

KEPT_READY = 2_500
"""Number of images whose features a worker keeps in memory, about 50 KB each."""


@dataclass(frozen=True, eq=False)
class ImageFeatures:
    """A thumbnail with the features that every comparison needs."""

    thumb: Thumb
    tint: Tint
    framing: Framing
    shape: float
    """Width divided by height of the image."""
    windows: npt.NDArray[np.float32]
    """Each window of ``framing`` as a square of unit strength."""

    @cached_property
    def levels(self) -> Levels:
        """Return the thumbnail at smaller sizes, which few comparisons need."""
        return Levels.of(self.thumb)

    @cached_property
    def bare(self) -> tuple[Thumb, Levels]:
        """Return the thumbnail without its border, and its levels."""
        thumb = without_border(self.thumb, self.framing.trimmed)
        return thumb, Levels.of(thumb)

    def flipped(self) -> "ImageFeatures":
        """Return the features of the mirror image."""
        return ImageFeatures(
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
            self.shape,
            np.ascontiguousarray(self.windows[..., ::-1]),
        )


def prepare(fingerprint: Fingerprint) -> ImageFeatures:
    """Compute the features of an image."""
    thumb, framing = fingerprint.thumb, frame(fingerprint.thumb)
    size, middling = (START, START), cv2.INTER_AREA
    windows = np.stack(
        [
            cv2.resize(inside(box).cut(thumb), size, interpolation=middling)
            for box in framing
        ]
    ).astype(np.float32)
    windows -= windows.mean(axis=(1, 2), keepdims=True)
    strengths = np.sqrt(np.einsum("wij,wij->w", windows, windows))
    windows *= np.where(strengths > 1, 1 / np.maximum(strengths, 1), 0)[:, None, None]
    return ImageFeatures(
        thumb, fingerprint.tint, framing, fingerprint.shape, windows.astype(np.float32)
    )
