"""TIFF directories, in TIFF files and in EXIF data."""

import struct
from collections.abc import Iterator

from core.domain.texts import _
from curation.image_files.domain.containers.surgery import (
    StrippedContainer,
    corruption_error,
    truncation_error,
)
from curation.image_files.domain.rejection import RejectedFileError

_ORIENTATION = 0x0112
# Bytes per value of TIFF field types 1-18 (TIFF 6.0 section 2, and BigTIFF).
_TYPE_SIZES = (0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8)
_MAX_DIRECTORIES = 100_000


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


def exif_orientation(exif: bytes) -> int:
    """Return the EXIF orientation (1-8) of a TIFF structure; 1 if unreadable.

    Reads one tag instead of the whole directory: a crafted directory can point 65,535
    tags at the same megabytes.
    """
    try:
        layout = _Layout(exif)
        start = layout.first_directory(exif)
        for tag, kind, count, value in layout.entries(exif, start):
            if tag == _ORIENTATION and kind == 3 and count == 1:
                (orientation,) = struct.unpack(layout.order + "H", value[:2])
                return orientation if 1 <= orientation <= 8 else 1
    except (RejectedFileError, struct.error):
        return 1
    return 1


def inspect_tiff(data: bytes) -> StrippedContainer:
    """Return the orientation and number of frames of a TIFF file with unchanged bytes.

    Raises:
        RejectedFileError: directories are truncated or damaged, or their values are
            together larger than the file could hold.
    """
    try:
        layout = _Layout(data)
        first = layout.first_directory(data)
        values = sum(
            count * (_TYPE_SIZES[kind] if kind < len(_TYPE_SIZES) else 1)
            for _, kind, count, _ in layout.entries(data, first)
        )
        if values > 2 * len(data):
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
    return StrippedContainer(data, (), exif_orientation(data), len(seen))
