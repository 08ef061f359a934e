"""Tables as papers print them: one data type, and one function per output format.

Shares are printed in percent with one decimal unless a table says otherwise, means with
two decimals, counts with separators. Among the ranked rows of a group, the best value of
a column is bold and the second best underlined (as in II-Bench, Tables 3 to 7).
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from reporting.export_rows import guard_formula

Unit = Literal["share", "mean", "count"]
TableFormat = Literal["markdown", "latex", "csv"]
Value = float | str | None
"""A number in the table's unit, a text that is printed unchanged, or None."""

FILE_ENDINGS: Mapping[TableFormat, str] = {
    "markdown": "md",
    "latex": "tex",
    "csv": "csv",
}
"""Endings of the names of files, without a dot."""

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "–": "--",
        "›": r"$\rangle$",
        "†": r"$\dagger$",
        "‡": r"$\ddagger$",
        "§": r"\S{}",
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
    runs: Sequence[int] = ()
    """Ids of the runs that the values are from."""
    value_runs: Sequence[int | None] = ()
    """Id of the run of each value, where each is of another model."""
    footnotes: Sequence[str] = ()
    """Text below the table for each value, empty without one (II-Bench, Table 5)."""
    note: str = ""
    """Text below the table for the whole row, marked at its label."""

    @property
    def notes(self) -> str:
        """Texts below the table for the row and its values."""
        return " ".join(dict.fromkeys(filter(None, (self.note, *self.footnotes))))


@dataclass(frozen=True)
class Group:
    """Rows under one heading; an empty title is not printed."""

    title: str
    rows: Sequence[Row]
    marked: int = 0
    """How many leaders of each column are marked: 0, 1 (the best) or 2."""


@dataclass(frozen=True)
class Table:
    """A table. The first column is text; the others are numbers or texts."""

    title: str
    head: str
    """Heading of the row labels."""
    columns: Sequence[str]
    groups: Sequence[Group]
    id: str = ""
    """Label in LaTeX."""
    unit: Unit = "share"
    decimals: int = 1
    """Of shares; ImageMet, Tables 1 and 2, have two."""
    note: str = ""
    missing: str = "-"
    """Printed for a value that is None."""

    @property
    def footnotes(self) -> list[str]:
        """Return the different footnotes in the order of the cells."""
        texts = [
            text
            for group in self.groups
            for row in group.rows
            for text in (row.note, *row.footnotes)
        ]
        return list(dict.fromkeys(filter(None, texts)))

    @property
    def notes(self) -> str:
        """Return the note and the footnotes with their marks, as printed below."""
        marked = [
            f"{_mark_of(number)} {text}" for number, text in enumerate(self.footnotes)
        ]
        return " ".join(filter(None, [self.note, *marked]))

    def marked_label(self, row: Row) -> str:
        """Return the label of a row, with the mark of its note."""
        mark = _mark_of(self.footnotes.index(row.note)) if row.note else ""
        return row.label + mark

    def marked_figures(self, row: Row) -> list[str]:
        """Return the figures of a row, with the marks of their footnotes."""
        marks = [
            _mark_of(self.footnotes.index(text)) if text else ""
            for text in row.footnotes or [""] * len(row.values)
        ]
        return [
            figure + mark for figure, mark in zip(self.figures(row), marks, strict=True)
        ]

    @property
    def text_columns(self) -> list[bool]:
        """Return for each column whether it has words, which are aligned left."""
        rows = [row.values for group in self.groups for row in group.rows]
        return [
            any(isinstance(value, str) and value[:1].isalpha() for value in values)
            for values in zip(*rows, strict=True)
        ] or [False for _ in self.columns]

    def figures(self, row: Row) -> list[str]:
        """Return the values of a row as they are printed, with their spreads."""
        spreads = row.spreads or [None] * len(row.values)
        return [
            self.format_value(value)
            + ("" if spread is None else f" ± {self.format_value(spread)}")
            for value, spread in zip(row.values, spreads, strict=True)
        ]

    def leaders(self, group: Group, column: int) -> list[str]:
        """Return the figures to mark in a column of a group, the best first.

        Values that round to the same figure are equal. A single row has no leader.
        """
        values = [row.values[column] for row in group.rows]
        figures = [self.format_value(value) for value in values if value is not None]
        if not group.marked or len(figures) < 2:
            return []
        return sorted(set(figures), key=float, reverse=True)[: group.marked]

    def format_value(self, value: Value) -> str:
        """Return a value as it is printed."""
        if value is None or isinstance(value, str):
            return self.missing if value is None else value
        if self.unit == "share":
            return f"{100 * value:.{self.decimals}f}"
        return f"{value:.2f}" if self.unit == "mean" else f"{value:,}"


