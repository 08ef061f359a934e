"""All layouts that can be read; the first that knows its files wins."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from core.domain.texts import _, join_texts
from published.reading.benchmark import Benchmark, count_keys_from_zero
from published.reading.layout_errors import LayoutProblem
from published.reading.readers.base import (
    BenchmarkLocation,
    LayoutReader,
    UnreadableBenchmarkError,
)
from published.reading.readers.nested import NestedReader
from published.reading.readers.rows import may_be_table
from published.reading.readers.tables import TableReader

READERS: Sequence[LayoutReader] = (NestedReader(), TableReader())


def read_benchmark(place: BenchmarkLocation) -> Benchmark:
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
        files = reader.find_files(place)
        if files:
            benchmark = reader.read(place, files)
            return replace(
                benchmark,
                questions=count_keys_from_zero(benchmark.questions),
                skipped=[
                    *benchmark.skipped,
                    *_tables_beside(place, reader, files),
                    *place.rejected,
                ],
            )
    if place.rejected:
        raise UnreadableBenchmarkError(
            _(
                "no question can be read. {reasons}",
                reasons=join_texts("; ", map(str, place.rejected[:5])),
            )
        )
    raise UnreadableBenchmarkError(
        _(
            "{name} holds no JSON, JSONL, CSV, TSV or Parquet file with questions",
            name=place.name,
        )
    )


def _tables_beside(
    place: BenchmarkLocation, reader: LayoutReader, files: Sequence[Path]
) -> Iterator[LayoutProblem]:
    """Yield the tables of a place that is read in another layout."""
    if reader.layout == TableReader.layout:
        return
    for file in TableReader().find_files(place):
        if file not in files and may_be_table(file):
            message = _("has another layout than {file}", file=files[0].name)
            yield LayoutProblem(file.name, "", "", message)
