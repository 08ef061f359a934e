"""Images of more than 8 bits per channel, read without loss.

Pillow keeps 8 bits of deep colours and reads no TIFF of 10, 12 or 14 bits; OpenCV does.
"""

import io
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

from curation.image_files.domain.containers.surgery import DeepSamples
from subtext_protocol.opaque_images import FULL, spread, white_level

# OpenCV's channels are blue, green, red and opacity.
_REVERSED = [2, 1, 0, 3]
_Samples = npt.NDArray[np.uint16]


class DeepImage(NamedTuple):
    """Samples that fill 16 bits: grey, or colours with or without opacity.

    ``samples`` has the shape (height, width) or (height, width, 3 or 4).
    ``transparent`` is the grey level that is transparent. ``is_rescaled`` is false where
    the samples are those of the file.
    """

    samples: _Samples
    transparent: int | None
    is_rescaled: bool

    def to_pillow(self) -> Image.Image:
        """Return the image as Pillow reads a file of it: deep grey, or 8-bit colours."""
        if self.samples.ndim == 3:
            return Image.fromarray((self.samples >> 8).astype(np.uint8))
        image = Image.fromarray(self.samples)
        if self.transparent is not None:
            image.info["transparency"] = self.transparent
        return image

    def to_png(self) -> bytes:
        """Return a PNG file of 16 bits per channel."""
        if self.samples.ndim == 3:
            order = _REVERSED[: self.samples.shape[2]]
            smaller = [cv2.IMWRITE_PNG_COMPRESSION, 6]
            return cv2.imencode(".png", self.samples[..., order], smaller)[1].tobytes()
        out = io.BytesIO()
        self.to_pillow().save(out, "PNG")
        return out.getvalue()

    def transpose(self, turn: Image.Transpose) -> "DeepImage":
        """Return the image turned."""
        if self.samples.ndim == 2:
            turned = _turn(self.samples, turn)
        else:
            channels = np.moveaxis(self.samples, -1, 0)
            turned = np.stack([_turn(channel, turn) for channel in channels], axis=-1)
        return self._replace(samples=turned)


def read_deep(content: bytes, header: DeepSamples) -> DeepImage | None:
    """Return the image of a PNG or TIFF file with the given header.

    None if OpenCV cannot read it. The caller has checked the size.
    """
    decoded = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED)
    if decoded is None or decoded.dtype != np.uint16:
        return None
    samples: _Samples = np.right_shift(decoded, 16 - header.bits, dtype=np.uint16)
    if samples.ndim == 3:
        samples = samples[..., _REVERSED[: samples.shape[2]]]
    image = DeepImage(samples, header.transparent, is_rescaled=False)
    image = _fill(image, _white(image) if header.bits == 16 else 2**header.bits - 1)
    if header.white_is_zero:
        image = image._replace(samples=FULL - image.samples, is_rescaled=True)
    return _fill(image, _white(image))


def deep_grey(image: Image.Image) -> DeepImage:
    """Return Pillow's grey image of 32 bits, integers or floats, in 16 bits."""
    grey = np.rint(spread(np.asarray(image), FULL)).astype(np.uint16)
    deep = DeepImage(grey, None, is_rescaled=True)
    return _fill(deep, _white(deep))


def _white(image: DeepImage) -> int:
    colours = image.samples if image.samples.ndim == 2 else image.samples[..., :3]
    return white_level(colours)


def _fill(image: DeepImage, white: int) -> DeepImage:
    """Return the image with the level ``white`` at 65,535.

    Opacity has the range of the colours, or all 16 bits already.
    """
    if white == FULL:
        return image
    table = np.rint(np.arange(FULL + 1) * (FULL / white)).clip(0, FULL)
    levels = table.astype(np.uint16)
    filled = levels[image.samples]
    if image.samples.ndim == 3 and image.samples[..., 3:].max(initial=0) > white:
        filled[..., 3:] = image.samples[..., 3:]
    transparent = image.transparent
    if transparent is not None:
        transparent = int(levels[transparent])
    return DeepImage(filled, transparent, is_rescaled=True)


def _turn(channel: _Samples, turn: Image.Transpose) -> _Samples:
    return np.asarray(Image.fromarray(channel).transpose(turn))
