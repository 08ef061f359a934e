"""Text area: recognised text only, the union of its outlines."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from curation.domain.text_area import (
    Confirmation,
    TextEngine,
    TextRegion,
    area_ratio,
    measure,
)
from curation.engines.base import EngineUnavailableError, load_engine
from tests.curation.domain.pictures import scene, words


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return load_engine("rapidocr", {"threads": 1})


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
    confirmed = Confirmation()
    assert confirmed(TextRegion((), "ab", 0.8))
    assert confirmed(TextRegion((), "暗示", 0.95))
    assert not confirmed(TextRegion((), "ab", 0.79))
    assert not confirmed(TextRegion((), " a ", 0.99))


def test_a_drawn_text_is_read_where_it_is(engine: TextEngine) -> None:
    image = scene(50, (640, 480))
    image.paste(words("HELLO WORLD", (500, 100)), (70, 190))
    area = measure(image, engine)
    assert "HELLO" in " ".join(region.text for region in area.confirmed).upper()
    assert 0.04 < area.ratio < 0.17
    for region in area.confirmed:
        assert all(0.1 < x < 0.9 and 0.38 < y < 0.62 for x, y in region.polygon)


def test_drawings_without_text_measure_nothing(engine: TextEngine) -> None:
    for seed in range(51, 55):
        assert measure(scene(seed, (640, 480)), engine).ratio < 0.02


def test_a_poster_full_of_text_measures_much(engine: TextEngine) -> None:
    lines = "\n".join(["EVERY WORD COUNTS"] * 7)
    assert measure(words(lines, (640, 480), letters=58), engine).ratio > 0.4


def test_pictures_of_any_size_are_read(engine: TextEngine) -> None:
    for size in ((1, 1), (40, 3), (33, 2000), (3000, 40)):
        assert measure(Image.new("RGB", size, "white"), engine).ratio == 0


def test_the_engine_says_what_it_is(engine: TextEngine) -> None:
    assert engine.name == "rapidocr"
    assert engine.version
    assert len(engine.models) == 2
    assert engine.parameters["Global.max_side_len"] == 960


def test_missing_engines_are_named() -> None:
    with pytest.raises(EngineUnavailableError, match="no text engine 'magic'"):
        load_engine("magic", {})
    with pytest.raises(EngineUnavailableError, match="'no_such_package'"):
        load_engine("odd", {}, engines={"odd": "no_such_package.engine:Engine"})


def test_a_giant_reading_has_to_be_almost_certain() -> None:
    whole = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    confirmed = Confirmation()
    assert not confirmed(TextRegion(whole, "50", 0.89))
    assert confirmed(TextRegion(whole, "Ads", 0.999))
    assert confirmed(TextRegion(((0, 0), (0.3, 0), (0.3, 0.3)), "50", 0.89))
