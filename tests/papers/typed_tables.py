"""Tables in Markdown: those typed from a paper (``<paper>/tables.md``) and printed ones."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
MARKS = re.compile(r"\*\*|</?u>")


@dataclass(frozen=True)
class TypedTable:
    """A table with its cells as they are printed, marks of the best included."""

    columns: Sequence[str]
    """Headings after the first."""
    groups: Mapping[str, Mapping[str, Sequence[str]]]
    """Rows by label, by the title of their group."""

    def rows(self) -> dict[str, Sequence[str]]:
        """Return the rows of all groups by label."""
        return {
            label: cells
            for rows in self.groups.values()
            for label, cells in rows.items()
        }

    def by_heading(self, label: str) -> dict[str, str]:
        """Return the cells of a row by heading."""
        return dict(zip(self.columns, self.rows()[label], strict=True))


@cache
def typed_tables(paper: str) -> Mapping[int, TypedTable]:
    """Return the tables of a paper by number."""
    text = (FOLDER / paper / "tables.md").read_text("utf-8")
    sections = re.split(r"^## Table (\d+)$", text, flags=re.MULTILINE)[1:]
    return {
        int(number): read_table(section)
        for number, section in zip(sections[::2], sections[1::2], strict=True)
    }


def read_table(text: str) -> TypedTable:
    """Read the first table of a text."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    head, _, *body = map(_cells, lines)
    groups: dict[str, dict[str, Sequence[str]]] = {}
    title = ""
    for label, *cells in body:
        if not any(cells):
            title = label.strip("*")
        else:
            groups.setdefault(title, {})[label] = cells
    return TypedTable(head[1:], groups)


def _cells(line: str) -> list[str]:
    cells = line.strip().removeprefix("|").removesuffix("|").split("|")
    return [re.sub(r"\\(.)", r"\1", cell.strip()) for cell in cells]


def figure(cell: str) -> str:
    """Return a cell without the marks of the best and of a footnote."""
    return MARKS.sub("", cell).removesuffix("*")


def number(cell: str) -> float:
    """Return a cell as a number."""
    return float(figure(cell))


def leaders(table: TypedTable, group: str) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield each heading with the figures marked as best and as second best."""
    for at, heading in enumerate(table.columns):
        cells = [row[at] for row in table.groups[group].values()]
        yield (
            heading,
            {figure(cell) for cell in cells if cell.startswith("**")},
            {figure(cell) for cell in cells if cell.startswith("<u>")},
        )
