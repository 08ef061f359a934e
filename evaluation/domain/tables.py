"""Tables as papers print them, and as Markdown, LaTeX and CSV.

Shares are printed in percent with one decimal, means with two; of the ranked rows the best in a column
is bold and the second underlined (as in II-Bench, Tables 3 to 7).
"""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from projects.domain.latex import in_latex, latex_row

Format = Literal["md", "tex", "csv"]
FORMATS: tuple[Format, ...] = ("md", "tex", "csv")
Mark = Literal["best", "second", ""]
Unit = Literal["share", "mean"]


@dataclass(frozen=True)
class Row:
    label: str
    values: tuple[float | None, ...]
    """In the table's unit; None where there is no score."""
    spreads: tuple[float | None, ...] = ()
    """Standard deviations of values that are means of several runs, in the same unit."""

    def figure(self, at: int, unit: "Unit") -> str:
        """A value as it is printed, with its spread where it has one."""
        spread = self.spreads[at] if self.spreads else None
        value = printed(self.values[at], unit)
        return value if spread is None else f"{value} ± {printed(spread, unit)}"


@dataclass(frozen=True)
class Group:
    """Rows under one heading; an empty title has none."""

    title: str
    rows: tuple[Row, ...]
    ranked: bool = False
    """Whether its rows compete for the best in a column."""


@dataclass(frozen=True)
class Table:
    id: str
    title: str
    head: str
    """Over the rows' labels."""
    columns: tuple[str, ...]
    groups: tuple[Group, ...]
    unit: Unit = "share"
    """Shares, 0 to 1, are printed in percent; means as they are."""

    def marks(self) -> dict[tuple[Row, int], Mark]:
        """Best and second by row and column, over the ranked rows.

        Equals share their place; what rounds to the same figure is equal.
        """
        ranked = [row for group in self.groups if group.ranked for row in group.rows]
        marks: dict[tuple[Row, int], Mark] = {}
        for at in range(len(self.columns)):
            figures = {
                row: printed(row.values[at], self.unit)
                for row in ranked
                if row.values[at] is not None
            }
            order = sorted(set(figures.values()), key=float, reverse=True)
            for row, figure in figures.items():
                if len(figures) > 1 and figure == order[0]:
                    marks[row, at] = "best"
                elif len(order) > 1 and figure == order[1]:
                    marks[row, at] = "second"
        return marks


def printed(value: float | None, unit: Unit = "share") -> str:
    """As the papers print it: a share in percent, one decimal, no sign; a mean in two."""
    if value is None:
        return "-"
    return f"{value:.2f}" if unit == "mean" else f"{100 * value:.1f}"


def rendered(table: Table, file_format: Format) -> str:
    """The table as the text of a file."""
    return {"md": _markdown, "tex": _latex, "csv": _csv}[file_format](table)


def _markdown(table: Table) -> str:
    marks = table.marks()
    lines = [
        f"**{_in_markdown(table.title)}**",
        "",
        _markdown_row([table.head, *table.columns]),
        _markdown_row(["---", *("---:" for _ in table.columns)], raw=True),
    ]
    for group in table.groups:
        if group.title:
            heading = [f"*{_in_markdown(group.title)}*", *("" for _ in table.columns)]
            lines.append(_markdown_row(heading, raw=True))
        for row in group.rows:
            cells = [
                _decorated(
                    row.figure(at, table.unit),
                    marks.get((row, at), ""),
                    "**{}**",
                    "<u>{}</u>",
                )
                for at in range(len(row.values))
            ]
            label = _in_markdown(row.label)
            lines.append(_markdown_row([label, *cells], raw=True))
    return "\n".join(lines) + "\n"


def _markdown_row(cells: Sequence[str], *, raw: bool = False) -> str:
    shown = cells if raw else [_in_markdown(cell) for cell in cells]
    return "| " + " | ".join(shown) + " |"


def _in_markdown(text: str) -> str:
    return re.sub(r"([\\|*_<>`\[\]])", r"\\\1", text)


def _latex(table: Table) -> str:
    marks = table.marks()
    width = len(table.columns) + 1
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{in_latex(table.title)}}}",
        rf"\label{{tab:{table.id}}}",
        rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}",
        r"\toprule",
        latex_row([in_latex(cell) for cell in (table.head, *table.columns)]),
    ]
    for group in table.groups:
        lines.append(r"\midrule")
        if group.title:
            title = rf"\textit{{{in_latex(group.title)}}}"
            lines.append(rf"\multicolumn{{{width}}}{{c}}{{{title}}} \\")
        for row in group.rows:
            cells = [
                _decorated(
                    row.figure(at, table.unit),
                    marks.get((row, at), ""),
                    r"\textbf{{{}}}",
                    r"\underline{{{}}}",
                )
                for at in range(len(row.values))
            ]
            lines.append(latex_row([in_latex(row.label), *cells]))
    lines += [r"\bottomrule", r"\end{tabular}", r"\end{table}"]
    return "\n".join(lines) + "\n"


def _decorated(figure: str, mark: Mark, best: str, second: str) -> str:
    if not mark:
        return figure
    return (best if mark == "best" else second).format(figure)


def _csv(table: Table) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["group", table.head, *table.columns])
    for group in table.groups:
        for row in group.rows:
            figures = [
                "" if value is None else row.figure(at, table.unit)
                for at, value in enumerate(row.values)
            ]
            writer.writerow([group.title, row.label, *figures])
    return file.getvalue()
