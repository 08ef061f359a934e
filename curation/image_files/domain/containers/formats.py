"""Supported image formats, recognised by their content."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from core.domain.texts import _
from curation.image_files.domain.containers import gif, jpeg, png, tiff, webp
from curation.image_files.domain.containers.surgery import StrippedContainer
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason


class ImageFormat(NamedTuple):
    """An image format: Pillow's name, media type, function that strips metadata."""

    name: str
    media_type: str
    strip: Callable[[bytes], StrippedContainer]


def _as_it_is(data: bytes) -> StrippedContainer:
    return StrippedContainer(data, (), 1, 1)


JPEG = ImageFormat("JPEG", "image/jpeg", jpeg.strip_jpeg_metadata)
PNG = ImageFormat("PNG", "image/png", png.strip_png_metadata)
GIF = ImageFormat("GIF", "image/gif", gif.strip_gif_metadata)
WEBP = ImageFormat("WEBP", "image/webp", webp.strip_webp_metadata)
# BMP cannot hold metadata; TIFF is inspected, and converted for publication.
BMP = ImageFormat("BMP", "image/bmp", _as_it_is)
TIFF = ImageFormat("TIFF", "image/tiff", tiff.inspect_tiff)

_SIGNATURES: Mapping[bytes, ImageFormat] = MappingProxyType(
    {
        b"\xff\xd8\xff": JPEG,
        b"\x89PNG\r\n\x1a\n": PNG,
        b"GIF87a": GIF,
        b"GIF89a": GIF,
        b"BM": BMP,
        b"II*\x00": TIFF,
        b"MM\x00*": TIFF,
        b"II+\x00": TIFF,
        b"MM\x00+": TIFF,
    }
)
# Formats that are not supported; the rejection names them.
_UNSUPPORTED: Mapping[bytes, str] = MappingProxyType(
    {
        b"8BPS": "Photoshop",
        b"\x00\x00\x01\x00": "icon",
        b"\x00\x00\x00\x0cjP  ": "JPEG 2000",
        b"\xff\x4f\xff\x51": "JPEG 2000",
        b"\xff\x0a": "JPEG XL",
        b"\x00\x00\x00\x0cJXL ": "JPEG XL",
        b"<svg": "SVG",
        b"%PDF": "PDF",
        b"%!PS": "PostScript",
    }
)


def recognise_image_format(data: bytes) -> ImageFormat:
    """Return the format by the first bytes; the file name is ignored.

    Raises:
        RejectedFileError: ``empty``, ``unsupported_format`` or ``not_an_image``.
    """
    if not data:
        raise RejectedFileError(RejectionReason.EMPTY, _("the file is empty"))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return WEBP
    for signature, known in _SIGNATURES.items():
        if data.startswith(signature):
            return known
    if data[4:8] == b"ftyp" and data[8:12] in (b"avif", b"avis", b"heic", b"mif1"):
        raise _unsupported("HEIF/AVIF")
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"<?xml") and b"<svg" in head:
        raise _unsupported("SVG")
    for signature, name in _UNSUPPORTED.items():
        if head.startswith(signature) or data.startswith(signature):
            raise _unsupported(name)
    raise RejectedFileError(
        RejectionReason.NOT_AN_IMAGE, _("the content is not an image")
    )


def _unsupported(name: str) -> RejectedFileError:
    return RejectedFileError(
        RejectionReason.UNSUPPORTED_FORMAT,
        _(
            "{name} files are not supported: convert them to JPEG, PNG, WebP, GIF, BMP or TIFF",
            name=name,
        ),
    )
