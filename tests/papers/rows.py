"""The register of what the papers print, by paper: ``<paper>/rows.yaml``.

A row names where the paper prints it, what it is, and the tests that compare Subtext with
the paper. ``docs/papers.md`` is generated from it (``make reference``).
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict

ROOT = Path(__file__).parents[2]
PAPERS = {
    "ii_bench": "II-Bench",
    "cii_bench": "CII-Bench",
    "cmmmu": "CMMMU",
    "imagemet": "ImageMet",
}
State = Literal["works", "partly", "missing"]
STATES: dict[State, str] = {
    "works": "works",
    "partly": "partly",
    "missing": "**missing**",
}


class Row(BaseModel):
    """One procedure, table, figure, prompt, setting or metric of a paper."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    where: str
    what: str
    state: State
    note: str = ""
    """What is open, or how Subtext reads what the paper leaves open."""
    tests: tuple[str, ...] = ()
    """``file.py::test`` in the paper's folder, or the path from the repository's root."""
    command: str = ""

    def test_paths(self, paper: str) -> list[tuple[Path, str]]:
        """Return file and function of each test."""
        paths = []
        for test in self.tests:
            file, _, function = test.partition("::")
            folder = ROOT if "/" in file else ROOT / "tests/papers" / paper
            paths.append((folder / file, function))
        return paths


def rows_of(paper: str) -> list[Row]:
    """Read the register of a paper."""
    file = ROOT / "tests/papers" / paper / "rows.yaml"
    return [Row(**row) for row in yaml.safe_load(file.read_text("utf-8"))]


def papers_page(note: str) -> str:
    """Return ``docs/papers.md``: every row with its state, tests and command."""
    lines = [
        "# The four papers, row by row",
        "",
        note.replace("the code", "`tests/papers/*/rows.yaml`"),
        "",
        "A row is a procedure, table, figure, prompt, setting or metric of a paper. It *works* if a test",
        "compares Subtext with the paper's words or numbers, or with a calculation by hand.",
    ]
    for paper, title in PAPERS.items():
        rows = rows_of(paper)
        counts: Counter[str] = Counter(row.state for row in rows)
        stated = ", ".join(f"{counts[state]} {state}" for state in STATES)
        lines += ["", f"## {title}", "", f"{len(rows)} rows: {stated}.", ""]
        lines += [
            "| where | what | state | note | how to reproduce |",
            "|---|---|---|---|---|",
        ]
        lines += [_line(paper, row) for row in rows]
    return "\n".join(lines) + "\n"


def _line(paper: str, row: Row) -> str:
    cells = [row.where, row.what, STATES[row.state], row.note]
    return "| " + " | ".join([*cells, "<br>".join(_ways(paper, row))]) + " |"


def _ways(paper: str, row: Row) -> Iterator[str]:
    if row.command:
        yield f"`{row.command}`"
    for file, function in row.test_paths(paper):
        yield f"`pytest {file.relative_to(ROOT)}::{function}`"
