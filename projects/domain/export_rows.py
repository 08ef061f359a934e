"""Rows as JSON Lines or CSV, generated line by line."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

SheetFormat = Literal["jsonl", "csv"]
SHEET_FORMATS: tuple[SheetFormat, ...] = ("jsonl", "csv")

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of texts that a spreadsheet would execute as a formula."""


def sheet_of(
    rows: Iterable[Mapping[str, Any]], columns: Sequence[str], kind: SheetFormat
) -> Iterator[str]:
    """Yield the lines of the file. ``columns`` are the keys of every row, in order.

    JSON Lines hold every value unchanged. In CSV, lists and objects are JSON and None
    is an empty cell. A text that a spreadsheet would read as a formula is prefixed by
    an apostrophe.
    """
    if kind == "jsonl":
        for row in rows:
            values = {column: row[column] for column in columns}
            yield json.dumps(values, ensure_ascii=False, default=str) + "\n"
        return
    yield _line(columns)
    for row in rows:
        yield _line([_cell(row[column]) for column in columns])


def guard_formula(text: str) -> str:
    """Return the text, prefixed by an apostrophe if it would be read as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _line(cells: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return guard_formula(value)
    if isinstance(value, list | dict | bool):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
