"""Texts for people never hold the words of a library or of the operating system."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = ("curation", "published", "releases/content", "releases/layouts")
LIBRARIES = frozenset(
    {
        *(
            "Exception",
            "OSError",
            "ValueError",
            "RuntimeError",
            "KeyError",
            "TypeError",
        ),
        *("UnicodeDecodeError", "FAILURES", "RecursionError", "TimeoutError"),
        *(
            "YAMLError",
            "ArrowException",
            "BadZipFile",
            "HTTPError",
            "ModuleNotFoundError",
        ),
    }
)
MAY_BE_TOLD = frozenset({"describe_failure", "_reason", "_is_cut_off"})
"""Functions that get the error itself."""


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("f'Unreadable: {error}'", [4]),
        ("str(error)", [4]),
        ("reject(reason=error)", [4]),
        ("describe_failure(error)", []),
        ("'Unreadable'", []),
    ],
)
def test_an_error_in_a_text_is_found(text: str, lines: list[int]) -> None:
    code = f"try:\n    read()\nexcept OSError as error:\n    {text}"
    assert list(_told(ast.parse(code))) == lines


def test_errors_of_libraries_become_reasons_of_our_own() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for place in PLACES
        for file in sorted((ROOT / place).rglob("*.py"))
        for line in _told(ast.parse(file.read_text("utf-8")))
    ]
    assert found == []


def _told(module: ast.Module) -> Iterator[int]:
    """Yield the lines that put an error of a library into a text."""
    for handler in ast.walk(module):
        if not isinstance(handler, ast.ExceptHandler) or handler.name is None:
            continue
        if not LIBRARIES & _names(handler.type):
            continue
        for node in ast.walk(handler):
            if isinstance(node, ast.FormattedValue):
                told: list[ast.expr] = [node.value]
            elif isinstance(node, ast.Call) and not MAY_BE_TOLD & _names(node.func):
                told = [*node.args, *(keyword.value for keyword in node.keywords)]
            else:
                continue
            if any(isinstance(v, ast.Name) and v.id == handler.name for v in told):
                yield node.lineno


def _names(node: ast.AST | None) -> set[str]:
    if node is None:
        return set()
    return {
        part.id if isinstance(part, ast.Name) else part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Name | ast.Attribute)
    }
