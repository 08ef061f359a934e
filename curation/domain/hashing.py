"""Fingerprints of a decoded picture: perceptual hash, its mirror image, and a thumb.

One decoding gives all three; nothing else of the duplicates stage needs the file again.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image
from scipy.fftpack import dct

HASH_SIDE = 8
_SAMPLE_SIDE = 32  # hash side × ImageHash's highfreq_factor of 4
THUMB_SIDE = 128

Thumb = npt.NDArray[np.uint8]
"""Grey picture squeezed to a square, THUMB_SIDE × THUMB_SIDE."""


class Fingerprint(NamedTuple):
    """What the duplicates stage keeps of one image.

    ``phash`` and ``mirrored`` are 64-bit unsigned integers: ImageHash's pHash of the
    picture and of its mirror image.
    """

    phash: int
    mirrored: int
    thumb: Thumb

    @property
    def hex(self) -> str:
        """The pHash as ``str(imagehash.phash(image))`` prints it."""
        return to_hex(self.phash)


def fingerprint(image: Image.Image) -> Fingerprint:
    """Hash an opaque RGB picture by ImageHash's definition of pHash (hash_size 8)."""
    grey = image.convert("L")
    sample = np.asarray(
        grey.resize((_SAMPLE_SIDE, _SAMPLE_SIDE), Image.Resampling.LANCZOS)
    )
    thumb = grey.resize((THUMB_SIDE, THUMB_SIDE), Image.Resampling.BOX)
    return Fingerprint(
        phash=_phash(sample),
        mirrored=_phash(sample[:, ::-1]),
        thumb=np.asarray(thumb),
    )


def to_hex(phash: int) -> str:
    """A 64-bit hash as ImageHash prints it: 16 hexadecimal digits."""
    return f"{phash:016x}"


def from_hex(text: str) -> int:
    """The 64-bit hash that ``to_hex`` printed."""
    return int(text, 16)


def distance(one: int, other: int) -> int:
    """The number of bits in which two hashes differ, 0 to 64."""
    return (one ^ other).bit_count()


def _phash(sample: npt.NDArray[np.uint8]) -> int:
    # SciPy's transform, not a matrix product: on plain pictures every bit hangs on
    # rounding, and the hex digits must be ImageHash's own.
    low = dct(dct(sample, axis=0), axis=1)[:HASH_SIDE, :HASH_SIDE]
    bits = np.packbits(low > np.median(low))
    return int.from_bytes(bits.tobytes(), "big")
