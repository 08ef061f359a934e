"""All layouts that can be read; the first that knows its files wins."""

from collections.abc import Sequence
from dataclasses import replace

from annotation.domain.published.benchmark import Benchmark, count_keys_from_zero
from annotation.domain.published.readers.base import (
    Place,
    Reader,
    UnreadableBenchmarkError,
)
from annotation.domain.published.readers.nested import NestedReader
from annotation.domain.published.readers.tables import TableReader
from workflow.domain.texts import _

READERS: Sequence[Reader] = (NestedReader(), TableReader())


def read_benchmark(place: Place) -> Benchmark:
    """Read a benchmark in whatever layout it has.

    Raises:
        FileNotFoundError: there is no such file or folder.
        UnreadableBenchmarkError: it has no file in a known layout or no question.
    """
    if not place.path.exists():
        raise FileNotFoundError(_("{path}: no such file or folder", path=place.path))
    for reader in READERS:
        # A mapping of columns is only for tables.
        if place.columns and reader.layout != TableReader.layout:
            continue
        files = reader.files(place)
        if files:
            benchmark = reader.read(place, files)
            questions = count_keys_from_zero(benchmark.questions)
            return replace(benchmark, questions=questions)
    raise UnreadableBenchmarkError(
        _(
            "{name} holds no JSON, JSONL, CSV, TSV or Parquet file with questions",
            name=place.name,
        )
    )
