"""Describe: what the search keeps of an image.

Perceptual hashes find copies that look the same as a whole. Local features (RootSIFT)
find copies of a part. A small copy is kept to compare pixels. All come from the
thumbnail, so that no original is read again.
"""

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

import cv2
import imagehash
import numpy as np
import numpy.typing as npt
from PIL import Image

VERSION = 1
"""Version of the description; different versions are not compared."""

FEATURE_SIDE = 320
"""Longer side in pixels at which features are vectors. 400 takes half as long again."""
IMAGE_SIDE = 192
"""Maximum longer side in pixels of the copy that is kept to compare pixels."""
MOST_FEATURES = 200
"""Strongest features kept. With 128 bytes each, an image stays below 50 kB."""
_CONTRAST = 0.02
"""SIFT's contrast threshold, half of its default: drawings have flat areas."""
_HASH_SIDE = 16
"""Side of pHash: 256 bits tell more images apart than ImageHash's default of 64."""
_BORDER_TOLERANCE = 14
"""Grey levels by which a border may differ from its median: noise of JPEG."""

Pixels = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class ImageDescription:
    """What is kept of one image, about 35 kB.

    ``hashes`` are four pHashes of 256 bits, 4 × 32 bytes: of the image, of its mirror
    image, and of both without a plain border. ``points`` has a row per feature: x and y
    in pixels of ``pixels``, diameter, and angle in degrees. ``descriptors`` are the
    features' RootSIFT descriptors, n × 128. ``box`` is the content without a plain
    border: left, top, right, bottom in pixels of ``pixels``. ``encoded`` is that
    copy as WebP.
    """

    hashes: Pixels
    points: Points
    descriptors: Pixels
    box: tuple[int, int, int, int]
    encoded: bytes

    @property
    def pixels(self) -> Pixels:
        """Return the small copy: height × width × RGB."""
        return _decoded(self.encoded)[0]

    def registration_view(self, *, mirrored: bool = False) -> "RegistrationView":
        """Return what a pair is registered by, of the image or of its mirror image."""
        pixels, grey = _decoded(self.encoded)
        if not mirrored:
            return RegistrationView(
                pixels, grey, self.points, self.descriptors, self.box
            )
        width = pixels.shape[1]
        left, top, right, bottom = self.box
        points = self.points.copy()
        points[:, 0] = width - 1 - points[:, 0]
        points[:, 3] = (180 - points[:, 3]) % 360
        return RegistrationView(
            np.ascontiguousarray(pixels[:, ::-1]),
            np.ascontiguousarray(grey[:, ::-1]),
            points,
            mirror_descriptors(self.descriptors),
            (width - right, top, width - left, bottom),
        )

    def to_bytes(self) -> bytes:
        """Return the description as the bytes of a file."""
        file = io.BytesIO()
        np.savez(
            file,
            version=np.int64(VERSION),
            hashes=self.hashes,
            points=self.points,
            descriptors=self.descriptors,
            box=np.array(self.box),
            encoded=np.frombuffer(self.encoded, np.uint8),
        )
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the description that ``pack`` wrote.

        Raises:
            ValueError: the bytes are of another version.
        """
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            if int(file["version"]) != VERSION:
                raise ValueError(f"description of version {file['version']}")
            left, top, right, bottom = file["box"].tolist()
            return cls(
                file["hashes"],
                file["points"],
                file["descriptors"],
                (left, top, right, bottom),
                file["encoded"].tobytes(),
            )


class RegistrationView(NamedTuple):
    """An image or its mirror image as ``Description`` has it, with its grey levels."""

    pixels: Pixels
    grey: Pixels
    points: Points
    descriptors: Pixels
    box: tuple[int, int, int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of ``pixels``."""
        height, width = self.grey.shape
        return width, height


