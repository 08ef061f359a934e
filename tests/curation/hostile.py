"""Files that nobody should have to fear: what each is, and what becomes of it."""

import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Mapping

from PIL import Image, PngImagePlugin

from tests.curation.drawn_images import draw, encoded, png

IMPORTED = "imported"


def chunk(kind: bytes, body: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + checksum


def png_of(width: int, height: int, pixels: bytes = b"") -> bytes:
    """A PNG that promises a size."""
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(pixels))
        + chunk(b"IEND", b"")
    )


def _plain(side: int) -> bytes:
    """A real picture of one bit a pixel: 169 megapixels are 21 KB."""
    return encoded(Image.new("1", (side, side)))


def _many_frames() -> bytes:
    frames = [Image.new("P", (2, 2), number % 2) for number in range(2100)]
    options = {"append_images": frames[1:], "optimize": False, "disposal": 2}
    return encoded(frames[0], "GIF", save_all=True, **options)


def _commented() -> bytes:
    comment = PngImagePlugin.PngInfo()
    comment.add_text("Comment", "a" * 80_000_000, zip=True)
    return encoded(draw(31), "PNG", pnginfo=comment)


def _gif_of(width: int, height: int) -> bytes:
    size = struct.pack("<HH", width, height)
    return b"GIF89a" + size + b"\0\0\0,\0\0\0\0" + size + b"\0\x02\x01\x00\x00;"


def _tiff_that_claims_more() -> bytes:
    entry = struct.pack("<HHII", 0x9999, 1, 2**31, 8)
    return b"II*\x00" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)


def _zip_of(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def _tar_of(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return out.getvalue()


def _cut(format: str, share: float, **options: object) -> bytes:
    whole = encoded(draw(7), format, **options)
    return whole[: int(len(whole) * share)]


Case = tuple[Callable[[], bytes], str]

HOSTILE: Mapping[str, Case] = {
    # Cut short: in the signature, in the header, in the pixels. What lacks only its end
    # marker has all its pixels.
    "cut-signature.png": (lambda: png(1)[:5], "not_an_image"),
    "cut-header.png": (lambda: png(1)[:20], "truncated"),
    "cut-pixels.png": (lambda: _cut("PNG", 0.5), "truncated"),
    "cut-end.png": (lambda: png(1)[:-1], IMPORTED),
    "cut-header.jpg": (lambda: _cut("JPEG", 0.01), "truncated"),
    "cut-pixels.jpg": (lambda: _cut("JPEG", 0.7), "truncated"),
    "cut-progressive.jpg": (lambda: _cut("JPEG", 0.5, progressive=True), "truncated"),
    "cut-end.jpg": (lambda: encoded(draw(7), "JPEG")[:-2], IMPORTED),
    "cut-pixels.gif": (lambda: _cut("GIF", 0.6), "truncated"),
    "cut-end.gif": (lambda: encoded(draw(7), "GIF")[:-1], IMPORTED),
    "cut-pixels.webp": (lambda: _cut("WEBP", 0.6), "truncated"),
    "cut-lossless.webp": (lambda: _cut("WEBP", 0.6, lossless=True), "truncated"),
    "cut-header.bmp": (lambda: _cut("BMP", 0.0002), "truncated"),
    "cut-pixels.bmp": (lambda: _cut("BMP", 0.6), "truncated"),
    "cut-pixels.tif": (lambda: _cut("TIFF", 0.6), "truncated"),
    # Not what the name says.
    "empty.png": (lambda: b"", "empty"),
    "zeros.jpg": (lambda: bytes(5000), "not_an_image"),
    "text.png": (lambda: "图片？".encode(), "not_an_image"),
    "page.jpg": (lambda: b"<!doctype html><title>404</title>", "not_an_image"),
    "drawing.png": (lambda: b'<svg xmlns="x" onload="x()"/>', "unsupported_format"),
    "program.png": (lambda: b"\x7fELF" + bytes(200), "not_an_image"),
    "is-a-jpeg.png": (lambda: encoded(draw(30), "JPEG"), IMPORTED),
    "no-ending": (lambda: png(32), IMPORTED),
    "archive.png": (lambda: _zip_of({"a.png": png(1)}), "not_an_image"),
    "nested.zip": (lambda: _zip_of({"a.png": png(1)}), "not_an_image"),
    "nested.tar.gz": (lambda: _tar_of({"a.png": png(1)}), "not_an_image"),
    # Two things at once: the picture is taken, what hangs on to it is not published.
    "and-zip.png": (lambda: png(33) + _zip_of({"evil.js": b"x()"}), IMPORTED),
    "and-page.jpg": (
        lambda: encoded(draw(34), "JPEG") + b"<script>x()</script>",
        IMPORTED,
    ),
    "is-script.gif": (lambda: b"GIF89a=1;x();//", "corrupt"),
    "page-first.png": (lambda: b"<html><img>" + png(35), "not_an_image"),
    # More than it looks.
    "169-megapixels.png": (lambda: _plain(13_000), "too_many_pixels"),
    "promises-169-megapixels.png": (lambda: png_of(13_000, 13_000), "too_many_pixels"),
    "promises-a-planet.png": (lambda: png_of(2**31 - 1, 2**31 - 1), "too_many_pixels"),
    "promises-and-has-none.png": (lambda: png_of(9_000, 9_000), "truncated"),
    "of-no-size.png": (lambda: png_of(0, 0), "corrupt"),
    "promises.gif": (lambda: _gif_of(65_535, 65_535), "too_many_pixels"),
    "frames.gif": (_many_frames, "too_many_frames"),
    "claims-tags.tif": (_tiff_that_claims_more, "corrupt"),
    "long-comment.png": (_commented, IMPORTED),
    # Names.
    "很长的名字" * 12 + ".png": (lambda: png(40), IMPORTED),
    "new\nline and 'quotes\" %s {0} ../ &amp;.png".replace("/", "∕"): (
        lambda: png(41),
        IMPORTED,
    ),
    "right\u202eto-left\u200b.png": (lambda: png(42), IMPORTED),
    "-rf.png": (lambda: png(43), IMPORTED),
    "e\u0301.png": (lambda: png(44), IMPORTED),
    "\u00e9.png": (lambda: png(45), IMPORTED),
    "/".join(["deep"] * 60) + "/in.png": (lambda: png(46), IMPORTED),
    "CON.png": (lambda: png(47), IMPORTED),
}
"""What the file is called: how it is made, and ``imported`` or the code of why not."""
