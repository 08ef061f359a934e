"""Fingerprints of a decoded image: perceptual hash, sketches of its parts, a thumbnail.

One decoding gives all of them; the near-duplicates filter does not need the file again.
"""

import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image
from scipy.fft import dct

from curation.domain.colouring import TINT_SIDE, Tint, tint
from curation.domain.framing import THUMB_SIDE, Box, Thumb, frame

HASH_SIDE = 8
_SAMPLE_SIDE = 32  # hash side × ImageHash's highfreq_factor of 4
# A coefficient counts as present from a quarter of the typical strength. Measured on
# 396 images with 21 variants each: 0.15 and 0.4 find fewer near-duplicates or more
# pairs.
_PRESENT = 0.25
# Variation in grey levels below which a window is considered empty.
_PLAIN = 2.0
# The 32 lowest frequencies without the mean, diagonal by diagonal.
_LOWEST = sorted(
    ((u, v) for u in range(HASH_SIDE) for v in range(HASH_SIDE) if u + v),
    key=lambda uv: (uv[0] + uv[1], uv),
)[:32]
_ROWS = np.array([u for u, _ in _LOWEST])
_COLUMNS = np.array([v for _, v in _LOWEST])
# The frequencies of the 32 whose sign changes in a mirror image, as bits in the order
# of a sketch's halves.
_ODD = np.uint64(sum(1 << (31 - k) for k, (_, v) in enumerate(_LOWEST) if v % 2))
_HALF, _LOW_HALF = np.uint64(32), np.uint64(2**32 - 1)
# The same for pHash's coefficients, as factors.
_MIRROR = np.resize([1.0, -1.0], HASH_SIDE)
_HEADER = struct.Struct("<4sQQ6Qf")
HASHES_END = _HEADER.size
"""End of the hashes in a packed fingerprint; the thumbnail follows."""
# Grey levels have 5 bits: comparisons ignore differences below 4 of 256.
_LOST_BITS = 3
DRAFT_SIDE = 256
"""Minimum pixels per side of a JPEG that is decoded at reduced size for a fingerprint:
twice the thumbnail, eight times the sample of pHash. It does not change which images
are near-duplicates."""
VERSION = 6
"""Version of the fingerprint's content; different versions are not compared."""
_MAGIC = b"fp" + struct.pack("<H", VERSION)


class Fingerprint(NamedTuple):
    """The data of one image for the near-duplicates filter.

    ``phash`` and ``mirrored`` are ImageHash's pHash of the image and of its mirror
    image, as 64-bit integers. ``sketches`` are 64-bit hashes of the windows of
    ``framing.Framing``. ``thumb`` and ``tint`` are for comparing pixels. ``shape`` is
    width divided by height, which the square thumbnail does not preserve.
    """

    phash: int
    mirrored: int
    sketches: tuple[int, ...]
    thumb: Thumb
    tint: Tint
    shape: float

    @property
    def hex(self) -> str:
        """Return the pHash as ``str(imagehash.phash(image))`` prints it."""
        return to_hex(self.phash)

    @property
    def hashes(self) -> tuple[int, ...]:
        """Return the pHash, that of the mirror image, and the sketches."""
        return (self.phash, self.mirrored, *self.sketches)

    def pack(self) -> bytes:
        """Return the fingerprint as bytes for a database or file, about 2 to 5 KB."""
        hashes = (self.phash, self.mirrored, *self.sketches)
        head = _HEADER.pack(_MAGIC, *hashes, self.shape)
        levels = self.thumb >> _LOST_BITS
        # Differences between rows are small and similar, so they compress better.
        rows = np.diff(levels, axis=0, prepend=np.uint8(0))
        return head + zlib.compress(rows.tobytes() + self.tint.tobytes(), 1)

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """Return the fingerprint that ``pack`` wrote.

        Raises:
            ValueError: the bytes are no fingerprint of this version.
        """
        if not cls.is_current(data):
            raise ValueError(f"{len(data)} bytes are no fingerprint of this version")
        _, phash, mirrored, *sketches, shape = _HEADER.unpack_from(data)
        body = np.frombuffer(zlib.decompress(data[_HEADER.size :]), np.uint8)
        rows = body[: THUMB_SIDE**2].reshape(THUMB_SIDE, THUMB_SIDE)
        levels = np.cumsum(rows, axis=0, dtype=np.uint8)
        places = body[THUMB_SIDE**2 :].view(np.int8)
        return cls(
            phash,
            mirrored,
            tuple(sketches),
            _levelled(levels << np.uint8(_LOST_BITS)),
            places.reshape(TINT_SIDE, TINT_SIDE, 2),
            shape,
        )

    @classmethod
    def unpack_hashes(cls, data: bytes) -> tuple[int, ...]:
        """Return ``hashes`` from the first ``HASHES_END`` bytes that ``pack`` wrote.

        Raises:
            ValueError: the bytes are no fingerprint of this version.
        """
        if not cls.is_current(data):
            raise ValueError(f"{len(data)} bytes are no fingerprint of this version")
        _, phash, mirrored, *sketches, _ = _HEADER.unpack_from(data)
        return (phash, mirrored, *sketches)

    @staticmethod
    def is_current(data: bytes) -> bool:
        """Return whether these bytes are a fingerprint of this version."""
        return data.startswith(_MAGIC) and len(data) >= HASHES_END


