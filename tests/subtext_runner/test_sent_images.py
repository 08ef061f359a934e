"""A model gets the pixels that people saw, in a form that servers read."""

import base64
import hashlib
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from subtext_runner.backends.base import SentParameters
from subtext_runner.backends.openai import OpenAIBackend, RetryPolicy, ServedModel
from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.parameters import RequestParameters
from subtext_runner.questions import ImageFile
from subtext_runner.sent_images import (
    ImageLimit,
    data_address,
    shown_image,
    within_pixels,
)
from tests.curation.image_files.deep_files import png as deep_png
from tests.subtext_runner.asking import requests_of
from tests.support.model_server import Reply, model_server
from tests.support.tiny_release import tiny_images, twelve_questions, write_release

SIZE = (40, 30)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def drawing() -> Image.Image:
    """A blue page with a red bar."""
    image = Image.new("RGB", SIZE, (20, 40, 160))
    ImageDraw.Draw(image).rectangle((5, 5, 20, 12), fill=(220, 30, 30))
    return image


def on_nothing() -> Image.Image:
    layer = Image.new("RGBA", SIZE, (0, 0, 0, 0))
    layer.paste((220, 30, 30, 255), (5, 5, 20, 12))
    return layer


def palette_on_nothing() -> bytes:
    image = Image.new("P", SIZE, 0)
    image.putpalette([0, 0, 0, 220, 30, 30])
    image.paste(1, (5, 5, 20, 12))
    return encoded(image, "PNG", transparency=0)


def released(folder: Path, name: str, content: bytes, ground: str) -> Benchmark:
    """A release with an image of that name; the other questions have their own."""
    line = twelve_questions()[4]
    digest = hashlib.sha256(content).hexdigest()
    path = f"images/{digest}.{name}"
    line["images"] = [{"path": path, "sha256": digest, "ground": ground}]
    lines = [*twelve_questions()[:4], line, *twelve_questions()[5:]]
    images = {**tiny_images(), path: content}
    sha256 = write_release(folder, questions=lines, images=images)
    return read_benchmark(str(folder), sha256=sha256)


def its_image(benchmark: Benchmark) -> ImageFile:
    return benchmark.questions[4].images[0]


def received(address: str) -> Image.Image:
    head, _, content = address.partition(",")
    image = Image.open(io.BytesIO(base64.b64decode(content)))
    assert head == f"data:image/{(image.format or '').lower()};base64"
    assert image.format in {"JPEG", "PNG"}
    return image


def pixel(image: Image.Image, at: tuple[int, int]) -> tuple[int, ...]:
    return tuple(np.asarray(image.convert("RGB"))[at[1], at[0]].tolist())


@pytest.mark.parametrize("kind", ["bmp", "gif", "tiff", "webp", "png"])
def test_every_type_is_sent_as_servers_read_it(kind: str, tmp_path: Path) -> None:
    lossless = {"lossless": True} if kind == "webp" else {}
    content = encoded(drawing(), kind.upper(), **lossless)
    benchmark = released(tmp_path / "r", kind, content, "white")
    for image in (
        received(data_address(its_image(benchmark), benchmark)),
        shown_image(its_image(benchmark), benchmark),
    ):
        assert image.size == SIZE
        assert pixel(image, (10, 8)) == (220, 30, 30)
        assert pixel(image, (35, 25)) == (20, 40, 160)


def test_jpeg_is_sent_as_released(tmp_path: Path) -> None:
    content = encoded(drawing(), "JPEG", quality=90)
    benchmark = released(tmp_path / "r", "jpg", content, "white")
    address = data_address(its_image(benchmark), benchmark)
    assert base64.b64decode(address.partition(",")[2]) == content


@pytest.mark.parametrize(
    ("ground", "colour"), [("white", (255, 255, 255)), ("black", (0, 0, 0))]
)
@pytest.mark.parametrize(
    "file", [lambda: encoded(on_nothing(), "PNG"), palette_on_nothing]
)
def test_transparent_pixels_show_the_ground_of_the_release(
    ground: str, colour: tuple[int, ...], file: Callable[[], bytes], tmp_path: Path
) -> None:
    benchmark = released(tmp_path / "r", "png", file(), ground)
    for image in (
        received(data_address(its_image(benchmark), benchmark)),
        shown_image(its_image(benchmark), benchmark),
    ):
        assert image.mode == "RGB"
        assert pixel(image, (35, 25)) == colour
        assert pixel(image, (10, 8)) == (220, 30, 30)


def test_an_earlier_release_names_no_ground_and_means_white() -> None:
    assert ImageFile(path="images/a.png", sha256="0" * 64).ground == "white"


