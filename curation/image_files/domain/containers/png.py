"""PNG: chunks (W3C PNG specification, third edition, sections 5 and 11)."""

from core.domain.texts import _
from curation.image_files.domain.containers.surgery import (
    DeepSamples,
    StrippedContainer,
    corruption_error,
    truncation_error,
)
from curation.image_files.domain.containers.tiff import exif_orientation

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TEXT = {
    b"tEXt": "text",
    b"zTXt": "text",
    b"iTXt": "text",
    b"eXIf": "EXIF",
    b"tIME": "time",
}
# Chunks that change the display or animation; other ancillary chunks are removed.
_KEPT = frozenset(
    b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs "
    b"acTL fcTL fdAT".split()
)
_END = b"\x00\x00\x00\x00IEND\xaeB`\x82"
_XMP_KEYWORD = b"XML:com.adobe.xmp\x00"


def strip_png_metadata(data: bytes) -> StrippedContainer:
    """Remove text, EXIF, time and private chunks; keep pixels, colour and animation.

    Raises:
        RejectedFileError: the file is truncated or has no IHDR. A missing IEND after
            all frames is added.
    """
    parts = [_SIGNATURE]
    removed: set[str] = set()
    orientation, frames, begun_frames = 1, 0, 0
    kind = b""
    has_pixels = False
    deep: DeepSamples | None = None
    position = len(_SIGNATURE)
    while kind != b"IEND":
        if position + 12 > len(data):
            lacks_only_end = has_pixels and begun_frames >= frames
            if lacks_only_end and _END.startswith(data[position:]):
                parts.append(_END)
                break
            raise truncation_error("PNG")
        length = int.from_bytes(data[position : position + 4], "big")
        kind = data[position + 4 : position + 8]
        end = position + 12 + length
        if end > len(data):
            raise truncation_error("PNG")
        if len(parts) == 1 and kind != b"IHDR":
            raise corruption_error("PNG", _("it does not begin with IHDR"))
        body_start = position + 8
        if kind in _KEPT:
            parts.append(data[position:end])
        else:
            body = data[body_start : end - 4]
            removed.add(_name(kind, body))
            if kind == b"eXIf":
                orientation = exif_orientation(body)
        if kind == b"IHDR":
            deep = _deep_samples(data[body_start : end - 4])
        elif kind == b"acTL" and length >= 4:
            frames = int.from_bytes(data[body_start : body_start + 4], "big")
        elif kind == b"tRNS" and length == 2 and deep is not None:
            level = int.from_bytes(data[body_start : body_start + 2], "big")
            deep = deep._replace(transparent=level)
        begun_frames += kind == b"fcTL"
        has_pixels |= kind == b"IDAT"
        position = end
    if kind == b"IEND" and position < len(data):
        removed.add("trailing data")
    return StrippedContainer(
        b"".join(parts),
        tuple(sorted(removed)),
        orientation,
        max(frames, 1),
        deep if frames <= 1 else None,
    )


def _deep_samples(header: bytes) -> DeepSamples | None:
    if header[8:9] != b"\x10":
        return None
    width, height = (int.from_bytes(header[at : at + 4], "big") for at in (0, 4))
    return DeepSamples(16, width, height)


def _name(kind: bytes, body: bytes) -> str:
    if kind == b"iTXt" and body.startswith(_XMP_KEYWORD):
        return "XMP"
    return _TEXT.get(kind, f"{kind.decode('latin-1')} chunk")
