"""The tests that docs/explanation/complaints.md promises are there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs" / "explanation" / "complaints.md").read_text(encoding="utf-8")
ROWS = [line for line in TABLE.splitlines() if line.startswith("| ")][1:]
NAMED = re.findall(r"`([^`]+?)::([^`]+)`", TABLE)


def test_every_complaint_names_a_test() -> None:
    assert len(ROWS) >= 20
    for row in ROWS:
        assert re.search(r"`[^`]+::[^`]+`", row), row


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_what_is_named_is_there(path: str, name: str) -> None:
    source = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".py"):
        functions = [
            node.name
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.FunctionDef)
        ]
        assert name in functions
    else:
        assert re.search(rf'\bit\("{re.escape(name)}"', source)
