"""Small files that would grow large, and cells that a spreadsheet would execute."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest

from reporting.tables import Group, Row, Table, as_csv
from subtext_protocol.reading import ProtocolError, data_from_yaml


def nested(opening: str, closing: str) -> str:
    """Ten levels of ten aliases each: ten thousand million texts of 300 bytes."""
    lines = [f"a0: &a0 {opening}x{closing}"]
    for level in range(1, 11):
        aliases = ", ".join([f"*a{level - 1}"] * 10)
        lines.append(f"a{level}: &a{level} [{aliases}]")
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text", [nested("", ""), nested("[", "]"), nested("{y: ", "}")]
)
def test_aliases_of_aliases_are_refused(text: str) -> None:
    with pytest.raises(ProtocolError, match=r"aliases repeat more than 100,000"):
        data_from_yaml(text, origin="protocol")


def test_an_alias_cannot_stand_in_what_it_repeats() -> None:
    with pytest.raises(ProtocolError, match=r"an alias contains itself"):
        data_from_yaml("a: &a [*a]", origin="protocol")


def test_aliases_may_repeat_within_reason() -> None:
    read: Any = data_from_yaml("a: &a {x: text}\nb: *a\nc: {<<: *a}", origin="p")
    assert read["a"] == read["b"] == read["c"] == {"x": "text"}
    long = f"a: &a {'x' * 20_000}\n" + "\n".join(f"b{n}: *a" for n in range(6))
    with pytest.raises(ProtocolError, match=r"aliases repeat more than 100,000"):
        data_from_yaml(long, origin="protocol")


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r"])
def test_a_table_holds_no_formula(begins: str, made: Callable[[str], Table]) -> None:
    text = f'{begins}HYPERLINK("http://evil.test")'
    rows = list(csv.reader(io.StringIO(as_csv(made(text), named="group"))))
    said = [cell for row in rows for cell in row if "HYPERLINK" in cell]
    assert len(said) == 4
    assert all(cell == f"'{text}" for cell in said)
    assert rows[1][-1] == "-3.00"


@pytest.fixture
def made() -> Callable[[str], Table]:
    def table(text: str) -> Table:
        return Table(
            title="Means",
            head="Model",
            columns=[text, "Mean"],
            groups=[Group(title=text, rows=[Row(label=text, values=[text, -3.0])])],
            unit="mean",
        )

    return table
