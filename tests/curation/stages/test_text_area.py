"""Text area: recognised text only, the union of its outlines."""

import itertools
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from core.domain.processors import is_intel
from curation.stages.text_area.area import (
    OcrThresholds,
    TextEngine,
    TextRegion,
    area_ratio,
    image_pieces,
    is_too_long_to_shrink,
    measure_text_area,
    measure_text_areas,
)
from curation.stages.text_area.engines.base import EngineUnavailableError, load_engine
from tests.curation.drawing import scene, words


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return load_engine("rapidocr", {}, languages=["en", "zh"])


def rectangle(
    left: float, top: float, right: float, bottom: float, text: str = "text"
) -> TextRegion:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return TextRegion(corners, text, 0.9)


def test_overlaps_count_once_and_the_outside_not_at_all() -> None:
    regions = [rectangle(0, 0, 0.5, 0.5), rectangle(0.25, 0, 0.75, 0.5)]
    assert area_ratio(regions) == pytest.approx(0.375)
    assert area_ratio([rectangle(-1, -1, 2, 0.5)]) == pytest.approx(0.5)
    assert area_ratio([]) == 0


def test_odd_outlines_do_no_harm() -> None:
    bow_tie = TextRegion(((0, 0), (1, 1), (1, 0), (0, 1)), "text", 0.9)
    assert area_ratio([bow_tie]) == pytest.approx(0.5)
    assert area_ratio([TextRegion(((0, 0), (1, 1)), "text", 0.9)]) == 0
    assert area_ratio([TextRegion(((0, 0),) * 4, "text", 0.9)]) == 0


@given(st.lists(st.tuples(*[st.floats(-2, 3)] * 8), max_size=6))
def test_the_ratio_is_a_share(outlines: Sequence[tuple[float, ...]]) -> None:
    regions = [
        TextRegion(tuple(zip(flat[::2], flat[1::2], strict=True)), "text", 0.9)
        for flat in outlines
    ]
    assert 0 <= area_ratio(regions) <= 1


def test_only_confident_text_of_two_characters_is_confirmed() -> None:
    confirmed = OcrThresholds()
    assert confirmed(TextRegion((), "ab", 0.8))
    assert confirmed(TextRegion((), "暗示", 0.95))
    assert not confirmed(TextRegion((), "ab", 0.79))
    assert not confirmed(TextRegion((), " a ", 0.99))


def test_a_drawn_text_is_read_where_it_is(engine: TextEngine) -> None:
    image = scene(50, (640, 480))
    image.paste(words("HELLO WORLD", (500, 100)), (70, 190))
    area = measure_text_area(image, engine)
    assert "HELLO" in " ".join(region.text for region in area.confirmed).upper()
    assert 0.04 < area.ratio < 0.17
    for region in area.confirmed:
        assert all(0.1 < x < 0.9 and 0.38 < y < 0.62 for x, y in region.polygon)


def test_drawings_without_text_measure_nothing(engine: TextEngine) -> None:
    for seed in range(51, 55):
        assert measure_text_area(scene(seed, (640, 480)), engine).ratio < 0.02


def test_a_poster_full_of_text_measures_much(engine: TextEngine) -> None:
    lines = "\n".join(["EVERY WORD COUNTS"] * 7)
    assert measure_text_area(words(lines, (640, 480), letters=58), engine).ratio > 0.4


def test_images_of_any_size_are_read(engine: TextEngine) -> None:
    for size in ((1, 1), (40, 3), (33, 2000), (3000, 40)):
        assert measure_text_area(Image.new("RGB", size, "white"), engine).ratio == 0


def test_the_engine_says_what_it_is(engine: TextEngine) -> None:
    assert engine.name == "rapidocr"
    assert engine.version
    assert len(engine.models) == 2
    assert engine.parameters["working_side"] == 1600


def test_both_runtimes_measure_the_same(engine: TextEngine) -> None:
    pytest.importorskip("openvino")
    on_onnx, on_openvino = (
        load_engine("rapidocr", {"runtime": runtime}, languages=["en"])
        for runtime in ("onnxruntime", "openvino")
    )
    assert "onnxruntime" in str(on_onnx.parameters["detection"])
    assert "openvino" in str(on_openvino.parameters["detection"])
    faster = on_openvino if is_intel() else on_onnx
    assert engine.parameters == faster.parameters, "auto takes it"
    for seed, letters in ((60, 24), (61, 40), (62, 72)):
        image = scene(seed, (640, 480))
        image.paste(words("NOTHING IS FREE", (560, 120), letters=letters), (40, 180))
        areas = [measure_text_area(image, engine) for engine in (on_onnx, on_openvino)]
        assert areas[0].ratio > 0.01
        # Both compute in float32; outlines are rounded to pixels.
        assert areas[0].ratio == pytest.approx(areas[1].ratio, abs=0.001)
        texts = [[region.text for region in area.confirmed] for area in areas]
        assert texts[0] == texts[1]


