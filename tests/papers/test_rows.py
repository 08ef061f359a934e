"""The register of the papers is complete: tests exist, and every test has its row."""

import ast
from pathlib import Path

import pytest

from tests.papers.rows import PAPERS, rows_of

FOLDER = Path(__file__).parent


def functions_in(file: Path) -> set[str]:
    body = ast.parse(file.read_text("utf-8")).body
    return {
        node.name
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("paper", PAPERS)
def test_each_row_that_works_has_a_test_that_exists(paper: str) -> None:
    rows = rows_of(paper)
    assert len({(row.where, row.what) for row in rows}) == len(rows)
    for row in rows:
        assert row.tests or row.state != "works", f"{row.where} works without a test"
        assert row.note or row.state == "works", (
            f"{row.where} does not say what is open"
        )
        for file, function in row.test_paths(paper):
            assert function in functions_in(file), f"{row.where}: {file}::{function}"


@pytest.mark.parametrize("paper", PAPERS)
def test_each_test_of_a_paper_has_its_row(paper: str) -> None:
    named = {path for row in rows_of(paper) for path in row.test_paths(paper)}
    for file in (FOLDER / paper).glob("test_*.py"):
        assert functions_in(file) <= {name for path, name in named if path == file}
