"""Tables as a paper prints them, in Markdown, LaTeX and CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from projects.domain.latex import in_latex, latex_row


@dataclass(frozen=True)
class Table:
    """Rows of text; all but the first column are numbers."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = field(default="")


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; only the first column is text."""
    lines = [
        _markdown_row(head),
        _markdown_row(["---", *("---:" for _ in head[1:])]),
        *(_markdown_row(row) for row in rows),
    ]
    return "\n".join(lines) + "\n"


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def tables_markdown(title: str, tables: Sequence[Table]) -> str:
    parts = [f"# {title}\n"]
    for table in tables:
        parts.append(f"## {table.title}\n")
        if table.note:
            parts.append(table.note + "\n")
        parts.append(markdown_table(table.head, table.rows))
    return "\n".join(parts)


def tables_latex(tables: Sequence[Table]) -> str:
    """Every table for ``\\input``; needs the package booktabs."""
    return "\n".join(_latex_table(table) for table in tables)


def _latex_table(table: Table) -> str:
    body = [latex_row(map(in_latex, row)) for row in table.rows]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{in_latex(table.title)}}}",
            rf"\begin{{tabular}}{{l{'r' * (len(table.head) - 1)}}}",
            r"\toprule",
            latex_row(map(in_latex, table.head)),
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def tables_csv(tables: Sequence[Table]) -> str:
    """All tables in one file, the table's title before each row."""
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    for table in tables:
        rows.writerow(["table", *table.head])
        rows.writerows([table.title, *row] for row in table.rows)
    return file.getvalue()
