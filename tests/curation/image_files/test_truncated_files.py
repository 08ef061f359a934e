"""Files without their end: accepted if all pixels are there, refused otherwise."""

from collections.abc import Mapping

import pytest
from PIL import Image

from curation.image_files.domain.decoding import decode_image
from curation.image_files.domain.metadata import remove_metadata
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from tests.curation.drawing import encoded, scene
from tests.curation.image_files.deep_files import png_chunk

SIZES = ((96, 64), (333, 217))
JPEG_END = b"\xff\xd9"
FILES: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "JPEG": ("JPEG", {"quality": 90}),
    "JPEG, whole colours": ("JPEG", {"quality": 90, "subsampling": 0}),
    "JPEG, restarts": ("JPEG", {"quality": 90, "restart_marker_rows": 1}),
    "JPEG, progressive": ("JPEG", {"quality": 90, "progressive": True}),
    "PNG": ("PNG", {}),
    "GIF": ("GIF", {}),
    "WebP": ("WEBP", {}),
    "BMP": ("BMP", {}),
    "TIFF": ("TIFF", {}),
    "TIFF, LZW": ("TIFF", {"compression": "tiff_lzw"}),
}
JPEGS = [name for name in FILES if name.startswith("JPEG")]
ENDS = {"JPEG": 2, "PNG": 12, "GIF": 1}
"""Bytes of the end marker: EOI, IEND, the trailer."""


def drawn(name: str, size: tuple[int, int] = (333, 217)) -> bytes:
    kind, options = FILES[name]
    return encoded(scene(1, size), kind, **options)


def refusal(data: bytes) -> RejectedFileError:
    with pytest.raises(RejectedFileError) as caught:
        decode_image(data)
    return caught.value


def outcome(data: bytes) -> bytes | RejectionReason:
    """The pixels, or why the file is refused."""
    try:
        return decode_image(data).image.tobytes()
    except RejectedFileError as rejection:
        return rejection.reason_code


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", FILES)
def test_a_cut_file_is_refused_or_whole(name: str, size: tuple[int, int]) -> None:
    data = drawn(name, size)
    whole = decode_image(data).image.tobytes()
    last = range(len(data) - 14, len(data))
    ends = {*(len(data) * share // 40 for share in range(1, 40)), *last}
    outcomes = [outcome(data[:end]) for end in sorted(ends)]
    refused = {
        RejectionReason.TRUNCATED,
        RejectionReason.CORRUPT,
        RejectionReason.NOT_AN_IMAGE,
    }
    assert set(outcomes) <= {whole, *refused}
    assert whole not in outcomes[:39]


@pytest.mark.parametrize("name", [*JPEGS, "PNG", "GIF"])
def test_a_file_that_lacks_only_its_end_marker_is_whole(name: str) -> None:
    data = drawn(name)
    end = ENDS[FILES[name][0]]
    for missing in range(1, end + 1):
        cut = data[:-missing]
        assert decode_image(cut).image.tobytes() == decode_image(data).image.tobytes()
        # What is released is a file with its end, and nothing else is new.
        assert remove_metadata(cut).content == remove_metadata(data).content
        assert not remove_metadata(cut).reencoded


def test_texts_after_the_pixels_do_not_matter() -> None:
    """ImageMagick writes the file's dates there."""
    data = drawn("PNG")
    text = png_chunk(b"tEXt", b"date:create\x002026-11-28")
    assert remove_metadata(data[:-12] + text).content == data


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
@pytest.mark.parametrize("name", JPEGS)
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_half_an_image_with_an_end_marker_is_refused(
    name: str, mode: str, share: float
) -> None:
    kind, options = FILES[name]
    data = encoded(scene(1, (333, 217)).convert(mode), kind, **options)
    scan = data.index(b"\xff\xda")
    cut = scan + int((len(data) - scan) * share)
    if "progressive" in name and share > 0.5:
        cut = data.rindex(b"\xff\xda")
    rejection = refusal(data[:cut].rstrip(b"\xff") + JPEG_END)
    assert rejection.reason_code == RejectionReason.TRUNCATED
    assert str(rejection) == (
        "part of the JPEG image is missing: download or save the file again"
    )


@pytest.mark.parametrize("shade", [127, 128, 129])
def test_a_grey_corner_is_not_taken_for_a_missing_one(shade: int) -> None:
    image = scene(2, (200, 120))
    image.paste((shade, shade, shade), (0, 60, 200, 120))
    for options in ({}, {"progressive": True}, {"subsampling": 0, "quality": 100}):
        data = encoded(image, "JPEG", **options)
        assert decode_image(data).width == 200
        assert decode_image(data[:-2]).width == 200


def test_an_animation_that_lacks_frames_is_refused() -> None:
    frames = [Image.new("RGB", (30, 20), colour) for colour in ("red", "blue", "green")]
    whole = encoded(frames[0], "PNG", save_all=True, append_images=frames[1:])
    assert decode_image(whole[:-12]).frames == 3
    last_frame = whole.rindex(b"fcTL") - 4
    assert refusal(whole[:last_frame]).reason_code == RejectionReason.TRUNCATED