def fingerprint(image: Image.Image) -> Fingerprint:
    """Hash an opaque RGB image; pHash by ImageHash's definition with hash_size 8."""
    grey = image.convert("L")
    sample = np.asarray(
        grey.resize((_SAMPLE_SIDE, _SAMPLE_SIDE), Image.Resampling.LANCZOS)
    )
    thumb = np.asarray(
        cv2.resize(
            np.asarray(grey), (THUMB_SIDE, THUMB_SIDE), interpolation=cv2.INTER_AREA
        ),
        np.uint8,
    )
    low = _low_frequencies(sample)
    return Fingerprint(
        phash=_above_median(low),
        mirrored=_above_median(low * _MIRROR),
        sketches=_sketches(thumb, frame(thumb)),
        thumb=_levelled(thumb),
        tint=tint(image),
        shape=image.width / image.height,
    )


def _levelled(thumb: Thumb) -> Thumb:
    """Replace each grey level by the middle of the levels stored as the same value."""
    lost = np.uint8(2**_LOST_BITS - 1)
    return (thumb & ~lost) + np.uint8(2**_LOST_BITS // 2)


def mirrored_sketches(sketches: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return the sketches of the mirrored windows, with negated odd frequencies."""
    positive, negative = sketches >> _HALF, sketches & _LOW_HALF
    stay, swap = ~_ODD & _LOW_HALF, _ODD
    mirrored = (positive & stay | negative & swap) << _HALF
    mirrored |= negative & stay | positive & swap
    return np.asarray(mirrored, np.uint64)


def to_hex(phash: int) -> str:
    """Format a 64-bit hash as ImageHash does: 16 hexadecimal digits."""
    return f"{phash:016x}"


def from_hex(text: str) -> int:
    """Parse the 64-bit hash that ``to_hex`` printed."""
    return int(text, 16)


def distance(one: int, other: int) -> int:
    """Return the number of bits in which two hashes differ, 0 to 64."""
    return (one ^ other).bit_count()


def _low_frequencies(sample: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    # SciPy's transform instead of a matrix product: on plain images every bit depends
    # on rounding, and the hex digits must equal ImageHash's.
    return np.asarray(dct(dct(sample, axis=0), axis=1)[:HASH_SIDE, :HASH_SIDE])


def _above_median(low: npt.NDArray[np.float64]) -> int:
    ordered = np.sort(low, axis=None)  # np.median takes ten times as long
    middle = len(ordered) // 2
    return _as_integer(low > (ordered[middle - 1] + ordered[middle]) / 2)


def _sketches(thumb: Thumb, boxes: Sequence[Box]) -> tuple[int, ...]:
    """Return two bits per frequency of each window: clearly positive, clearly negative.

    pHash's single bit is random where a frequency is absent. In symmetric drawings
    these are half of the frequencies: one in five re-encoded cliparts changed by more
    than 10 of 64 bits. Here an absent frequency is always 00.
    """
    size = (_SAMPLE_SIDE, _SAMPLE_SIDE)
    values = np.empty((len(boxes), len(_LOWEST)), np.float32)
    for row, box in enumerate(boxes):
        sample = cv2.resize(box.cut(thumb), size, interpolation=cv2.INTER_AREA)
        values[row] = cv2.dct(sample.astype(np.float32))[_ROWS, _COLUMNS]
    threshold = _PRESENT * np.sqrt(np.mean(values * values, axis=1, keepdims=True))
    bits = np.hstack([values > threshold, values < -threshold])
    return tuple(np.packbits(bits, axis=1).view(">u8")[:, 0].tolist())


def _as_integer(bits: npt.NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(bits).tobytes(), "big")
