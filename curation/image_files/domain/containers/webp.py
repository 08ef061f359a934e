"""WebP: RIFF chunks (RFC 9649, section 2)."""

from core.domain.texts import _
from curation.image_files.domain.containers.surgery import (
    StrippedContainer,
    corruption_error,
    truncation_error,
)
from curation.image_files.domain.containers.tiff import exif_orientation

_KEPT = frozenset({b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP"})
_EXIF_FLAG, _XMP_FLAG = 0x08, 0x04


def strip_webp_metadata(data: bytes) -> StrippedContainer:
    """Remove EXIF, XMP and unknown chunks and clear their flags in VP8X.

    Raises:
        RejectedFileError: the file is shorter than its RIFF header says, or its chunks
            exceed it.
    """
    if len(data) < 20:
        raise truncation_error("WebP")
    total = 8 + int.from_bytes(data[4:8], "little")
    if total > len(data):
        raise truncation_error("WebP")
    parts: list[bytes] = []
    removed: set[str] = set()
    orientation, frames = 1, 0
    if data[total:].strip(b"\x00"):
        removed.add("trailing data")
    position = 12
    while position + 8 <= total:
        kind = data[position : position + 4]
        length = int.from_bytes(data[position + 4 : position + 8], "little")
        body_end = position + 8 + length
        if body_end > total:
            raise truncation_error("WebP")
        body = data[position + 8 : body_end]
        padding = b"\x00" * (length % 2)
        if kind == b"VP8X" and body:
            body = bytes([body[0] & ~(_EXIF_FLAG | _XMP_FLAG)]) + body[1:]
        if kind in _KEPT:
            parts.append(data[position : position + 8] + body + padding)
            frames += kind == b"ANMF"
        else:
            removed.add(_name(kind))
            if kind == b"EXIF":
                orientation = exif_orientation(body.removeprefix(b"Exif\x00\x00"))
        position = body_end + length % 2
    if not parts:
        raise corruption_error("WebP", _("it contains no image"))
    content = b"WEBP" + b"".join(parts)
    content = b"RIFF" + len(content).to_bytes(4, "little") + content
    return StrippedContainer(
        content, tuple(sorted(removed)), orientation, max(frames, 1)
    )


def _name(kind: bytes) -> str:
    known = {b"EXIF": "EXIF", b"XMP ": "XMP"}
    return known.get(kind, f"{kind.decode('latin-1')} chunk")
