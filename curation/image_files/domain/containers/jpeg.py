"""JPEG: segments up to the scans (ITU-T T.81, Annex B)."""

import re

from core.domain.texts import _
from curation.image_files.domain.containers.surgery import (
    StrippedContainer,
    corruption_error,
    depth_error,
    truncation_error,
)
from curation.image_files.domain.containers.tiff import exif_orientation

_SOI, _EOI, _SOS, _COM = 0xD8, 0xD9, 0xDA, 0xFE
_APP0, _APP1, _APP2, _APP13, _APP14 = 0xE0, 0xE1, 0xE2, 0xED, 0xEE
_EXIF = b"Exif\x00"
_XMP = (b"http://ns.adobe.com/xap/1.0/", b"http://ns.adobe.com/xmp/extension/")
# Inside a scan, 0xFF is followed only by stuffed zeros and restart markers.
_END_OF_SCAN = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE = frozenset({0xC2, 0xCA})
_STANDALONE = frozenset({0x01, *range(0xD0, 0xD8)})


class _Scans:
    """The lowest bit that each coefficient's scans have reached, by component."""

    def __init__(self) -> None:
        self._lowest: dict[int, bytearray] = {}
        self._is_progressive = False

    def begin(self, marker: int, header: bytes) -> None:
        """Read a frame header. Raises RejectedFileError for samples of 12 bits."""
        if len(header) < 6:
            raise corruption_error("JPEG", _("a header is too short"))
        if header[0] != 8:
            raise depth_error("JPEG", header[0])
        ids = header[6 : 6 + 3 * header[5] : 3]
        self._lowest = {component: bytearray(b"\xff" * 64) for component in ids}
        self._is_progressive = marker in _PROGRESSIVE

    def add(self, header: bytes) -> None:
        """Read a scan header."""
        count = header[0] if header else 0
        if len(header) < 4 + 2 * count:
            raise corruption_error("JPEG", _("a header is too short"))
        first, last, bits = 0, 63, 0
        if self._is_progressive:
            first, last, bits = header[1 + 2 * count : 4 + 2 * count]
        for component in header[1 : 1 + 2 * count : 2]:
            if component in self._lowest and first <= last < 64:
                reached = bytes([bits & 15]) * (last + 1 - first)
                self._lowest[component][first : last + 1] = reached

    def are_complete(self) -> bool:
        """Return whether the scans reach every bit of every coefficient."""
        return not any(any(lowest) for lowest in self._lowest.values())


def strip_jpeg_metadata(data: bytes) -> StrippedContainer:
    """Remove every application segment and comment that decoders do not need.

    The JFIF header (without its thumbnail), ICC profile, Adobe colour transform and
    scans are kept. Data after the end-of-image marker is removed. The marker is added
    where the file ends within its last scan.

    Raises:
        RejectedFileError: scans are missing, or the file is not a sequence of JPEG
            segments.
    """
    scans = _Scans()
    parts = [b"\xff\xd8"]
    removed: set[str] = set()
    orientation = 1
    position = 2
    while True:
        start = position
        if start + 2 > len(data):
            raise truncation_error("JPEG")
        if data[start] != 0xFF:
            raise corruption_error("JPEG", _("a segment does not begin with a marker"))
        while position < len(data) and data[position] == 0xFF:
            position += 1
        if position >= len(data):
            raise truncation_error("JPEG")
        marker = data[position]
        position += 1
        if marker == _EOI:
            has_end = True
            if data[position:].strip(b"\x00"):
                removed.add("trailing data")
            break
        if marker in _STANDALONE:
            continue
        if marker == _SOI:
            raise corruption_error("JPEG", _("an image begins inside another"))
        if position + 2 > len(data):
            raise truncation_error("JPEG")
        end = position + int.from_bytes(data[position : position + 2], "big")
        if end > len(data):
            raise truncation_error("JPEG")
        if end < position + 2:
            raise corruption_error(
                "JPEG", _("a segment is shorter than its own length")
            )
        body = data[position + 2 : end]
        position = end
        if marker == _SOS:
            scans.add(body)
            following = _END_OF_SCAN.search(data, end)
            if following is None:
                has_end = False
                parts.append(data[start:].rstrip(b"\xff"))
                break
            position = following.start()
            parts.append(data[start:position])
        elif marker == _APP0 and body.startswith(b"JFIF\x00") and len(body) >= 14:
            parts.append(b"\xff\xe0\x00\x10" + body[:12] + b"\x00\x00")
            if len(body) > 14:
                removed.add("thumbnail")
        elif _is_metadata(marker, body):
            removed.add(_name(marker, body))
            if marker == _APP1 and body.startswith(_EXIF) and orientation == 1:
                orientation = exif_orientation(body[6:])
        else:
            if marker in _FRAMES:
                scans.begin(marker, body)
            parts.append(data[start:position])
    if not scans.are_complete():
        raise truncation_error("JPEG")
    parts.append(b"\xff\xd9")
    return StrippedContainer(
        b"".join(parts), tuple(sorted(removed)), orientation, 1, has_end=has_end
    )


def _is_metadata(marker: int, body: bytes) -> bool:
    if marker == _COM:
        return True
    if not _APP0 <= marker <= 0xEF:
        return False
    is_profile = marker == _APP2 and body.startswith(b"ICC_PROFILE\x00")
    is_transform = marker == _APP14 and body.startswith(b"Adobe")
    return not (is_profile or is_transform)


def _name(marker: int, body: bytes) -> str:
    if marker == _COM:
        return "comment"
    if marker == _APP1 and body.startswith(_EXIF):
        return "EXIF"
    if marker == _APP1 and body.startswith(_XMP):
        return "XMP"
    if marker == _APP13:
        return "IPTC"
    return f"APP{marker - _APP0}"
