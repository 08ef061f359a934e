"""Time of EasyOCR with its defaults and random weights. In `.venv-peers`."""

import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.peers.operators import declare

declare()
warnings.simplefilter("ignore")  # of PyTorch, about EasyOCR's use of it

import easyocr  # noqa: E402 - after the operators are declared

from benchmarks.peers.serving import serve  # noqa: E402
from benchmarks.text_area.random_weights import random_weights  # noqa: E402

_readers: list[Any] = []


def prepared(languages: Sequence[str]) -> str:
    """Make the reader; returns EasyOCR's version."""
    with tempfile.TemporaryDirectory() as folder:
        random_weights(Path(folder))
        _readers[:] = [
            easyocr.Reader(
                list(languages),
                gpu=False,
                model_storage_directory=folder,
                download_enabled=False,
                verbose=False,
            )
        ]
    return str(easyocr.__version__)


def read(path: str) -> float:
    """Seconds that ``readtext`` takes for one file."""
    begun = perf_counter()
    _readers[0].readtext(path)
    return perf_counter() - begun


if __name__ == "__main__":
    serve(prepared, read)
