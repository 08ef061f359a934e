"""JPEG: segments up to the scans (ITU-T T.81, Annex B)."""

import re

from core.domain.texts import _
from curation.image_files.domain.containers.surgery import (
    StrippedContainer,
    corruption_error,
    truncation_error,
)
from curation.image_files.domain.containers.tiff import exif_orientation

_SOI, _EOI, _SOS, _COM = 0xD8, 0xD9, 0xDA, 0xFE
_APP0, _APP1, _APP2, _APP13, _APP14 = 0xE0, 0xE1, 0xE2, 0xED, 0xEE
_EXIF = b"Exif\x00"
_XMP = (b"http://ns.adobe.com/xap/1.0/", b"http://ns.adobe.com/xmp/extension/")
# Inside a scan, 0xFF is followed only by stuffed zeros and restart markers.
_END_OF_SCAN = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
_STANDALONE = frozenset({0x01, *range(0xD0, 0xD8)})


def strip_jpeg_metadata(data: bytes) -> StrippedContainer:
    """Remove every application segment and comment that decoders do not need.

    The JFIF header (without its thumbnail), ICC profile, Adobe colour transform and
    scans are kept. Data after the end-of-image marker is removed.

    Raises:
        RejectedFileError: the file is truncated or not a sequence of JPEG segments.
    """
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
            parts.append(b"\xff\xd9")
            if data[position:].strip(b"\x00"):
                removed.add("trailing data")
            return StrippedContainer(
                b"".join(parts), tuple(sorted(removed)), orientation, 1
            )
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
            following = _END_OF_SCAN.search(data, end)
            if following is None:
                raise truncation_error("JPEG")
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
            parts.append(data[start:position])


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
