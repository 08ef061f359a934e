"""Strict reading of tables: CSV with any separator, JSON Lines, lists of addresses.

A table is read whole or not at all. Every fault that leaves open what a row says is a
ManifestError with file and line.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, BinaryIO, NoReturn

from core.domain.texts import _
from curation.material.domain.base import ManifestError
from curation.material.domain.manifests.column_mapping import (
    COLUMNS,
    TEXTS,
    known_column,
)
from curation.material.domain.manifests.encodings import find_encoding, unicode_encoding
from curation.material.domain.manifests.naming import is_table_file

_KEY = r'"([^"]+)"\s*:'
_MOST_LINE = 2**20
_MOST_CSV_LINE = 2**17
"""The length of a cell that ``csv`` reads unless told otherwise."""
_MOST_SHOWN = 60
_MOST_TITLES = 5
"""Lines of a table among which its header is, for tables that are no manifest."""
_PLACES = {"path", "address"}
_RIGHTS = {"rights", "licence", "source"}
_SEPARATORS = (",", ";", "\t", "|")
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_EXCEL_SEPARATOR = re.compile(r"sep=(.)\s*", re.IGNORECASE)

Cells = Mapping[str, Any]
"""The values of a row by column: texts, or any JSON value."""


@dataclass
class ManifestTable:
    """A table with the format in which it is read."""

    name: str
    file: BinaryIO
    encoding: str
    separator: str = ""
    """Empty for JSON Lines and lists of addresses."""
    columns: list[str] = field(default_factory=list)
    """The columns found so far: all of them once every row is read."""

    def rows(self) -> Iterator[tuple[int, Cells]]:
        """Yield the line of each row and its cells. Raises ManifestError."""
        text = io.TextIOWrapper(self.file, encoding=self.encoding, newline="")
        try:
            if self.separator:
                yield from self._csv_rows(text)
            elif self.name.lower().endswith((".jsonl", ".ndjson")):
                yield from self._json_rows(text)
            else:
                yield from self._address_rows(text)
        finally:
            text.detach()

    def raise_row_error(self, line: int, problem: str) -> NoReturn:
        raise ManifestError(
            _(
                "{name}, line {line}: {problem}",
                name=self.name,
                line=line,
                problem=problem,
            )
        )

    def require_column(self, line: int, header: str) -> str:
        """Return the column that a header names. Raises ManifestError."""
        known = known_column(header)
        if known is None:
            self.raise_row_error(
                line,
                _(
                    "unknown column {unknown!r}. Rename or remove it; known are {columns}",
                    unknown=header[:_MOST_SHOWN],
                    columns=", ".join(COLUMNS),
                ),
            )
        return known

    def _csv_rows(self, text: io.TextIOWrapper) -> Iterator[tuple[int, Cells]]:
        lines = self._lines(text, _MOST_CSV_LINE)
        reader = csv.reader(
            lines, delimiter=self.separator, strict=True, skipinitialspace=True
        )
        columns: list[str] = []
        while True:
            line = reader.line_num + 1
            try:
                cells = next(reader, None)
            except csv.Error:
                self.raise_row_error(
                    line,
                    _(
                        "a quotation mark is not closed, or text follows it. Inside a "
                        "quoted cell, write it twice."
                    ),
                )
            if cells is None:
                return
            if not any(cell.strip() for cell in cells):
                continue
            if not columns:
                if not (line == 1 and _excel_separator(self.separator.join(cells))):
                    columns = self._header(line, cells)
                continue
            self._check_shape(line, columns, cells)
            yield (
                line,
                {
                    column: cell.strip()
                    for column, cell in zip(columns, cells, strict=False)
                    if column
                },
            )

    def _header(self, line: int, cells: Sequence[str]) -> list[str]:
        """Return the columns by position; spreadsheets leave empty ones at the end."""
        if all(known_column(cell) is None for cell in cells):
            self.raise_row_error(
                line,
                _(
                    "the line names no column of a manifest: {columns}. Separators "
                    "are , ; | and tab. If the file is no manifest, give it another "
                    "name.",
                    columns=", ".join(COLUMNS),
                ),
            )
        columns = [
            self.require_column(line, cell) if cell.strip() else "" for cell in cells
        ]
        self.columns = [column for column in columns if column]
        for column in set(self.columns):
            if self.columns.count(column) > 1:
                self.raise_row_error(line, _("two columns {column!r}", column=column))
        if _PLACES.isdisjoint(self.columns):
            self.raise_row_error(line, _("there is no column 'path' or 'address'"))
        return columns

    def _check_shape(
        self, line: int, columns: Sequence[str], cells: Sequence[str]
    ) -> None:
        # Spreadsheets add empty cells at the end of a row, or leave them out.
        named = max(at for at, column in enumerate(columns, start=1) if column)
        extra = any(cell.strip() for cell in cells[len(columns) :])
        if len(cells) < named or extra:
            self.raise_row_error(
                line,
                _(
                    "the row has {number} cells, but the table has {columns} columns",
                    number=len(cells),
                    columns=len(columns),
                ),
            )
        for column, cell in zip(columns, cells, strict=False):
            if not column and cell.strip():
                self.raise_row_error(
                    line,
                    _(
                        "a cell is in a column without a name. Name the column or remove it."
                    ),
                )
            breaks = cell.strip().splitlines()[1:]
            if breaks and column not in TEXTS:
                self.raise_row_error(
                    line,
                    _(
                        "a line break in column {column!r}. Perhaps a quotation mark "
                        "is not closed.",
                        column=column,
                    ),
                )
            if len(columns) > 1 and any(
                inner.count(self.separator) == len(columns) - 1 for inner in breaks
            ):
                self.raise_row_error(
                    line,
                    _(
                        "column {column!r} contains what looks like another row. "
                        "Perhaps a quotation mark is not closed. Use JSON Lines for "
                        "texts with several lines.",
                        column=column,
                    ),
                )

    def _json_rows(self, text: io.TextIOWrapper) -> Iterator[tuple[int, Cells]]:
        for line, content in enumerate(self._lines(text), start=1):
            if not content.strip():
                continue
            try:
                pairs = json.loads(content, object_pairs_hook=list)
            except (ValueError, RecursionError):
                self.raise_row_error(
                    line,
                    _("the line is not JSON. JSON Lines has one object on each line."),
                )
            if not content.lstrip().startswith("{"):
                self.raise_row_error(
                    line,
                    _(
                        "not an object. JSON Lines has one object on each line, in no list."
                    ),
                )
            columns = [self.require_column(line, key) for key, _value in pairs]
            if len(set(columns)) < len(columns):
                self.raise_row_error(line, _("the same column twice"))
            self.columns.extend(c for c in columns if c not in self.columns)
            yield (
                line,
                {
                    column: _plain(value)
                    for column, (_key, value) in zip(columns, pairs, strict=True)
                },
            )

    def _address_rows(self, text: io.TextIOWrapper) -> Iterator[tuple[int, Cells]]:
        self.columns = ["address"]
        for line, content in enumerate(self._lines(text), start=1):
            address = content.strip()
            if address and not address.startswith("#"):
                if not _ADDRESS.match(address):
                    self.raise_row_error(
                        line,
                        _(
                            "column {column!r} is not an address with http:// or "
                            "https://",
                            column="address",
                        ),
                    )
                yield line, {"address": address}

    def _lines(self, text: io.TextIOWrapper, most: int = _MOST_LINE) -> Iterator[str]:
        line = 0
        while content := text.readline(most):
            line += 1
            if len(content) == most:
                self.raise_row_error(
                    line, _("more than {most_line:,} characters", most_line=most)
                )
            yield content


def open_table(name: str, file: BinaryIO, encoding: str = "") -> ManifestTable:
    """Find the encoding and the separator of a table.

    ``encoding`` is the one that a person chose. Raises ManifestError.
    """
    if not is_table_file(name):
        raise ManifestError(
            _(
                "{name} cannot be read as a manifest. Save it as CSV or JSON Lines, or "
                "rename it if it is not a manifest.",
                name=name,
            )
        )
    table = ManifestTable(name, file, find_encoding(name, file, encoding))
    if not name.lower().endswith((".jsonl", ".ndjson")):
        table.separator = _separator(table)
    file.seek(0)
    return table


def _separator(table: ManifestTable) -> str:
    """Return the separator that makes most cells of the first line known columns."""
    text = io.TextIOWrapper(table.file, encoding=table.encoding, newline="")
    try:
        lines = (text.readline(_MOST_LINE) for _ in iter(int, 1))
        for line in lines:
            if not line:
                return ","
            if line.strip() and not line.startswith("#"):
                break
    finally:
        text.detach()
    if _ADDRESS.match(line.strip()) and table.name.lower().endswith(".txt"):
        return ""
    return _excel_separator(line) or max(_SEPARATORS, key=lambda s: _known(line, s))


def _known(line: str, separator: str) -> tuple[int, int]:
    cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    known = sum(known_column(cell) is not None for cell in cells)
    return known, len(cells)


def _excel_separator(line: str) -> str:
    match = _EXCEL_SEPARATOR.fullmatch(line.strip("\ufeff\r\n"))
    return match[1] if match else ""


def looks_like_manifest(name: str, head: bytes) -> bool:
    """Return whether a table of any name could be a manifest, by its first lines.

    It states rights, or names files and has no column that a manifest has not.
    """
    text = head.decode(unicode_encoding(head) or "utf-8", "replace")
    lines = [line for line in text.splitlines() if line.strip()][:_MOST_TITLES]
    if lines and _excel_separator(lines[0]):
        del lines[0]
    kind = PurePosixPath(name).suffix.lower()
    if kind == ".json":
        headers = [re.findall(_KEY, text.partition("}")[0])]
    elif kind in (".jsonl", ".ndjson"):
        headers = [re.findall(_KEY, line) for line in lines[:1]]
    else:
        headers = [line.split(s) for line in lines for s in _SEPARATORS if s in line]
    for number, header in enumerate(headers):
        columns = {known_column(cell.strip('" ')) for cell in header if cell.strip()}
        is_whole = None not in columns and len(columns) > 1
        if columns & _PLACES and (columns & _RIGHTS or is_whole):
            return True
        # Texts, and descriptions of a whole data set, have licences too.
        is_table_of_rights = columns & {"rights", "licence"} and len(columns) > 1
        if number == 0 and is_table_of_rights and kind not in (".json", ".txt"):
            return True
    return False


def _plain(value: Any) -> Any:
    """Return a JSON value whose objects were read as lists of pairs."""
    if isinstance(value, list):
        if value and all(isinstance(pair, tuple) for pair in value):
            return {key: _plain(inner) for key, inner in value}
        return [_plain(inner) for inner in value]
    return value
