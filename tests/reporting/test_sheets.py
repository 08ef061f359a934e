"""Rows as files."""

import csv
import io
import json
from typing import Any

import pytest

from reporting.export_rows import sheet_lines

ROWS: list[dict[str, Any]] = [
    {"n": 1, "text": 'comma, "quote"\nline', "list": ["图", "b"], "none": None},
    {"n": -2.5, "text": "=HYPERLINK(1)", "list": [], "none": True},
]
COLUMNS = ("n", "text", "list", "none")


def test_lines_of_json_hold_everything_as_it_is() -> None:
    lines = list(sheet_lines(ROWS, COLUMNS, "jsonl"))
    assert [json.loads(line) for line in lines] == ROWS
    assert "图" in lines[0]


def test_csv_is_read_back_by_csv() -> None:
    text = "".join(sheet_lines(ROWS, COLUMNS, "csv"))
    one, other = csv.DictReader(io.StringIO(text, newline=""))
    assert one == {
        "n": "1",
        "text": 'comma, "quote"\nline',
        "list": '["图", "b"]',
        "none": "",
    }
    assert (other["n"], other["list"], other["none"]) == ("-2.5", "[]", "true")


@pytest.mark.parametrize("begin", [*"=+-@＝＋－＠", "\t", "\n"])
def test_no_text_of_anybody_is_run_by_a_spreadsheet(begin: str) -> None:
    _, line = sheet_lines([{"text": f"{begin}cmd"}], ("text",), "csv")
    (cell,) = next(csv.reader(io.StringIO(line, newline="")))
    assert cell == f"'{begin}cmd"
