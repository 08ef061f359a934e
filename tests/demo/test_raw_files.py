"""The drawn folder: complete, the same every time, odd where it says it is odd."""

import hashlib
import subprocess
import sys
import warnings
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import imagehash
import numpy as np
import pytest
from PIL import Image, ImageOps

from demo.drawing.crawl import COPIES
from demo.drawing.raw_files import draw_all, draw_raw_files
from demo.drawing.svg import flatten_on_white
from demo.drawing.text_pages import draw_pages
from demo.drawing.truth import TrueFate


def opened(path: Path) -> Image.Image:
    """A picture as a viewer shows it: first frame, upright, on white, eight bits."""
    with Image.open(path) as image:
        image.load()
        upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith("I;16"):
        upright = Image.fromarray((np.asarray(upright) >> 8).astype(np.uint8))
    if upright.mode == "P":
        upright = upright.convert("RGBA")
    return flatten_on_white(upright)


def test_every_file_is_in_the_ground_truth(
    drawn: Path, fates: Sequence[TrueFate]
) -> None:
    found = {
        path.relative_to(drawn).as_posix()
        for path in drawn.rglob("*")
        if path.is_file()
    }
    assert found == {fate["path"] for fate in fates}
    assert len(fates) >= 70
    assert len({fate["path"].split("/")[0] for fate in fates}) >= 6


@pytest.mark.slow
def test_drawing_again_gives_the_same_bytes(fates: Sequence[TrueFate]) -> None:
    again = {
        file.fate["path"]: hashlib.sha256(file.content).hexdigest()
        for file in draw_raw_files()
    }
    assert again == {fate["path"]: fate["sha256"] for fate in fates}


def test_a_drawn_folder_is_left_alone(drawn: Path, fates: Sequence[TrueFate]) -> None:
    before = {fate["path"]: (drawn / fate["path"]).stat().st_mtime_ns for fate in fates}
    draw_all(drawn)
    after = {fate["path"]: (drawn / fate["path"]).stat().st_mtime_ns for fate in fates}
    assert after == before


def test_without_the_extra_everything_but_drawing_works() -> None:
    blocked = "import sys; sys.modules['resvg_py'] = None; import demo, demo.drawing.raw_files, demo.crew"
    subprocess.run([sys.executable, "-c", blocked], check=True)


@pytest.mark.parametrize(
    ("outcome", "at_least"),
    [
        ("kept", 24),
        ("duplicate", 24),
        ("too_much_text", 6),
        ("screened_out", 6),
        ("rejected", 5),
    ],
)
def test_every_outcome_occurs(
    fates: Sequence[TrueFate], outcome: str, at_least: int
) -> None:
    assert sum(fate["outcome"] == outcome for fate in fates) >= at_least


def test_no_broken_file_can_be_opened(drawn: Path, fates: Sequence[TrueFate]) -> None:
    broken = [fate["path"] for fate in fates if fate["outcome"] == "rejected"]
    for path in broken:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with pytest.raises((OSError, Image.DecompressionBombWarning)):
                opened(drawn / path)


def test_the_bomb_is_small_on_disk_and_huge_in_memory(drawn: Path) -> None:
    bomb = drawn / "downloads/huge.png"
    assert bomb.stat().st_size < 100_000
    header = bomb.read_bytes()[16:24]
    width, height = int.from_bytes(header[:4]), int.from_bytes(header[4:])
    assert width * height > 100_000_000


def test_every_way_of_copying_occurs(fates: Sequence[TrueFate]) -> None:
    ways = {
        fate["reason"].removeprefix("a copy: ")
        for fate in fates
        if fate["outcome"] == "duplicate"
    }
    assert ways == {*COPIES, "exact"}


def test_a_copy_names_a_better_original(drawn: Path, fates: Sequence[TrueFate]) -> None:
    kept = {fate["path"]: fate for fate in fates if fate["outcome"] == "kept"}
    for fate in fates:
        if fate["outcome"] != "duplicate":
            continue
        assert fate["duplicate_of"] in kept
        original = kept[fate["duplicate_of"]]
        # Of equal copies the first imported stays, and folders are read in order.
        assert original["path"] < fate["path"]
        if fate["sha256"] == original["sha256"]:
            continue
        ours, theirs = drawn / fate["path"], drawn / original["path"]
        copied, best = opened(ours), opened(theirs)
        ours_is_worse = (copied.width * copied.height, ours.stat().st_size) < (
            best.width * best.height,
            theirs.stat().st_size,
        )
        assert ours_is_worse, fate["path"]
        assert imagehash.phash(copied) - imagehash.phash(best) <= 10, fate["path"]


def test_different_images_do_not_look_alike(
    drawn: Path, fates: Sequence[TrueFate]
) -> None:
    hashes = {
        fate["path"]: imagehash.phash(opened(drawn / fate["path"]))
        for fate in fates
        if fate["outcome"] not in ("duplicate", "rejected")
    }
    near = [
        (one, other)
        for one, other in combinations(hashes, 2)
        if hashes[one] - hashes[other] <= 12
    ]
    assert near == []


def test_text_pages_are_mostly_text() -> None:
    for page in draw_pages():
        assert page.text_area > 0.4, page.name


def test_the_crawl_brings_every_odd_format(drawn: Path) -> None:
    with Image.open(drawn / "posters/hand-bridge.jpg") as image:
        assert image.mode == "CMYK"
    with Image.open(drawn / "stock/misty-mountains.png") as image:
        assert image.mode == "I;16"
    with Image.open(drawn / "social/snail-express.gif") as image:
        assert getattr(image, "n_frames", 1) == 3
    with Image.open(drawn / "social/locked-gate.jpg") as image:
        assert image.format == "PNG"
    with Image.open(drawn / "logos/book-bird.png") as image:
        assert image.getchannel("A").getextrema() == (0, 255)


def test_the_phone_photo_lies_on_its_side_and_knows_where_it_was(drawn: Path) -> None:
    with Image.open(drawn / "gallery-a/piggy-parachute.jpg") as image:
        assert image.width > image.height
        assert image.getexif()[0x0112] == 6
        assert image.getexif().get_ifd(0x8825)[1] == "N"
        upright = ImageOps.exif_transpose(image)
    assert upright.height > upright.width
