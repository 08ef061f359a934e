"""Images of 10 to 16 bits are shown and released with the levels that were drawn."""

import io

import numpy as np
import pytest
from PIL import Image

from curation.image_files.domain.decoding import decode_image
from curation.image_files.domain.metadata import remove_metadata
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from tests.curation.drawing import encoded
from tests.curation.image_files.deep_files import SHORT, Samples, png, tiff

DEPTHS = (10, 12, 14, 16)
SHOWN = [0, 85, 170, 255]
"""Four bands, black to white, as 8-bit greys."""


def bands(bits: int, channels: int = 1) -> Samples:
    """Columns of 0, 1/3, 2/3 and 3/3 of white."""
    white = 2**bits - 1
    levels = np.array([0, white // 3, 2 * white // 3, white], np.uint16)
    grey = levels.repeat(10)[None].repeat(20, axis=0)
    return grey if channels == 1 else np.stack([grey] * channels, axis=-1)


def opaque(samples: Samples, bits: int) -> Samples:
    """The samples with an opacity of all bits."""
    opacity = np.full(samples.shape[:2], 2**bits - 1, np.uint16)
    return np.dstack([samples, opacity])


def shown_levels(data: bytes) -> list[int]:
    """The middles of the bands in the first row, of all channels alike."""
    pixels = np.asarray(decode_image(data).image)[0, 5::10].astype(int)
    assert np.ptp(pixels, axis=1).max() == 0
    return pixels[:, 0].tolist()


def published_levels(data: bytes) -> list[float]:
    """What any viewer shows of the published file, in 8-bit levels."""
    with Image.open(io.BytesIO(remove_metadata(data).content)) as image:
        assert image.format == "PNG"
        scale = 257 if image.mode.startswith("I;16") else 1
        pixels = np.asarray(image)
    grey = pixels if pixels.ndim == 2 else pixels[..., 0]
    return (grey[0, 5::10] / scale).tolist()


def files_of(bits: int) -> dict[str, bytes]:
    return {
        "PNG": png(bands(bits)),
        "PNG, colours": png(bands(bits, 3)),
        "PNG, opacity": png(opaque(bands(bits), 16), alpha=True),
        "PNG, colours, opacity": png(opaque(bands(bits, 3), bits), alpha=True),
        "TIFF": tiff(bands(bits), 16),
        "TIFF, colours": tiff(bands(bits, 3), 16),
        "TIFF, packed": tiff(bands(bits), bits),
        "TIFF, packed colours": tiff(bands(bits, 3), bits),
        "TIFF, packed, opacity": tiff(opaque(bands(bits, 3), bits), bits),
    }


@pytest.mark.parametrize("bits", DEPTHS)
@pytest.mark.parametrize("kind", files_of(16))
def test_every_depth_is_shown_and_published_as_drawn(kind: str, bits: int) -> None:
    data = files_of(bits)[kind]
    assert shown_levels(data) == pytest.approx(SHOWN, abs=1)
    assert published_levels(data) == pytest.approx(SHOWN, abs=1)
    published = remove_metadata(data).content
    assert shown_levels(published) == shown_levels(data)
    assert remove_metadata(published).content == published


@pytest.mark.parametrize("data", ["PNG", "TIFF", "TIFF, packed"])
def test_publishing_keeps_all_4096_levels(data: str) -> None:
    ramp = np.arange(4096, dtype=np.uint16).reshape(64, 64)
    files = {
        "PNG": png(ramp),
        "TIFF": tiff(ramp, 16),
        "TIFF, packed": tiff(ramp, 12),
    }
    with Image.open(io.BytesIO(remove_metadata(files[data]).content)) as image:
        published = np.asarray(image)
    assert len(np.unique(published)) == 4096
    assert (np.diff(published.ravel().astype(int)) > 0).all()


def test_publishing_keeps_all_levels_of_colours() -> None:
    ramp = np.arange(4096, dtype=np.uint16).reshape(64, 64)
    colours = np.stack([ramp, ramp[::-1], ramp.T], axis=-1)
    content = remove_metadata(tiff(colours, 12)).content
    assert content[24] == 16  # the bit depth in IHDR
    again = decode_image(content).image
    for x, y in ((0, 0), (63, 63), (10, 50)):
        drawn = [level / 4095 * 255 for level in colours[y, x].tolist()]
        assert again.getpixel((x, y)) == pytest.approx(drawn, abs=1)


def test_a_dark_image_stays_dark() -> None:
    """8-bit levels times 257 are 16 bits, though none of them is bright."""
    dark = np.arange(60, dtype=np.uint16)[None].repeat(4, axis=0) * 257
    data = png(dark)
    assert np.asarray(decode_image(data).image)[0, :, 0].tolist() == list(range(60))
    assert remove_metadata(data).content == data


def test_full_16_bits_are_published_unchanged() -> None:
    for data in (png(bands(16)), png(bands(16, 3))):
        assert remove_metadata(data).content == data
        assert not remove_metadata(data).reencoded


@pytest.mark.parametrize("bits", [8, *DEPTHS])
def test_a_tiff_whose_white_is_zero_is_no_negative(bits: int) -> None:
    data = tiff(bands(bits), bits, white_is_zero=True)
    assert shown_levels(data) == pytest.approx(SHOWN[::-1], abs=1)
    assert published_levels(data) == pytest.approx(SHOWN[::-1], abs=1)


@pytest.mark.parametrize("white", [1.0, 800.0])
def test_floats_keep_their_range(white: float) -> None:
    levels = (bands(16) / 65535 * white).astype(np.float32)
    data = encoded(Image.fromarray(levels), "TIFF")
    assert shown_levels(data) == pytest.approx(SHOWN, abs=1)
    assert published_levels(data) == pytest.approx(SHOWN, abs=1)


@pytest.mark.parametrize("bits", [12, 20])
def test_integers_of_32_bits_keep_their_range(bits: int) -> None:
    levels = (bands(16) / 65535 * (2**bits - 1)).astype(np.int32)
    data = encoded(Image.fromarray(levels), "TIFF")
    assert shown_levels(data) == pytest.approx(SHOWN, abs=1)
    assert published_levels(data) == pytest.approx(SHOWN, abs=1)


def test_a_transparent_level_stays_transparent() -> None:
    ten_bits = Image.fromarray(bands(10))
    data = encoded(ten_bits, "PNG", transparency=341)
    assert shown_levels(data) == pytest.approx([0, 255, 170, 255], abs=1)
    assert shown_levels(remove_metadata(data).content) == shown_levels(data)


@pytest.mark.parametrize("bits", [12, 16])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_deep_images_are_turned(kind: str, channels: int, bits: int) -> None:
    """Orientation 6: the left column becomes the top row."""
    samples = bands(bits, channels)
    if kind == "TIFF":
        data = tiff(samples, bits, orientation=(6, SHORT))
    else:
        exif = encoded(Image.new("L", (1, 1)), "PNG", exif=_orientation(6))
        at = exif.index(b"eXIf") - 4
        chunk = exif[at : at + 12 + int.from_bytes(exif[at : at + 4], "big")]
        data = png(samples)
        data = data[:33] + chunk + data[33:]
    decoded = decode_image(data)
    assert (decoded.width, decoded.height) == decoded.image.size == (20, 40)
    assert remove_metadata(data).content[24] == 16  # the bit depth in IHDR
    for content in (data, remove_metadata(data).content):
        column = np.asarray(decode_image(content).image)[5::10, 3, 0].tolist()
        assert column == pytest.approx(SHOWN, abs=1)


def _orientation(value: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = value
    return exif


def test_a_packed_tiff_without_its_end_is_refused() -> None:
    data = tiff(bands(12), 12)
    for end in (len(data) // 2, len(data) - 1):
        with pytest.raises(RejectedFileError) as caught:
            decode_image(data[:end])
        assert caught.value.reason_code == RejectionReason.TRUNCATED


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (tiff(bands(16), 16, sample_format=3), "16-bit TIFF"),
        (tiff(bands(8, 3) // 2**4, 4), "4-bit TIFF"),
        (
            encoded(Image.new("L", (8, 8)), "JPEG").replace(
                b"\xff\xc0\x00\x0b\x08", b"\xff\xc0\x00\x0b\x0c"
            ),
            "12-bit JPEG",
        ),
    ],
)
def test_depths_that_cannot_be_read_are_refused_by_name(data: bytes, name: str) -> None:
    with pytest.raises(RejectedFileError) as caught:
        decode_image(data)
    assert caught.value.reason_code == RejectionReason.UNSUPPORTED_FORMAT
    assert name in str(caught.value)
    assert "save it with 8 bits" in str(caught.value)