def test_without_openvino_the_detector_runs_on_onnx_runtime(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # On Intel, where it would be chosen, it is not installed.
    networks = "curation.stages.text_area.engines.networks"
    monkeypatch.setattr(f"{networks}.is_intel", lambda: True)
    monkeypatch.setitem(sys.modules, "openvino", None)
    module = "curation.stages.text_area.engines.openvino_network"
    monkeypatch.delitem(sys.modules, module, raising=False)
    engine = load_engine("rapidocr", {}, languages=["en"])
    assert "onnxruntime" in str(engine.parameters["detection"])
    with pytest.raises(EngineUnavailableError, match="needs the package 'openvino'"):
        load_engine("rapidocr", {"runtime": "openvino"}, languages=["en"])


def test_openvino_reports_to_nobody(tmp_path: Path) -> None:
    pytest.importorskip("openvino")
    package = tmp_path / "openvino_telemetry.py"
    package.write_text("raise SystemExit('would report')")
    code = "from curation.stages.text_area.engines import openvino_network"
    path = os.pathsep.join([str(tmp_path), str(Path.cwd())])
    subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, check=True
    )


def test_missing_engines_are_named() -> None:
    with pytest.raises(EngineUnavailableError, match="no text engine 'magic'"):
        load_engine("magic", {}, languages=["en"])
    with pytest.raises(EngineUnavailableError, match="'no_such_package'"):
        load_engine(
            "odd",
            {},
            languages=["en"],
            engines={"odd": "no_such_package.engine:Engine"},
        )


def test_a_giant_reading_has_to_be_almost_certain() -> None:
    whole = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    confirmed = OcrThresholds()
    assert not confirmed(TextRegion(whole, "50", 0.89))
    assert not confirmed(TextRegion(whole, "88", 0.999))
    assert confirmed(TextRegion(whole, "暗示", 0.999))
    assert confirmed(TextRegion(whole, "Ads", 0.999))
    assert confirmed(TextRegion(((0, 0), (0.3, 0), (0.3, 0.3)), "50", 0.89))


@given(st.integers(32, 20_000), st.integers(32, 20_000))
def test_pieces_cover_a_image_and_overlap(width: int, height: int) -> None:
    found = image_pieces((width, height))
    assert len(found) <= 64
    if not is_too_long_to_shrink((width, height)):
        assert found == [(0, 0, width, height)]
        return
    along = 0 if width > height else 1
    assert (found[0][along], found[-1][along + 2]) == (0, max(width, height))
    for piece, following in itertools.pairwise(found):
        assert piece[along] < following[along]
        if len(found) < 64:  # there is a bound
            assert following[along] < piece[along + 2]
    for left, top, right, bottom in found:
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height


@pytest.mark.slow
def test_text_on_a_long_strip_is_read(engine: TextEngine) -> None:
    strip = Image.new("RGB", (500, 6000), "white")
    pen = ImageDraw.Draw(strip)
    font = ImageFont.load_default(size=30)
    for row in range(60):
        pen.text((20, 20 + 100 * row), f"LINE {row} OF A LONG STRIP", "black", font)
    area = measure_text_area(strip, engine)
    read = " ".join(region.text for region in area.confirmed)
    assert all(str(row) in read for row in range(60))
    assert 0.1 < area.ratio < 0.25
    assert measure_text_area(strip.rotate(90, expand=True), engine).ratio > 0.08


def test_text_that_stands_on_either_side_is_read(engine: TextEngine) -> None:
    upright = measure_text_area(words("STANDING WORDS", (640, 160)), engine).ratio
    for turn in (Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_270):
        turned = words("STANDING WORDS", (640, 160)).transpose(turn)
        area = measure_text_area(turned, engine)
        assert "STANDING" in " ".join(region.text for region in area.confirmed)
        assert area.ratio == pytest.approx(upright, abs=0.1)


def test_small_text_on_a_large_image_is_read(engine: TextEngine) -> None:
    large = scene(63, (2400, 1800))
    large.paste(words("the smallest print of all", (500, 60), letters=28), (900, 700))
    area = measure_text_area(large, engine)
    assert "smallest" in " ".join(region.text for region in area.confirmed)


class Slow:
    """An engine that counts how many read at once; a picture's width is its text."""

    name = version = "slow"
    models: Sequence[str] = ()
    parameters: Mapping[str, str | int | float | bool] = {}

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.together = threading.Barrier(threads, timeout=20)

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        self.together.wait()
        return [rectangle(0, 0, image.width / 1000, 1, str(image.width))]


def test_many_are_read_at_once_and_come_in_order() -> None:
    widths = list(range(10, 22))
    # The barrier opens only when three are inside together.
    read = dict(
        measure_text_areas(widths, lambda width: Image.new("RGB", (width, 9)), Slow(3))
    )
    assert list(read) == widths
    assert [area.ratio for area in read.values()] == pytest.approx(
        [width / 1000 for width in widths]
    )


def test_what_opening_raises_is_raised_and_few_are_opened_ahead() -> None:
    opened = []

    def open_image(key: int) -> Image.Image:
        opened.append(key)
        if key == 2:
            raise ValueError("2 is broken")
        return Image.new("RGB", (9, 9))

    with pytest.raises(ValueError, match="2 is broken"):
        list(measure_text_areas(range(1000), open_image, Slow(1)))
    assert len(opened) < 10
