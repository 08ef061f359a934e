"""Metadata goes, pixels stay."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms, ImageSequence, PngImagePlugin

from curation.image_files.domain.decoding import decode_image
from curation.image_files.domain.limits import DecodingLimits
from curation.image_files.domain.metadata import remove_metadata
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from tests.curation.drawing import encoded, scene
from tests.curation.image_files.deep_files import (
    INTEGER_TYPES,
    LONG,
    SHORT,
    orientation_exif,
    tiff,
)

SECRET = b"Somebody's Name"


def pixels(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as image:
        return image.tobytes()


def with_metadata(image: Image.Image, kind: str, orientation: int = 1) -> bytes:
    exif = Image.Exif()
    exif[0x013B] = SECRET.decode()
    exif[0x0112] = orientation
    packet = b"<x:xmpmeta>" + SECRET + b"</x:xmpmeta>"
    if kind == "PNG":
        text = PngImagePlugin.PngInfo()
        text.add_text("Author", SECRET.decode())
        text.add_itxt("XML:com.adobe.xmp", packet.decode())
        return encoded(image, kind, exif=exif, pnginfo=text) + SECRET
    if kind == "GIF":
        return encoded(image, kind, comment=SECRET) + SECRET
    if kind == "WEBP":
        return encoded(image, kind, exif=exif, xmp=packet) + SECRET
    return encoded(image, kind, exif=exif, xmp=packet, comment=SECRET) + SECRET


@pytest.mark.parametrize(
    ("kind", "removed"),
    [
        ("JPEG", {"EXIF", "XMP", "comment", "trailing data"}),
        ("PNG", {"EXIF", "XMP", "text", "trailing data"}),
        ("WEBP", {"EXIF", "XMP", "trailing data"}),
        ("GIF", {"comment", "trailing data"}),
    ],
)
def test_metadata_is_cut_out_without_re_encoding(kind: str, removed: set[str]) -> None:
    data = with_metadata(scene(3, (120, 90)), kind)
    assert SECRET in data
    cleaned = remove_metadata(data)
    assert set(cleaned.removed) == removed
    assert not cleaned.reencoded
    assert SECRET not in cleaned.content
    assert pixels(cleaned.content) == pixels(data)
    assert len(cleaned.content) < len(data)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    kind=st.sampled_from(["JPEG", "PNG", "WEBP", "GIF", "BMP"]),
    mode=st.sampled_from(["RGB", "L", "P", "RGBA", "CMYK"]),
)
def test_cleaning_keeps_pixels_and_is_idempotent(
    seed: int, kind: str, mode: str
) -> None:
    image = scene(seed, (50, 40)).convert(mode)
    allowed = {
        "JPEG": {"RGB", "L", "CMYK"},
        "BMP": {"RGB", "L"},
        "WEBP": {"RGB", "RGBA"},
    }
    if mode not in allowed.get(kind, {"RGB", "L", "P", "RGBA"}):
        image = image.convert("RGB")
    data = encoded(image, kind)
    once = remove_metadata(data)
    assert pixels(once.content) == pixels(data)
    assert (
        decode_image(once.content).image.tobytes() == decode_image(data).image.tobytes()
    )
    twice = remove_metadata(once.content)
    assert twice.content == once.content
    assert twice.removed == ()


def test_colour_profile_and_animation_stay() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for kind in ("JPEG", "PNG", "WEBP"):
        cleaned = remove_metadata(
            encoded(scene(4, (60, 40)), kind, icc_profile=profile)
        )
        with Image.open(io.BytesIO(cleaned.content)) as image:
            assert image.info["icc_profile"] == profile
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    for kind in ("GIF", "PNG", "WEBP"):
        data = encoded(frames[0], kind, save_all=True, append_images=frames[1:], loop=0)
        with Image.open(io.BytesIO(remove_metadata(data).content)) as image:
            assert image.n_frames == 2  # type: ignore[attr-defined]
            assert image.info.get("loop") == 0


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", [2, 3, 6, 8])
def test_a_rotation_is_baked_and_said(kind: str, orientation: int) -> None:
    data = with_metadata(scene(5, (80, 60)), kind, orientation)
    cleaned = remove_metadata(data)
    assert cleaned.reencoded
    assert SECRET not in cleaned.content
    before, after = decode_image(data), decode_image(cleaned.content)
    assert after.orientation == 1
    assert after.image.size == before.image.size
    difference = np.abs(
        np.asarray(after.image).astype(int) - np.asarray(before.image).astype(int)
    )
    assert difference.mean() < (3 if kind == "JPEG" else 0.001)
    assert remove_metadata(cleaned.content) == cleaned._replace(
        removed=(), reencoded=False
    )


def test_tiff_becomes_png_with_the_same_pixels() -> None:
    data = encoded(scene(6, (40, 30)), "TIFF", description=SECRET.decode())
    cleaned = remove_metadata(data)
    assert cleaned.media_type == "image/png"
    assert cleaned.reencoded
    assert SECRET not in cleaned.content
    assert (
        decode_image(cleaned.content).image.tobytes()
        == decode_image(data).image.tobytes()
    )


ORANGE, NAVY = (240, 130, 20), (20, 30, 110)


def with_orientation(kind: str, orientation: int, integer: int) -> bytes:
    """Orange left and navy right, with the orientation stored as that integer type."""
    image = Image.new("RGB", (64, 32), NAVY)
    image.paste(ORANGE, (0, 0, 32, 32))
    if kind == "TIFF":
        samples = np.asarray(image).astype(np.uint16)
        return tiff(samples, 8, orientation=(orientation, integer))
    exif = b"Exif\x00\x00" + orientation_exif(orientation, integer)
    return encoded(image, kind, exif=exif)


@pytest.mark.parametrize("integer", INTEGER_TYPES)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_an_orientation_of_any_integer_type_is_applied(kind: str, integer: int) -> None:
    """Orientation 6: the left side becomes the top."""
    data = with_orientation(kind, 6, integer)
    decoded = decode_image(data)
    assert decoded.orientation == 6
    assert (decoded.width, decoded.height) == (32, 64)
    with Image.open(io.BytesIO(remove_metadata(data).content)) as published:
        assert not published.getexif()
        for image in (decoded.image, published.convert("RGB")):
            assert image.size == (32, 64)
            assert image.getpixel((16, 10)) == pytest.approx(ORANGE, abs=12)
            assert image.getpixel((16, 54)) == pytest.approx(NAVY, abs=12)


@pytest.mark.parametrize("value", [0, 9, 255])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_an_orientation_that_does_not_exist_turns_nothing(
    kind: str, value: int
) -> None:
    data = with_orientation(kind, value, LONG)
    assert decode_image(data).image.size == (64, 32)
    assert remove_metadata(data).reencoded == (kind == "TIFF")


def animation(kind: str, **options: object) -> bytes:
    """Three frames, orange on the left, each with a bar elsewhere, to be turned right."""
    frames = []
    for number in range(3):
        image = Image.new("RGB", (64, 32), NAVY)
        image.paste(ORANGE, (0, 0, 8, 32))
        image.paste((255, 255, 255), (20 + 12 * number, 0, 28 + 12 * number, 32))
        frames.append(image)
    return encoded(
        frames[0],
        kind,
        save_all=True,
        append_images=frames[1:],
        duration=[100, 250, 700],
        loop=4,
        exif=b"Exif\x00\x00" + orientation_exif(6, SHORT),
        **options,
    )


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_turned_animation_keeps_its_frames(kind: str) -> None:
    lossless = {"lossless": True} if kind == "WEBP" else {}
    cleaned = remove_metadata(animation(kind, **lossless))
    assert cleaned.reencoded
    with Image.open(io.BytesIO(cleaned.content)) as image:
        assert image.format == kind
        assert not image.getexif()
        assert image.size == (32, 64)
        assert image.n_frames == 3  # type: ignore[attr-defined]
        assert image.info["loop"] == 4
        durations = []
        for number, frame in enumerate(ImageSequence.Iterator(image)):
            pixels = frame.convert("RGB")
            durations.append(round(frame.info["duration"]))
            assert pixels.getpixel((16, 4)) == ORANGE
            assert pixels.getpixel((16, 24 + 12 * number)) == (255, 255, 255)
            assert pixels.getpixel((16, 62)) == NAVY
    assert durations == [100, 250, 700]
    assert remove_metadata(cleaned.content).content == cleaned.content


def test_the_image_beside_an_animation_is_turned_too() -> None:
    data = animation("PNG", default_image=True)
    with Image.open(io.BytesIO(remove_metadata(data).content)) as image:
        assert image.info["default_image"]
        assert image.n_frames == 3  # type: ignore[attr-defined]
        assert image.size == (32, 64)
        assert image.convert("RGB").getpixel((16, 24)) == (255, 255, 255)


def test_an_animation_too_large_to_turn_is_refused() -> None:
    with pytest.raises(RejectedFileError, match="save them upright") as caught:
        remove_metadata(animation("PNG"), limits=DecodingLimits(max_pixels=64 * 32 * 2))
    assert caught.value.reason_code == RejectionReason.TOO_MANY_PIXELS


def test_a_transparent_tiff_stays_transparent() -> None:
    """White on nothing would be a blank page on white."""
    image = Image.new("RGBA", (60, 40), (0, 0, 0, 0))
    image.paste((255, 255, 255, 255), (20, 10, 40, 30))
    data = encoded(image, "TIFF")
    assert decode_image(data).ground == "black"
    with Image.open(io.BytesIO(remove_metadata(data).content)) as published:
        assert published.mode == "RGBA"
        assert published.tobytes() == image.tobytes()
