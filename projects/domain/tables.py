"""Tables as papers print them: one data type, and one function per output format.

Shares are printed in percent with one decimal, means with two decimals, counts with
separators. Among the ranked rows, the best value of a column is bold and the second
best underlined (as in II-Bench, Tables 3 to 7).
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from projects.domain.export_rows import guarded

Unit = Literal["share", "mean", "count"]
Value = float | str | None
"""A number in the table's unit, a text that is printed unchanged, or None."""

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "–": "--",
        **{character: f"\\{character}" for character in "&%$#_{}"},
    }
)


@dataclass(frozen=True)
class Row:
    label: str
    values: Sequence[Value]
    """One value per column."""
    spreads: Sequence[float | None] = ()
    """Standard deviations of values that are means of several runs, in the same unit."""


@dataclass(frozen=True)
class Group:
    """Rows under one heading; an empty title is not printed."""

    title: str
    rows: Sequence[Row]
    ranked: bool = False
    """Whether its rows are ranked within each column."""


@dataclass(frozen=True)
class Table:
    """A table. The first column is text; all others are aligned as numbers."""

    title: str
    head: str
    """Heading of the row labels."""
    columns: Sequence[str]
    groups: Sequence[Group]
    id: str = ""
    """Label in LaTeX."""
    unit: Unit = "share"
    note: str = ""
    missing: str = "-"
    """Printed for a value that is None."""

    def figures(self, row: Row) -> list[str]:
        """Return the values of a row as they are printed, with their spreads."""
        spreads = row.spreads or [None] * len(row.values)
        return [
            self.figure(value) + ("" if spread is None else f" ± {self.figure(spread)}")
            for value, spread in zip(row.values, spreads, strict=True)
        ]

    def leaders(self, column: int) -> list[str]:
        """Return the best and second best figure of a column among the ranked rows.

        Values that round to the same figure are equal. A single row has no leader.
        """
        rows = [row for group in self.groups if group.ranked for row in group.rows]
        values = [row.values[column] for row in rows]
        figures = [self.figure(value) for value in values if value is not None]
        ranking = sorted(set(figures), key=float, reverse=True)
        return ranking[:2] if len(figures) > 1 else []

    def figure(self, value: Value) -> str:
        """Return a value as it is printed."""
        if value is None or isinstance(value, str):
            return self.missing if value is None else value
        if self.unit == "share":
            return f"{100 * value:.1f}"
        return f"{value:.2f}" if self.unit == "mean" else f"{value:,}"


def text_table(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], note: str = ""
) -> Table:
    """Return a table of texts; the first of each row is its label."""
    group = Group("", [Row(label, values) for label, *values in rows])
    return Table(title, head[0], head[1:], [group], note=note)


def as_markdown(table: Table, *, formatted: bool = False) -> str:
    """Render the table as Markdown without its title.

    ``formatted``: the texts are already Markdown.
    """
    escape = _escape_bars if formatted else escape_markdown
    lines = [
        map(escape, [table.head, *table.columns]),
        ["---", *("---:" for _ in table.columns)],
    ]
    for group in table.groups:
        if group.title:
            lines.append([f"*{escape(group.title)}*", *("" for _ in table.columns)])
        lines += _rows(table, group, escape, "**{}**", "<u>{}</u>")
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def escape_markdown(text: str) -> str:
    """Return plain text as Markdown."""
    return re.sub(r"([\\|*_<>`\[\]])", r"\\\1", text)


def _escape_bars(text: str) -> str:
    return text.replace("|", "\\|")


def as_latex(table: Table) -> str:
    """Render the table for ``\\input``; it needs the package booktabs."""
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_escape_latex(table.title)}}}",
        *([rf"\label{{tab:{table.id}}}"] if table.id else []),
        rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}",
        r"\toprule",
        _latex_row(map(_escape_latex, [table.head, *table.columns])),
    ]
    for group in table.groups:
        lines.append(r"\midrule")
        if group.title:
            title = rf"\textit{{{_escape_latex(group.title)}}}"
            width = len(table.columns) + 1
            lines.append(rf"\multicolumn{{{width}}}{{c}}{{{title}}} \\")
        rows = _rows(table, group, _escape_latex, r"\textbf{{{}}}", r"\underline{{{}}}")
        lines += map(_latex_row, rows)
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _escape_latex(text: str) -> str:
    return text.translate(_LATEX)


def _latex_row(cells: Iterator[str] | Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _rows(
    table: Table, group: Group, escape: Callable[[str], str], *emphasis: str
) -> Iterator[list[str]]:
    """Yield the cells of a group's rows; ``emphasis`` marks the best, then the second."""
    columns = range(len(table.columns))
    leaders = [table.leaders(column) if group.ranked else [] for column in columns]
    for row in group.rows:
        cells = [escape(figure) for figure in table.figures(row)]
        for column, leading in enumerate(leaders):
            for template, figure in zip(emphasis, leading, strict=False):
                if table.figure(row.values[column]) == figure:
                    cells[column] = template.format(cells[column])
        yield [escape(row.label), *cells]


def _plain(value: Value, shown: Value) -> Value:
    # A minus sign before a number does not make it a formula.
    return guarded(value) if isinstance(value, str) else "" if value is None else shown


def as_csv(table: Table, named: Literal["", "table", "group"] = "") -> str:
    """Render the table as CSV; ``named`` adds the table or group title as first column.

    Counts are plain numbers, and None is empty.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    head = [*([named] if named else []), table.head, *table.columns]
    writer.writerow(map(guarded, head))
    for group in table.groups:
        name = {"": [], "table": [table.title], "group": [group.title]}[named]
        for row in group.rows:
            shown = row.values if table.unit == "count" else table.figures(row)
            cells = zip(row.values, shown, strict=True)
            writer.writerow(
                [*map(guarded, [*name, row.label]), *(_plain(*cell) for cell in cells)]
            )
    return file.getvalue()
