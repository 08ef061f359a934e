"""The demo, drawn once for all its tests."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from demo import draw_all
from demo.truth import TrueFate


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every demo image."""
    folder = tmp_path_factory.mktemp("demo")
    draw_all(folder)
    return folder


@pytest.fixture(scope="session")
def fates(drawn: Path) -> Sequence[TrueFate]:
    """The ground truth's rows."""
    record = json.loads(drawn.with_name(f"{drawn.name}.json").read_text("utf-8"))
    rows: list[TrueFate] = record["images"]
    return rows
