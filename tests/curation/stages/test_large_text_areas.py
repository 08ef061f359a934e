"""Images that are mostly text: measured exactly, with few lines read."""

from collections.abc import Mapping, Sequence
from functools import partial

import pytest
from PIL import Image

from curation.stages.text_area.area import TextEngine, TextRegion, measure_text_area
from curation.stages.text_area.engines.base import load_engine
from curation.stages.text_area.large_areas import (
    LineFinder,
    TextLine,
    measure_large_area,
    measure_large_areas,
)
from tests.curation.drawing import scene, words
from tests.support.black_on_white import BlackOnWhite

IMAGE = Image.new("RGB", (100, 100))


class Lines:
    """An engine that finds given lines, each the whole width and some height."""

    name = version = "lines"
    models: Sequence[str] = ()
    parameters: Mapping[str, str | int | float | bool] = {}
    threads = 2

    def __init__(self, *lines: tuple[str, float]) -> None:
        self.lines = lines
        self.read_texts: list[str] = []

    def find_lines(self, image: Image.Image) -> Sequence[TextLine]:
        top, found = 0.0, []
        for text, height in self.lines:
            corners = ((0, top), (1, top), (1, top + height), (0, top + height))
            found.append(TextLine(corners, partial(self._read, text)))
            top += height
        return found

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        return [
            TextRegion(line.polygon, *line.read()) for line in self.find_lines(image)
        ]

    def _read(self, text: str) -> tuple[str, float]:
        self.read_texts.append(text)
        return text, 0.2 if text == "drawing" else 0.99


def test_lines_that_cover_too_little_are_not_read() -> None:
    engine = Lines(("first", 0.1), ("second", 0.1))
    assert measure_large_area(IMAGE, engine, 0.3) is None
    assert engine.read_texts == []


def test_a_large_drawing_taken_for_text_is_the_only_line_read() -> None:
    engine = Lines(("first", 0.1), ("drawing", 0.6), ("second", 0.1))
    assert measure_large_area(IMAGE, engine, 0.3) is None
    assert engine.read_texts == ["drawing"]


def test_a_large_area_is_the_area_of_all_confirmed_lines() -> None:
    engine = Lines(("first", 0.2), ("drawing", 0.1), ("second", 0.4))
    area = measure_large_area(IMAGE, engine, 0.3)
    assert area == measure_text_area(IMAGE, engine).ratio == pytest.approx(0.6)


def test_many_come_in_order() -> None:
    engine = Lines(("text", 0.5))
    areas = list(measure_large_areas([3, 1, 2], lambda key: IMAGE, engine, 0.3))
    assert [key for key, _ in areas] == [3, 1, 2]
    assert [area for _, area in areas] == pytest.approx([0.5] * 3)


@pytest.fixture(scope="module")
def rapid() -> TextEngine:
    return load_engine("rapidocr", {}, languages=["en", "zh"])


def test_an_engine_finds_what_it_reads(rapid: TextEngine) -> None:
    """Of a poster, a scene with a caption, and a strip that is read in pieces."""
    poster = words("\n".join(["EVERY WORD COUNTS"] * 7), (640, 480), letters=58)
    caption = scene(50, (640, 480))
    caption.paste(words("HELLO WORLD", (500, 100)), (70, 190))
    strip = Image.new("RGB", (500, 2600), "white")
    strip.paste(poster.resize((500, 400)), (0, 1900))
    assert isinstance(rapid, LineFinder)
    for picture in (poster, caption, strip):
        ratio = measure_text_area(picture, rapid).ratio
        assert ratio > 0.01
        assert measure_large_area(picture, rapid, ratio) == ratio
        assert measure_large_area(picture, rapid, ratio + 0.001) is None


def test_an_engine_that_finds_no_lines_by_themselves_reads_all() -> None:
    engine = BlackOnWhite(languages=(), threads=1)
    poster = words("EVERY WORD COUNTS", (640, 160))
    ratio = measure_text_area(poster, engine).ratio
    assert ratio > 0.1
    assert measure_large_area(poster, engine, ratio) == ratio
    assert measure_large_area(poster, engine, ratio + 0.01) is None
