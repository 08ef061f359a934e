"""TIFF and PNG files with samples of any number of bits, written by hand."""

import struct
import zlib

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.integer]
BYTE, SHORT, LONG, SBYTE, SSHORT, SLONG = 1, 3, 4, 6, 8, 9
INTEGER_TYPES = (BYTE, SHORT, LONG, SBYTE, SSHORT, SLONG)
_VALUES = {1: "B3x", 3: "H2x", 4: "I", 6: "b3x", 8: "h2x", 9: "i"}


def tiff_entry(tag: int, kind: int, count: int, value: int) -> bytes:
    """A big-endian directory entry with one value."""
    return struct.pack(f">HHI{_VALUES[kind]}", tag, kind, count, value)


def orientation_exif(orientation: int, kind: int) -> bytes:
    """EXIF data of an orientation, stored as an integer of that type."""
    head = b"MM\x00*" + struct.pack(">IH", 8, 1)
    return head + tiff_entry(274, kind, 1, orientation) + bytes(4)


def tiff(
    samples: Samples,
    bits: int,
    *,
    white_is_zero: bool = False,
    sample_format: int = 1,
    orientation: tuple[int, int] = (1, SHORT),
) -> bytes:
    """An uncompressed TIFF of (height, width) greys or (height, width, 3 or 4) colours.

    Samples are packed without gaps; ``orientation`` is its value and type.
    """
    height, width = samples.shape[:2]
    channels = 1 if samples.ndim == 2 else samples.shape[2]
    shifts = np.arange(bits - 1, -1, -1)
    rows = samples.reshape(height, -1, 1).astype(np.uint32) >> shifts & 1
    pixels = np.packbits(rows.astype(np.uint8).reshape(height, -1), axis=1).tobytes()
    photometric = 2 if channels > 1 else 0 if white_is_zero else 1
    count = 11 + (channels == 4)
    sizes_at = 8 + 2 + count * 12 + 4
    entries = [
        tiff_entry(256, LONG, 1, width),
        tiff_entry(257, LONG, 1, height),
        tiff_entry(258, SHORT, 1, bits)
        if channels == 1
        else tiff_entry(258, LONG, 1, sizes_at).replace(
            struct.pack(">HI", LONG, 1), struct.pack(">HI", SHORT, channels)
        ),
        tiff_entry(259, SHORT, 1, 1),
        tiff_entry(262, SHORT, 1, photometric),
        tiff_entry(273, LONG, 1, sizes_at + 2 * channels),
        tiff_entry(274, orientation[1], 1, orientation[0]),
        tiff_entry(277, SHORT, 1, channels),
        tiff_entry(278, LONG, 1, height),
        tiff_entry(279, LONG, 1, len(pixels)),
        *([tiff_entry(338, SHORT, 1, 2)] if channels == 4 else []),
        tiff_entry(339, SHORT, 1, sample_format),
    ]
    directory = struct.pack(">IH", 8, count) + b"".join(entries) + bytes(4)
    return b"MM\x00*" + directory + struct.pack(">H", bits) * channels + pixels


def png(samples: Samples, *, alpha: bool = False) -> bytes:
    """A PNG of 16 bits per channel: greys, colours, or either with opacity."""
    height, width = samples.shape[:2]
    colour_type = (2 if samples.ndim == 3 and samples.shape[2] >= 3 else 0) + 4 * alpha
    header = struct.pack(">IIBBBBB", width, height, 16, colour_type, 0, 0, 0)
    rows = b"".join(b"\x00" + row.astype(">u2").tobytes() for row in samples)
    return (
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", header)
        + png_chunk(b"IDAT", zlib.compress(rows))
        + png_chunk(b"IEND", b"")
    )


def png_chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk with its length and checksum."""
    checksum = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + checksum
