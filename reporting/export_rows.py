"""Rows as JSON Lines or CSV, generated line by line, and CSV that people open."""

import codecs
import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

SheetFormat = Literal["jsonl", "csv"]
SHEET_FORMATS: tuple[SheetFormat, ...] = ("jsonl", "csv")

_FORMULA = (*"=+-@", *"＝＋－＠", "\t", "\r", "\n")
"""First characters of texts that a spreadsheet would execute as a formula. Full-width
ones count as well where the spreadsheet is set to an East Asian language."""


def sheet_lines(
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


def encode_for_people(lines: Iterable[str], ending: str) -> Iterator[bytes]:
    """Yield the bytes of a file that people download or open, by the file's ending.

    CSV begins with a byte order mark: without it, Excel takes UTF-8 for the encoding of
    the computer's region. Programs read other files, which therefore have none.
    """
    return codecs.iterencode(lines, "utf-8-sig" if ending == "csv" else "utf-8")


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
