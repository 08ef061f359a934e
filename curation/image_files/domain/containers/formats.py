"""Supported image formats, recognised by their content."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from core.domain.texts import _
from curation.image_files.domain.containers import gif, jpeg, png, tiff, webp
from curation.image_files.domain.containers.surgery import (
    StrippedContainer,
    format_error,
)
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
        b"FUJIFILMCCD-RAW": "camera raw",
        b"IIRO": "camera raw",
        b"IIRS": "camera raw",
        b"IIU\x00": "camera raw",
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
# Brands of ISO base media files (ISO/IEC 23008-12, MIAF, AVIF) that hold images.
_HEIF_BRANDS = frozenset(
    b"heic heix heim heis hevc hevx hevm hevs mif1 mif2 msf1 miaf avif avis avio "
    b"MA1A MA1B jpeg jpgs avci avcs vvic vvis evbi evbs j2ki j2is".split()
)
_LONGEST_BRANDS = 1024


def recognise_image_format(data: bytes) -> ImageFormat:
    """Return the format by the first bytes; the file name is ignored.

    Raises:
        RejectedFileError: ``empty``, ``unsupported_format`` or ``not_an_image``.
    """
    if not data:
        raise RejectedFileError(RejectionReason.EMPTY, _("the file is empty"))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return WEBP
    if data[:4] == b"II*\x00" and data[8:10] == b"CR":
        raise format_error("camera raw")
    for signature, known in _SIGNATURES.items():
        if data.startswith(signature):
            return known
    brands = _brands(data)
    if b"crx " in brands:
        raise format_error("camera raw")
    if not brands.isdisjoint(_HEIF_BRANDS):
        raise format_error("HEIF/AVIF")
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"<?xml") and b"<svg" in head:
        raise format_error("SVG")
    for signature, name in _UNSUPPORTED.items():
        if head.startswith(signature) or data.startswith(signature):
            raise format_error(name)
    raise RejectedFileError(
        RejectionReason.NOT_AN_IMAGE, _("the content is not an image")
    )


def _brands(data: bytes) -> set[bytes]:
    """Return the major and compatible brands of an ISO base media file."""
    if data[4:8] != b"ftyp":
        return set()
    size = int.from_bytes(data[:4], "big")
    start = 16 if size == 1 else 8
    end = size if size > 16 else start + 8
    brands = data[start : min(end, _LONGEST_BRANDS)]
    # The minor version follows the major brand.
    return {brands[at : at + 4] for at in range(0, len(brands), 4) if at != 4}