def _mark_of(number: int) -> str:
    """Return the mark of a footnote: *, †, ‡, §, then ** and so on."""
    marks = "*†‡§"
    return marks[number % len(marks)] * (number // len(marks) + 1)


def text_table(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], note: str = ""
) -> Table:
    """Return a table of texts; the first of each row is its label."""
    group = Group("", [Row(label, values) for label, *values in rows])
    return Table(title, head[0], head[1:], [group], note=note)


def as_text(tables: Sequence[Table], table_format: TableFormat, title: str = "") -> str:
    """Render tables one below the other as a file.

    Markdown has ``title`` as its heading; each row of the CSV begins with the title of
    its table.
    """
    if table_format == "latex":
        return "\n".join(map(as_latex, tables))
    if table_format == "csv":
        return "".join(as_csv(table, named="table") for table in tables)
    parts = [f"# {title}\n"] if title else []
    for table in tables:
        note = [f"{table.notes}\n"] if table.notes else []
        parts += [f"## {table.title}\n", *note, as_markdown(table)]
    return "\n".join(parts)


def as_markdown(table: Table, *, formatted: bool = False) -> str:
    """Render the table as Markdown without its title.

    ``formatted``: the texts are already Markdown.
    """
    escape = _escape_bars if formatted else escape_markdown
    lines = [
        map(escape, [table.head, *table.columns]),
        ["---", *("---" if text else "---:" for text in table.text_columns)],
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
    alignment = "".join("l" if text else "r" for text in table.text_columns)
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_escape_latex(_caption(table))}}}",
        *([rf"\label{{tab:{table.id}}}"] if table.id else []),
        rf"\begin{{tabular}}{{l{alignment}}}",
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
        lines += [
            _latex_row(cells) + _run_comment(row)
            for row, cells in zip(group.rows, rows, strict=True)
        ]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _caption(table: Table) -> str:
    # Chinese titles end with a full-width stop.
    stop = ". " if table.title[-1:].isascii() else "。"
    return f"{table.title}{stop}{table.notes}" if table.notes else table.title


def _escape_latex(text: str) -> str:
    return text.translate(_LATEX)


def _latex_row(cells: Iterator[str] | Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _run_comment(row: Row) -> str:
    return f" % runs: {', '.join(map(str, row.runs))}" if row.runs else ""


def _rows(
    table: Table, group: Group, escape: Callable[[str], str], *emphasis: str
) -> Iterator[list[str]]:
    """Yield the cells of a group's rows; ``emphasis`` marks the best, then the second."""
    leaders = [table.leaders(group, column) for column in range(len(table.columns))]
    for row in group.rows:
        cells = [escape(figure) for figure in table.marked_figures(row)]
        for column, leading in enumerate(leaders):
            for template, figure in zip(emphasis, leading, strict=False):
                if table.format_value(row.values[column]) == figure:
                    cells[column] = template.format(cells[column])
        yield [escape(table.marked_label(row)), *cells]


def _plain(value: Value, rendered: Value) -> Value:
    # A minus sign before a number does not make it a formula.
    return (
        guard_formula(value)
        if isinstance(value, str)
        else ""
        if value is None
        else rendered
    )


def as_csv(table: Table, named: Literal["", "table", "group"] = "") -> str:
    """Render the table as CSV; ``named`` adds the table or group title as first column.

    Counts are plain numbers, and None is empty. Last columns have the runs and the notes
    of rows, if any.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    has_runs = any(row.runs for group in table.groups for row in group.rows)
    has_notes = any(row.notes for group in table.groups for row in group.rows)
    head = [*([named] if named else []), table.head, *table.columns]
    last = [*(["runs"] if has_runs else []), *(["note"] if has_notes else [])]
    writer.writerow(map(guard_formula, [*head, *last]))
    for group in table.groups:
        name = {"": [], "table": [table.title], "group": [group.title]}[named]
        for row in group.rows:
            rendered = row.values if table.unit == "count" else table.figures(row)
            cells = zip(row.values, rendered, strict=True)
            writer.writerow(
                [
                    *map(guard_formula, [*name, row.label]),
                    *(_plain(*cell) for cell in cells),
                    *([" ".join(map(str, row.runs))] if has_runs else []),
                    *([guard_formula(row.notes)] if has_notes else []),
                ]
            )
    return file.getvalue()
