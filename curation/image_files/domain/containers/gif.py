"""GIF: blocks (GIF89a specification, CompuServe 1990)."""

from core.domain.texts import _
from curation.image_files.domain.containers.surgery import (
    StrippedContainer,
    corruption_error,
    truncation_error,
)

_IMAGE, _EXTENSION, _TRAILER = 0x2C, 0x21, 0x3B
_PLAIN_TEXT, _COMMENT, _APPLICATION = 0x01, 0xFE, 0xFF
# Looping and colour profile change the display; other application blocks do not.
_KEPT_APPLICATIONS = frozenset({b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012"})
# A file of one-byte blocks would take many seconds in a Python loop. 64 MiB of ordinary
# 255-byte blocks are a quarter of this.
_MAX_BLOCKS = 1_000_000


class _Blocks:
    """A cursor over the sub-block chains of one file."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._left = _MAX_BLOCKS

    def after(self, position: int) -> int:
        """Return the position after the sub-block chain that begins at ``position``."""
        data = self._data
        while position < len(data):
            self._left -= 1
            if self._left < 0:
                raise corruption_error("GIF", _("it has too many blocks"))
            size = data[position]
            position += 1 + size
            if size == 0:
                return position
        raise truncation_error("GIF")


def _colour_table_size(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def strip_gif_metadata(data: bytes) -> StrippedContainer:
    """Remove comments, plain-text and metadata application blocks; keep every frame.

    Raises:
        RejectedFileError: the file is truncated or has unknown blocks. A missing
            trailer after an image is added.
    """
    if len(data) < 13:
        raise truncation_error("GIF")
    position = 13 + _colour_table_size(data[10])
    parts = [data[:position]]
    removed: set[str] = set()
    frames = 0
    kind = None
    blocks = _Blocks(data)
    while position < len(data):
        start = position
        kind = data[start]
        if kind == _TRAILER:
            if data[start + 1 :].strip(b"\x00"):
                removed.add("trailing data")
            break
        if kind == _IMAGE:
            if start + 10 > len(data):
                raise truncation_error("GIF")
            table = _colour_table_size(data[start + 9])
            position = blocks.after(start + 10 + table + 1)
            frames += 1
            parts.append(data[start:position])
        elif kind == _EXTENSION:
            if start + 2 > len(data):
                raise truncation_error("GIF")
            position = blocks.after(start + 2)
            name = _metadata_name(data[start + 1], data[start + 3 : start + 14])
            if name is None:
                parts.append(data[start:position])
            else:
                removed.add(name)
        else:
            raise corruption_error("GIF", _("unknown block 0x{kind:02x}", kind=kind))
    if kind not in (_TRAILER, _IMAGE):
        raise truncation_error("GIF")
    content = b"".join([*parts, b"\x3b"])
    return StrippedContainer(content, tuple(sorted(removed)), 1, max(frames, 1))


def _metadata_name(label: int, application: bytes) -> str | None:
    """Return the name of an extension block that is removed; None if it is kept."""
    if label == _COMMENT:
        return "comment"
    if label == _PLAIN_TEXT:
        return "text"
    if label == _APPLICATION and application not in _KEPT_APPLICATIONS:
        return "XMP" if application == b"XMP DataXMP" else "application data"
    return None
