"""EasyOCR as a text engine, with random weights: what it is given and what it hands on.

The published weights need the network; random ones have the same shape, so the real
networks run. What they read means nothing and no test looks at it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PIL import Image

from benchmarks.text_area.random_weights import ENGLISH, random_weights
from curation.stages.text_area.area import (
    TextEngine,
    measure_text_area,
    measure_text_areas,
)
from curation.stages.text_area.engines.base import EngineUnavailableError, load_engine
from tests.curation.drawing import scene, words

Found = Callable[[list[list[int]], list[list[list[int]]]], None]


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the detector and both recognisers."""
    folder = tmp_path_factory.mktemp("weights")
    random_weights(folder)
    return folder


@pytest.fixture(scope="module")
def engine(weights: Path) -> TextEngine:
    return load_engine("easyocr", {"weights": str(weights)}, languages=["en"])


@pytest.fixture
def found(engine: TextEngine, monkeypatch: pytest.MonkeyPatch) -> Found:
    """Let the detector find these: upright boxes and quadrilaterals, in pixels."""

    def find(level: list[list[int]], slanted: list[list[list[int]]]) -> None:
        reader = engine._reader  # type: ignore[attr-defined]
        monkeypatch.setattr(reader, "detect", lambda *_, **__: ([level], [slanted]))

    return find


def test_both_networks_run_and_their_outlines_are_shares(engine: TextEngine) -> None:
    regions = engine.read(words("EVERY WORD", (640, 480)))
    # The last layer of the detector says "text" everywhere: one box, all of it.
    assert len(regions) == 1
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in regions[0].polygon)
    assert measure_text_area(scene(3), engine).ratio <= 1


def test_boxes_come_back_where_they_were_found(
    engine: TextEngine, found: Found
) -> None:
    slanted = [[100, 300], [300, 360], [290, 400], [90, 340]]
    found([[64, 320, 48, 96], [480, 520, 100, 300]], [slanted])
    regions = engine.read(words("words", (640, 480)))
    outlines = {
        tuple((round(x * 640), round(y * 480)) for x, y in region.polygon)
        for region in regions
    }
    assert outlines == {
        ((64, 48), (320, 48), (320, 96), (64, 96)),
        ((480, 100), (520, 100), (520, 300), (480, 300)),
        ((100, 300), (300, 360), (290, 400), (90, 340)),
    }


def test_a_large_image_is_read_at_a_bounded_size(
    engine: TextEngine, found: Found
) -> None:
    found([[0, 960, 0, 720]], [])
    (region,) = engine.read(Image.new("RGB", (4000, 3000), "white"))
    assert set(region.polygon) == {(0, 0), (1, 0), (1, 1), (0, 1)}


def test_nothing_found_is_nothing_read(engine: TextEngine, found: Found) -> None:
    found([], [])
    assert engine.read(scene(4)) == ()
    assert engine.read(Image.new("RGB", (8, 900))) == ()


def test_many_images_are_read_in_their_order(engine: TextEngine) -> None:
    sizes = [(320, 200), (200, 320), (640, 480)]
    read = measure_text_areas(sizes, lambda size: scene(1, size), engine)
    assert [size for size, _ in read] == sizes


def test_the_engine_says_what_it_is(engine: TextEngine, weights: Path) -> None:
    assert engine.name == "easyocr"
    assert engine.version.startswith("1.")
    assert engine.models == ("craft_mlt_25k", "english_g2")
    both = load_engine("easyocr", {"weights": str(weights)}, languages=["en", "zh"])
    assert both.models == ("craft_mlt_25k", "zh_sim_g2")
    assert both.parameters["languages"] == "ch_sim en"
    assert both.parameters != engine.parameters


@pytest.mark.parametrize("spoil", ["take away", "damage"])
def test_missing_weights_are_one_sentence(
    weights: Path, tmp_path: Path, spoil: str
) -> None:
    for path in weights.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    english = tmp_path / ENGLISH["filename"]
    english.unlink() if spoil == "take away" else english.write_bytes(b"half")
    with pytest.raises(EngineUnavailableError) as caught:
        load_engine("easyocr", {"weights": str(tmp_path)}, languages=["en"])
    assert "weights for en are missing" in str(caught.value)
    assert "manage.py ocr_weights_fetch" in str(caught.value)
    # Pages show this sentence, and no page names a path of the server.
    assert str(tmp_path) not in str(caught.value)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_named(weights: Path) -> None:
    with pytest.raises(EngineUnavailableError, match="GPU"):
        load_engine("easyocr", {"weights": str(weights), "gpu": True}, languages=["en"])


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
def test_a_gpu_reads_what_the_cpu_reads(
    engine: TextEngine, weights: Path, found: Found
) -> None:
    gpu = load_engine(
        "easyocr", {"weights": str(weights), "gpu": True}, languages=["en"]
    )
    assert gpu.parameters == engine.parameters
    image = words("EVERY WORD", (640, 480))
    assert [r.polygon for r in gpu.read(image)] == [
        r.polygon for r in engine.read(image)
    ]
