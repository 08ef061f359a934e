"""What is true of the drawn demo images."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from demo.drawing.truth import TrueFate


@pytest.fixture(scope="session")
def fates(drawn: Path) -> Sequence[TrueFate]:
    """The ground truth's rows."""
    record = json.loads(drawn.with_suffix(".json").read_text("utf-8"))
    rows: list[TrueFate] = record["images"]
    return rows
