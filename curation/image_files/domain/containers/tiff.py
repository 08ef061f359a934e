"""TIFF directories, in TIFF files and in EXIF data."""

import struct
from collections.abc import Iterator, Mapping

from core.domain.texts import _
from curation.image_files.domain.containers.surgery import (
    DeepSamples,
    StrippedContainer,
    corruption_error,
    depth_error,
    format_error,
    truncation_error,
)
from curation.image_files.domain.rejection import RejectedFileError

_WIDTH, _HEIGHT, _BITS, _PHOTOMETRIC, _ORIENTATION = 256, 257, 258, 262, 274
_CHANNELS, _PLANAR, _EXTRA_SAMPLES, _SAMPLE_FORMAT = 277, 284, 338, 339
_DNG_VERSION = 50706
_UNSIGNED, _FLOAT = 1, 3
_WHITE_IS_ZERO, _BLACK_IS_ZERO, _RGB = 0, 1, 2
_STRAIGHT_ALPHA = 2
# Formats of `struct` for the integer types, signed and unsigned, of TIFF and BigTIFF.
_INTEGERS = {1: "B", 3: "H", 4: "I", 6: "b", 8: "h", 9: "i", 16: "Q", 17: "q"}
# Bytes per value of TIFF field types 1-18 (TIFF 6.0 section 2, and BigTIFF).
_TYPE_SIZES = (0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8)
_MAX_DIRECTORIES = 100_000
_READ_TAGS = frozenset(
    {_WIDTH, _HEIGHT, _BITS, _PHOTOMETRIC}
    | {_CHANNELS, _PLANAR, _EXTRA_SAMPLES, _SAMPLE_FORMAT}
)


class _Layout:
    """Byte order and field widths of one TIFF file, classic or BigTIFF."""

    def __init__(self, data: bytes) -> None:
        order = {b"II": "<", b"MM": ">"}.get(data[:2])
        if order is None or len(data) < 8:
            raise corruption_error("TIFF", _("no byte order mark"))
        (magic,) = struct.unpack_from(order + "H", data, 2)
        if magic not in (42, 43):
            raise corruption_error("TIFF", _("wrong magic number"))
        self.order = order
        self.big = magic == 43
        self.count = struct.Struct(order + ("Q" if self.big else "H"))
        self.offset = struct.Struct(order + ("Q" if self.big else "I"))
        self.entry = struct.Struct(order + ("HHQ8s" if self.big else "HHI4s"))

    def first_directory(self, data: bytes) -> int:
        start: int
        (start,) = self.offset.unpack_from(data, 8 if self.big else 4)
        return start

    def entries(self, data: bytes, start: int) -> Iterator[tuple[int, int, int, bytes]]:
        (count,) = self.count.unpack_from(data, start)
        first = start + self.count.size
        if first + count * self.entry.size > len(data):
            raise truncation_error("TIFF")
        for index in range(count):
            yield self.entry.unpack_from(data, first + index * self.entry.size)

    def next_directory(self, data: bytes, start: int) -> int:
        (count,) = self.count.unpack_from(data, start)
        following: int
        (following,) = self.offset.unpack_from(
            data, start + self.count.size + count * self.entry.size
        )
        return following

    def integers(self, data: bytes, kind: int, count: int, value: bytes) -> list[int]:
        """Return the first values of an entry, at most 8; none of another type."""
        code = _INTEGERS.get(kind)
        if code is None or not count:
            return []
        values = struct.Struct(f"{self.order}{min(count, 8)}{code}")
        if count * _TYPE_SIZES[kind] <= len(value):
            return list(values.unpack_from(value))
        return list(values.unpack_from(data, *self.offset.unpack(value)))


def exif_orientation(exif: bytes) -> int:
    """Return the EXIF orientation (1-8) of a TIFF structure; 1 if unreadable.

    Any integer type is read, as viewers do, though EXIF allows only SHORT. Reads one tag
    instead of the whole directory: a crafted directory can point 65,535 tags at the same
    megabytes.
    """
    try:
        layout = _Layout(exif)
        start = layout.first_directory(exif)
        for tag, kind, count, value in layout.entries(exif, start):
            if tag == _ORIENTATION:
                orientation = next(iter(layout.integers(exif, kind, count, value)), 1)
                return orientation if 1 <= orientation <= 8 else 1
    except (RejectedFileError, struct.error):
        return 1
    return 1


def inspect_tiff(data: bytes) -> StrippedContainer:
    """Return a TIFF file with the orientation set to 1, and what its tags say.

    Raises:
        RejectedFileError: directories are truncated or damaged, their values are
            together larger than the file could hold, no library here reads samples of
            this kind, or it is a camera raw file, whose first image is a thumbnail.
    """
    content = bytearray(data)
    tags: dict[int, list[int]] = {}
    try:
        layout = _Layout(data)
        first = layout.first_directory(data)
        total = 0
        for index, (tag, kind, count, value) in enumerate(layout.entries(data, first)):
            total += count * (_TYPE_SIZES[kind] if kind < len(_TYPE_SIZES) else 1)
            if tag == _DNG_VERSION:
                raise format_error("camera raw")
            if tag == _ORIENTATION:
                at = first + layout.count.size + index * layout.entry.size
                upright = struct.pack(layout.order + "H", 1).ljust(len(value), b"\0")
                layout.entry.pack_into(content, at, tag, 3, 1, upright)
            elif tag in _READ_TAGS:
                tags[tag] = layout.integers(data, kind, count, value)
        if total > 2 * len(data):
            raise corruption_error(
                "TIFF", _("its tags claim more data than the file holds")
            )
        seen: set[int] = set()
        position = first
        while position and position not in seen and len(seen) < _MAX_DIRECTORIES:
            seen.add(position)
            position = layout.next_directory(data, position)
    except struct.error as error:
        raise truncation_error("TIFF") from error
    return StrippedContainer(
        bytes(content), (), exif_orientation(data), len(seen), _deep_samples(tags)
    )


def _deep_samples(tags: Mapping[int, list[int]]) -> DeepSamples | None:
    """Return the header of deep samples that OpenCV reads; None for other images.

    Pillow reads those: 1-8 bits, 16-bit CMYK, integers and floats of 32 bits.
    """

    def first_of(tag: int, default: int) -> int:
        return (tags.get(tag) or [default])[0]

    bits = first_of(_BITS, 1)
    channels = first_of(_CHANNELS, 1)
    sample_format = first_of(_SAMPLE_FORMAT, _UNSIGNED)
    photometric = first_of(_PHOTOMETRIC, _BLACK_IS_ZERO)
    is_packed = bits in (10, 12, 14)
    is_grey = photometric in (_WHITE_IS_ZERO, _BLACK_IS_ZERO) and channels == 1
    is_colour = photometric == _RGB and (
        channels == 3
        or (channels == 4 and tags.get(_EXTRA_SAMPLES, [2]) == [_STRAIGHT_ALPHA])
    )
    if (
        (is_packed or bits == 16)
        and sample_format == _UNSIGNED
        and (is_grey or is_colour)
        and (first_of(_PLANAR, 1) == 1 or channels == 1)
    ):
        return DeepSamples(
            bits,
            first_of(_WIDTH, 0),
            first_of(_HEIGHT, 0),
            white_is_zero=photometric == _WHITE_IS_ZERO,
        )
    is_readable = (
        bits == 8
        or (bits == 16 and sample_format != _FLOAT and channels != 2)
        or (bits in (1, 2, 4, 32) and channels == 1)
    )
    if not is_readable:
        raise depth_error("TIFF", bits)
    return None
