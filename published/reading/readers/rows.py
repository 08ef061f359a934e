"""Rows of a table in any of the file formats."""

import csv
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

import pyarrow
from pyarrow import parquet

from core.domain.reasons import describe_failure
from core.domain.texts import _
from curation.material.domain.manifests.encodings import unicode_encoding
from published.reading.readers.features import named_labels
from published.reading.readers.nested_files import begins_with_array
from published.reading.readers.unwrapping import unwrap_record
from published.reading.readers.webdataset import IMAGES, read_shard

Row = Mapping[str, object]

_DELIMITERS = (",", ";", "\t")
MOST_BYTES = 4 * 2**30
"""Maximum size of a table in bytes; tables that hold their images are large."""


class UnreadableFileError(ValueError):
    """A file is no table; the message says why."""


def read_rows(file: Path) -> Sequence[Row]:
    """Return the rows of a table by column.

    Raises:
        UnreadableFileError: the file is too large, empty or in another format.
    """
    if file.stat().st_size > MOST_BYTES:
        raise UnreadableFileError(
            _("is larger than {bytes} bytes", bytes=f"{MOST_BYTES:,}")
        )
    try:
        rows = _READERS[file.suffix.lower()](file)
    except (
        *(OSError, ValueError, RecursionError, csv.Error, pyarrow.ArrowException),
    ) as error:
        raise UnreadableFileError(
            _("cannot be read: {error}", error=describe_failure(error))
        ) from error
    if not rows:
        raise UnreadableFileError(_("has no rows"))
    return rows


def _csv(file: Path) -> list[Row]:
    # A cell may hold a whole image as base64.
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    with file.open("rb") as raw:
        encoding = unicode_encoding(raw.read(4)) or "utf-8"
    with file.open(encoding=encoding, newline="") as content:
        header = content.readline()
        content.seek(0)
        is_tsv = file.suffix.lower() == ".tsv"
        delimiter = "\t" if is_tsv else max(_DELIMITERS, key=header.count)
        # Without strict, a quotation mark that is not closed swallows the rows after it.
        reader = csv.reader(content, delimiter=delimiter, strict=not is_tsv)
        names = next(reader, [])
        rows: list[Row] = []
        while True:
            line = reader.line_num + 1
            try:
                cells = next(reader, None)
            except csv.Error as error:
                raise ValueError(_not_closed(line)) from error
            if cells is None:
                return rows
            if cells:
                _check_cells(line, names, cells, delimiter)
                rows.append(
                    {
                        name: value
                        for name, value in zip_longest(names, cells[: len(names)])
                        if name
                    }
                )


def _check_cells(
    line: int, names: Sequence[str], cells: Sequence[str], delimiter: str
) -> None:
    """Raise ValueError for a row whose cells are in other columns than they should be."""
    if any(cells[len(names) :]):
        raise ValueError(
            _(
                "line {line}: the row has {number} cells, but the table has {columns} "
                "columns; a cell that contains the separator needs quotation marks",
                line=line,
                number=len(cells),
                columns=len(names),
            )
        )
    # No text has tabs, but many tables with tabs have quotation marks that mean nothing.
    if delimiter == "\t" and any("\n" in cell and "\t" in cell for cell in cells):
        raise ValueError(_not_closed(line))


def _not_closed(line: int) -> str:
    return _(
        "line {line}: a quotation mark is not closed, or text follows it", line=line
    )


def _jsonl(file: Path) -> list[Row]:
    with file.open(encoding="utf-8-sig") as content:
        return _objects(_lines(content))


def _lines(content: Iterator[str]) -> list[object]:
    rows: list[object] = []
    for number, line in enumerate(content, start=1):
        if line.strip():
            try:
                rows.append(json.loads(line))
            except ValueError as error:
                raise ValueError(
                    _("line {number} is not JSON", number=number)
                ) from error
    return rows


def _json(file: Path) -> list[Row]:
    """An array, an object whose values or whose one array are the rows, or one row.

    One row is an object beside an image of the same name, as in an unpacked shard.
    """
    data = json.loads(file.read_text("utf-8-sig"))
    image = _image_beside(file)
    if isinstance(data, dict) and image is not None:
        return [{"id": file.stem, "image": image, "split": file.parent.name, **data}]
    if isinstance(data, dict):
        lists = [value for value in data.values() if isinstance(value, list)]
        if len(lists) == 1:
            return _objects(lists[0])
        return _objects(
            [
                {"id": key, **value} if isinstance(value, dict) else value
                for key, value in data.items()
            ]
        )
    return _objects(data)


def _image_beside(file: Path) -> str | None:
    named = (file.with_suffix(f".{ending}") for ending in IMAGES)
    return next((image.name for image in named if image.is_file()), None)


def _objects(rows: object) -> list[Row]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError(_("is not a list of records"))
    return [unwrap_record(row) for row in rows]


def _parquet(file: Path) -> list[Row]:
    return _arrow_rows(parquet.read_table(file))


def _arrow(file: Path) -> list[Row]:
    """The stream format, which ``datasets`` writes, or the file format."""
    with pyarrow.memory_map(str(file)) as content:
        try:
            table = pyarrow.ipc.open_stream(content).read_all()
        except pyarrow.ArrowInvalid:
            table = pyarrow.ipc.open_file(content).read_all()
        return _arrow_rows(table)


def _arrow_rows(table: pyarrow.Table) -> list[Row]:
    names = named_labels(table.schema.metadata or {})
    rows: list[Row] = table.to_pylist()
    if not names:
        return rows
    return [
        {column: _named(names, column, value) for column, value in row.items()}
        for row in rows
    ]


def _named(names: Mapping[str, Sequence[str]], column: str, value: object) -> object:
    if isinstance(value, list):
        return [_named(names, column, part) for part in value]
    known = names.get(column, ())
    if isinstance(value, int) and 0 <= value < len(known):
        return known[value]
    return value


_READERS = {
    ".csv": _csv,
    ".tsv": _csv,
    ".jsonl": _jsonl,
    ".json": _json,
    ".parquet": _parquet,
    ".arrow": _arrow,
    ".tar": read_shard,
}
SUFFIXES = frozenset(_READERS)
ONLY_TABLES = SUFFIXES - {".json", ".tar"}
"""Formats that hold nothing but tables; a JSON file may be a configuration."""


def may_be_table(file: Path) -> bool:
    """Return whether a file is in a format of tables, or a JSON file with an array."""
    if file.suffix.lower() == ".json":
        return begins_with_array(file)
    return file.suffix.lower() in ONLY_TABLES
