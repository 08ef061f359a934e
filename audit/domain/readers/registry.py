"""All layouts that can be read; the first that knows its files wins."""

from collections.abc import Sequence

from audit.domain.benchmark import Benchmark
from audit.domain.readers.base import Place, Reader, UnreadableBenchmarkError
from audit.domain.readers.nested import NestedReader
from audit.domain.readers.tables import TableReader
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
            return reader.read(place, files)
    raise UnreadableBenchmarkError(
        _(
            "{name} holds no JSON, JSONL, CSV, TSV or Parquet file with questions",
            name=place.path.name,
        )
    )