def test_sixteen_bits_are_scaled_not_clipped(tmp_path: Path) -> None:
    ramp = np.linspace(0, 65535, SIZE[0]).astype(np.uint16)[None].repeat(SIZE[1], 0)
    content = encoded(Image.fromarray(ramp), "PNG")
    benchmark = released(tmp_path / "r", "png", content, "white")
    image = received(data_address(its_image(benchmark), benchmark))
    middle = pixel(image, (SIZE[0] // 2, 3))
    assert all(abs(level - 131) <= 1 for level in middle)  # 20 / 39 of 255


@pytest.mark.parametrize("bits", [10, 12, 14])
def test_greys_of_fewer_bits_are_not_black(bits: int, tmp_path: Path) -> None:
    """Releases of earlier versions may hold them."""
    levels = np.linspace(0, 2**bits - 1, SIZE[0]).astype(np.uint16)
    content = encoded(Image.fromarray(levels[None].repeat(SIZE[1], 0)), "PNG")
    benchmark = released(tmp_path / "r", "png", content, "white")
    for image in (
        received(data_address(its_image(benchmark), benchmark)),
        shown_image(its_image(benchmark), benchmark),
    ):
        sent = [pixel(image, (x, 3))[0] for x in (0, 13, 26, 39)]
        assert sent == pytest.approx([0, 85, 170, 255], abs=1)


def test_colours_of_sixteen_bits_are_sent_in_eight(tmp_path: Path) -> None:
    deep = np.full((SIZE[1], SIZE[0], 3), (220 * 257, 30 * 257, 40 * 257), np.uint16)
    content = deep_png(deep)
    assert content[24] == 16  # the bit depth in IHDR
    benchmark = released(tmp_path / "r", "png", content, "white")
    address = data_address(its_image(benchmark), benchmark)
    assert base64.b64decode(address.partition(",")[2])[24] == 8
    assert pixel(received(address), (3, 3)) == (220, 30, 40)


def test_one_damaged_image_is_its_question_s_error(tmp_path: Path) -> None:
    damaged = encoded(drawing(), "BMP")[:90]
    benchmark = released(tmp_path / "r", "bmp", damaged, "white")
    with model_server(lambda _: Reply("A")) as server:
        model = ServedModel(name="stub", base_url=server.base_url)
        limits = SentParameters(maximum_tokens=64, temperature=0)
        patience = RetryPolicy(concurrency=4, backoff=0.01)
        backend = OpenAIBackend(benchmark, model, limits, patience=patience)
        responses = list(backend.answer(requests_of(benchmark, setting="none")))
    failed = [response for response in responses if response.error]
    assert [response.question_id for response in failed] == [benchmark.questions[4].id]
    assert failed[0].error is not None
    assert failed[0].error.kind == "generation"
    assert "the image cannot be read" in failed[0].error.detail
    assert len(server.asked) == len(responses) - 1 == 7


def noise(kind: str, size: tuple[int, int], **options: object) -> bytes:
    """An image that no encoding makes small."""
    values = np.random.default_rng(3).integers(0, 256, (size[1], size[0], 3), np.uint8)
    return encoded(Image.fromarray(values), kind, **options)


@pytest.mark.parametrize(
    ("size", "most", "sent"),
    [
        ((400, 300), 120_000, (400, 300)),
        ((400, 300), 30_000, (200, 150)),
        ((300, 5_400), 162_000, (94, 1_707)),  # 1 : 18 stays 1 : 18
    ],
)
def test_an_image_of_more_pixels_is_made_smaller_in_proportion(
    size: tuple[int, int], most: int, sent: tuple[int, int], tmp_path: Path
) -> None:
    content = encoded(drawing().resize(size), "JPEG", quality=90)
    benchmark = released(tmp_path / "r", "jpg", content, "white")
    limit = ImageLimit(pixels=most)
    address = data_address(its_image(benchmark), benchmark, limit)
    assert received(address).size == sent
    local = within_pixels(shown_image(its_image(benchmark), benchmark), most)
    assert local.size == sent
    unlimited = data_address(its_image(benchmark), benchmark)
    assert base64.b64decode(unlimited.partition(",")[2]) == content


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_file_of_more_bytes_is_made_smaller(kind: str, tmp_path: Path) -> None:
    content = noise(kind, (600, 400), **({} if kind == "PNG" else {"quality": 100}))
    benchmark = released(tmp_path / "r", kind.lower(), content, "white")
    for most in (len(content) - 1, 40_000, 10_000):
        limit = ImageLimit(bytes=most)
        address = data_address(its_image(benchmark), benchmark, limit)
        image = received(address)
        assert len(base64.b64decode(address.partition(",")[2])) <= most
        assert image.format == "JPEG"
        assert image.width / image.height == pytest.approx(1.5, rel=0.05)
        assert image.width > 40


def test_a_run_sends_all_images_within_its_limit_and_says_so(tmp_path: Path) -> None:
    """The limit is in the result's parameters, and part of the score's identity."""
    release = released(tmp_path / "r", "png", noise("PNG", (90, 60)), "white")
    parameters = RequestParameters(image_pixels=1_350)
    assert parameters.label == "image_pixels=1350"
    with model_server(lambda _: Reply("A")) as server:
        model = ServedModel(name="stub", base_url=server.base_url)
        limits = SentParameters(maximum_tokens=64, temperature=0, image_pixels=1_350)
        patience = RetryPolicy(concurrency=4, backoff=0.01)
        backend = OpenAIBackend(release, model, limits, patience=patience)
        list(backend.answer(requests_of(release, setting="none")))
    sizes = [received(address).size for each in server.asked for address in each.images]
    assert (45, 30) in sizes
    assert max(width * height for width, height in sizes) == 1_350
    assert limits.data()["image_pixels"] == 1_350