def describe_image(image: Image.Image) -> ImageDescription:
    """Describe an opaque RGB image of any size."""
    scale = FEATURE_SIDE / max(image.size)
    at_features = image.resize(
        (max(1, round(image.width * scale)), max(1, round(image.height * scale))),
        Image.Resampling.LANCZOS if scale < 1 else Image.Resampling.BICUBIC,
    )
    small = image.copy()
    small.thumbnail((IMAGE_SIDE, IMAGE_SIDE), Image.Resampling.LANCZOS)
    pixels = np.asarray(small)
    grey = np.asarray(at_features.convert("L"))
    points, descriptors = _features(grey)
    ratio = pixels.shape[1] / grey.shape[1], pixels.shape[0] / grey.shape[0]
    points[:, 0] = (points[:, 0] + 0.5) * ratio[0] - 0.5
    points[:, 1] = (points[:, 1] + 0.5) * ratio[1] - 0.5
    points[:, 2] *= ratio[0]
    box = content_box(to_grey_levels(pixels))
    return ImageDescription(
        _hashes(small, box), points, descriptors, box, _encode(pixels)
    )


def mirror_descriptors(descriptors: Pixels) -> Pixels:
    """Return the SIFT descriptors of the mirror image: rows and angles run backwards."""
    cells = descriptors.reshape(-1, 4, 4, 8)[:, ::-1]
    return np.ascontiguousarray(np.roll(cells[..., ::-1], 1, axis=3)).reshape(-1, 128)


def to_grey_levels(pixels: Pixels) -> Pixels:
    """Return the grey levels of RGB pixels."""
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)


def content_box(grey: Pixels) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the content inside a plain border.

    The whole image if less than a quarter of a side would be left.
    """
    height, width = grey.shape
    top, bottom, left, right = (
        _border(side) for side in (grey, grey[::-1], grey.T, grey.T[::-1])
    )
    if 4 * (width - left - right) < width or 4 * (height - top - bottom) < height:
        return 0, 0, width, height
    return left, top, width - right, height - bottom


def _border(side: Pixels) -> int:
    """Return how many rows from the first on have its colour, 2 % of pixels excepted."""
    distance = np.abs(side.astype(np.int16) - np.int16(np.median(side[0])))
    content = np.mean(distance > _BORDER_TOLERANCE, axis=1) > 0.02
    return int(np.argmax(content)) if content.any() else 0


def _hashes(image: Image.Image, box: tuple[int, int, int, int]) -> Pixels:
    views = []
    for part in (image, image.crop(box)):
        grey = part.convert("L")
        views += [grey, grey.transpose(Image.Transpose.FLIP_LEFT_RIGHT)]
    bits = [imagehash.phash(view, hash_size=_HASH_SIDE).hash.ravel() for view in views]
    return np.packbits(np.stack(bits), axis=1)


def _features(grey: Pixels) -> tuple[Points, Pixels]:
    sift = cv2.SIFT.create(nfeatures=MOST_FEATURES, contrastThreshold=_CONTRAST)
    keypoints, vectors = sift.detectAndCompute(grey, None)
    if not keypoints:
        return np.empty((0, 4), np.float32), np.empty((0, 128), np.uint8)
    points = [
        (*point.pt, point.size, point.angle) for point in keypoints[:MOST_FEATURES]
    ]
    vectors = vectors[:MOST_FEATURES]
    root = np.sqrt(vectors / np.maximum(vectors.sum(axis=1, keepdims=True), 1e-6))
    return np.array(points, np.float32), np.minimum(root * 512, 255).astype(np.uint8)


def _encode(pixels: Pixels) -> bytes:
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "WEBP", quality=90, method=0)
    return file.getvalue()


@lru_cache(maxsize=1536)
def _decoded(encoded: bytes) -> tuple[Pixels, Pixels]:
    """Return the pixels and their grey levels; all together take at most 225 MB."""
    with Image.open(io.BytesIO(encoded)) as file:
        pixels = np.asarray(file.convert("RGB"))
    return pixels, to_grey_levels(pixels)
