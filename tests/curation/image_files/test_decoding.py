"""Decoding untrusted bytes: upright opaque RGB, or a refusal with its reason."""

import pickle
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from curation.image_files.domain.decoding import decode_image
from curation.image_files.domain.limits import DecodingLimits
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from tests.curation.drawing import encoded, scene

SMALL = scene(1, (96, 64))
FORMATS = ("JPEG", "PNG", "GIF", "WEBP", "BMP", "TIFF")


def png_of_size(width: int, height: int) -> bytes:
    """A PNG header that promises a size, and next to no pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + checksum

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\x00" * 1000))
        + chunk(b"IEND", b"")
    )


def refusal(data: bytes, limits: DecodingLimits | None = None) -> RejectionReason:
    with pytest.raises(RejectedFileError) as caught:
        decode_image(data, limits=limits)
    return caught.value.reason_code


def test_a_refusal_reaches_another_process_whole() -> None:
    """Whoever decodes in processes gets it pickled."""
    sent = pickle.loads(  # noqa: S301
        pickle.dumps(
            RejectedFileError(RejectionReason.TRUNCATED, "the file ends in its middle")
        )
    )
    assert isinstance(sent, RejectedFileError)
    assert sent.reason_code == RejectionReason.TRUNCATED
    assert str(sent) == sent.message == "the file ends in its middle"


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_is_known_by_its_content(kind: str) -> None:
    decoded = decode_image(encoded(SMALL, kind))
    assert decoded.format == kind
    assert (decoded.width, decoded.height) == decoded.image.size == (96, 64)
    assert decoded.image.mode == "RGB"
    assert not decoded.had_alpha
    assert decoded.frames == 1


def test_transparent_pixels_become_white() -> None:
    image = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    image.paste((200, 0, 0, 255), (0, 0, 10, 20))
    for kind in ("PNG", "WEBP"):
        decoded = decode_image(encoded(image, kind, lossless=True))
        assert decoded.had_alpha
        assert decoded.image.getpixel((15, 5)) == (255, 255, 255)
        assert decoded.image.getpixel((5, 5)) == (200, 0, 0)


def test_transparent_palette_colour_becomes_white() -> None:
    image = Image.new("P", (8, 8), 0)
    image.putpalette([0, 0, 0, 10, 200, 10])
    image.paste(1, (0, 0, 4, 8))
    decoded = decode_image(encoded(image, "PNG", transparency=0))
    assert decoded.had_alpha
    assert decoded.image.getpixel((6, 4)) == (255, 255, 255)
    assert decoded.image.getpixel((2, 4)) == (10, 200, 10)


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_sixteen_bits_are_scaled_not_clipped(kind: str) -> None:
    ramp = np.linspace(0, 65535, 256).astype(np.uint16)[None].repeat(4, axis=0)
    decoded = decode_image(encoded(Image.fromarray(ramp), kind))
    grey = np.asarray(decoded.image)[0, :, 0].astype(int)
    assert np.abs(grey - np.arange(256)).max() <= 1


def test_cmyk_keeps_its_colours() -> None:
    image = Image.new("CMYK", (16, 16), (0, 255, 255, 0))
    decoded = decode_image(encoded(image, "JPEG", quality=95))
    red, green, blue = decoded.image.getpixel((8, 8))  # type: ignore[misc]
    assert red > 240
    assert max(green, blue) < 15


def test_exif_orientation_is_applied() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    for kind in ("JPEG", "PNG", "WEBP", "TIFF"):
        decoded = decode_image(encoded(SMALL, kind, exif=exif))
        assert (decoded.width, decoded.height) == decoded.image.size == (64, 96), kind
        assert decoded.orientation == 6
        turned = SMALL.transpose(Image.Transpose.ROTATE_270)
        difference = np.abs(
            np.asarray(decoded.image).astype(int) - np.asarray(turned).astype(int)
        )
        assert difference.mean() < 12, kind


def test_first_frame_of_an_animation() -> None:
    frames = [Image.new("RGB", (30, 20), colour) for colour in ("red", "blue", "green")]
    for kind in ("GIF", "WEBP", "PNG"):
        data = encoded(frames[0], kind, save_all=True, append_images=frames[1:])
        decoded = decode_image(data)
        assert decoded.frames == 3, kind
        red, _, blue = decoded.image.getpixel((5, 5))  # type: ignore[misc]
        assert red > 200
        assert blue < 60


def test_a_draft_keeps_the_size_of_the_file() -> None:
    data = encoded(scene(2, (800, 600)), "JPEG")
    decoded = decode_image(data, draft_side=150)
    assert (decoded.width, decoded.height) == (800, 600)
    assert decoded.image.size == (200, 150)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", RejectionReason.EMPTY),
        (b"hello, world", RejectionReason.NOT_AN_IMAGE),
        (b"PK\x03\x04" + b"\x00" * 100, RejectionReason.NOT_AN_IMAGE),
        (b"<html><body>404</body></html>", RejectionReason.NOT_AN_IMAGE),
        (b'<?xml version="1.0"?><svg xmlns="x"/>', RejectionReason.UNSUPPORTED_FORMAT),
        (b"8BPS\x00\x01" + b"\x00" * 40, RejectionReason.UNSUPPORTED_FORMAT),
        (b"BM", RejectionReason.CORRUPT),
        (png_of_size(13_000, 13_000), RejectionReason.TOO_MANY_PIXELS),
        (png_of_size(60_000, 60_000), RejectionReason.TOO_MANY_PIXELS),
        (png_of_size(300, 300), RejectionReason.TRUNCATED),
    ],
)
def test_what_is_refused_and_why(data: bytes, reason: RejectionReason) -> None:
    assert refusal(data) == reason


def file_type(*brands: bytes) -> bytes:
    """The first box of an ISO base media file: major brand, version 0, other brands."""
    major, *others = brands
    body = b"ftyp" + major + bytes(4) + b"".join(others)
    return struct.pack(">I", 4 + len(body)) + body + bytes(60)


HEIF = b"heic heix heim heis hevc hevx hevm hevs mif1 msf1 miaf avif avis".split()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        *((file_type(brand), "HEIF/AVIF") for brand in HEIF),
        # Apple's and Samsung's may have a major brand of their own.
        *((file_type(b"abcd", b"isom", brand), "HEIF/AVIF") for brand in HEIF),
        (file_type(b"crx ", b"isom"), "camera raw"),
        (b"II*\x00\x10\x00\x00\x00CR\x02\x00" + bytes(60), "camera raw"),
    ],
)
def test_known_formats_are_refused_by_name(data: bytes, name: str) -> None:
    with pytest.raises(RejectedFileError) as caught:
        decode_image(data)
    assert caught.value.reason_code == RejectionReason.UNSUPPORTED_FORMAT
    assert str(caught.value) == (
        f"{name} files are not supported: "
        "convert them to JPEG, PNG, WebP, GIF, BMP or TIFF"
    )


def test_a_video_is_not_an_image() -> None:
    video = file_type(b"isom", b"iso2", b"avc1", b"mp41")
    assert refusal(video) == RejectionReason.NOT_AN_IMAGE


def test_a_digital_negative_is_refused_for_its_thumbnail() -> None:
    data = encoded(SMALL, "TIFF", tiffinfo={50706: b"\x01\x04\x00\x00"})
    assert refusal(data) == RejectionReason.UNSUPPORTED_FORMAT


def test_limits_on_bytes_pixels_and_frames() -> None:
    data = encoded(SMALL, "PNG")
    assert (
        refusal(data, DecodingLimits(max_bytes=len(data) - 1))
        == RejectionReason.TOO_MANY_BYTES
    )
    assert (
        refusal(data, DecodingLimits(max_pixels=96 * 64 - 1))
        == RejectionReason.TOO_MANY_PIXELS
    )
    frames = [Image.new("RGB", (8, 8), (n, 0, 0)) for n in range(0, 250, 25)]
    animation = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert (
        refusal(animation, DecodingLimits(max_frames=9))
        == RejectionReason.TOO_MANY_FRAMES
    )


def test_compressed_text_of_any_size_does_no_harm() -> None:
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", "a" * 50_000_000, zip=True)
    assert decode_image(encoded(SMALL, "PNG", pnginfo=text)).width == 96


def test_tags_that_claim_more_than_the_file_are_refused() -> None:
    entry = struct.pack("<HHII", 0x9999, 1, 2**31, 8)
    data = b"II*\x00" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    assert refusal(data) == RejectionReason.CORRUPT


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(FORMATS),
    changes=st.lists(
        st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=12
    ),
    end=st.floats(0, 1),
    tail=st.binary(max_size=20),
)
def test_damaged_bytes_decode_or_are_rejected_and_nothing_else(
    kind: str, changes: list[tuple[float, int]], end: float, tail: bytes
) -> None:
    data = bytearray(encoded(SMALL, kind))
    for place, value in changes:
        data[int(place * len(data))] = value
    try:
        mode = decode_image(bytes(data[: int(end * len(data)) + 1]) + tail).image.mode
    except RejectedFileError as refused:
        mode = refused.reason_code
    assert mode in {"RGB", *RejectionReason}
