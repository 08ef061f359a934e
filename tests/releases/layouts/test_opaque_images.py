"""Other tools get images with transparent pixels as people saw them."""

import base64
import csv
import hashlib
import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from PIL import Image

from releases.content.domain.frozen import (
    FrozenImage,
    item_from_payload,
    item_payload,
)
from releases.layouts.domain import lmms_eval_utils
from releases.layouts.domain.folder import write_release
from subtext_protocol.document import Protocol
from subtext_runner.benchmark import read_benchmark
from tests.releases.samples import frozen_item, frozen_release, read_drawn, written


def ring() -> bytes:
    """White art on nothing."""
    image = Image.new("RGBA", (64, 48), (0, 0, 0, 0))
    image.paste((255, 255, 255, 255), (10, 10, 30, 30))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@pytest.fixture
def folder(ii_bench: Protocol, tmp_path: Path) -> Path:
    """A release of two items, the second with white art on black."""
    plain, item = (frozen_item(ii_bench, n, split="test") for n in (1, 2))
    sha256 = hashlib.sha256(ring()).hexdigest()
    shown = replace(item.images[0], sha256=sha256, extension="png", ground="black")

    def read(image: FrozenImage) -> bytes:
        return ring() if image.sha256 == sha256 else read_drawn(image)

    release = frozen_release(ii_bench, [plain, replace(item, images=(shown,))])
    root = tmp_path / "release"
    root.mkdir()
    write_release(release, root, read_image=read)
    return root


def corner_and_middle(image: Image.Image) -> tuple[list[int], list[int]]:
    assert image.mode == "RGB"
    pixels = np.asarray(image)
    return pixels[2, 2].tolist(), pixels[20, 20].tolist()


ON_BLACK = ([0, 0, 0], [255, 255, 255])


def test_lines_and_rows_name_the_ground(folder: Path) -> None:
    lines = (folder / "questions/test.jsonl").read_text().splitlines()
    images = [json.loads(line)["images"][0] for line in lines]
    assert [image.get("ground") for image in images] == [None, "black"]
    (rows,) = (folder / "data").glob("test-*.parquet")
    assert pq.read_table(rows)["ground"].to_pylist() == [None, "black"]
    benchmark = read_benchmark(str(folder))
    grounds = [question.images[0].ground for question in benchmark.questions]
    assert grounds == ["white", "black"]
    assert benchmark.read_image(benchmark.questions[1].images[0]) == ring()


def test_vlmevalkit_s_table_holds_it_on_its_ground(folder: Path) -> None:
    csv.field_size_limit(10**8)
    with (folder / "vlmevalkit/bench_none_test.tsv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    content = base64.b64decode(rows[1]["image"])
    assert corner_and_middle(Image.open(io.BytesIO(content))) == ON_BLACK


def test_inspect_s_samples_point_at_it_on_its_ground(folder: Path) -> None:
    lines = (folder / "inspect/test.jsonl").read_text().splitlines()
    contents = [json.loads(line)["input"][0]["content"] for line in lines]
    paths = [content[0]["image"] for content in contents]
    assert paths[0].startswith("../images/")
    assert corner_and_middle(Image.open(folder / "inspect" / paths[1])) == ON_BLACK


@pytest.mark.parametrize(
    ("ground", "corner"), [("black", 0), ("white", 255), (None, 255)]
)
def test_lmms_eval_s_task_shows_it_on_its_ground(
    ground: str | None, corner: int
) -> None:
    doc = {"image": Image.open(io.BytesIO(ring())), "ground": ground}
    (image,) = lmms_eval_utils.doc_to_visual(doc)
    assert corner_and_middle(image) == ([corner] * 3, [255, 255, 255])


def test_without_transparent_images_nothing_is_added(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    """A release that was frozen before grounds were recorded is rebuilt as it was."""
    item = frozen_item(ii_bench, 2, split="test")
    written(frozen_release(ii_bench, [item]), tmp_path)
    assert not (tmp_path / "opaque").exists()
    (rows,) = (tmp_path / "data").glob("test-*.parquet")
    assert "ground" not in pq.read_schema(rows).names
    payload = item_payload(item)
    assert "ground" not in payload["images"][0]
    assert item_from_payload(payload) == item
