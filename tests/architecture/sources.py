"""The product's modules, and what a reader of Python or TypeScript finds in them."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = (
    *("annotation", "backups", "config", "core", "curation", "demo", "evaluation"),
    *("projects", "published", "releases", "reporting", "review"),
    *("subtext_protocol", "subtext_runner"),
)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)

Reader = Callable[[str], Iterator[str]]
"""Finds in a module's text what the rule forbids, with its line."""


def typescript_lines(source: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a TypeScript module, its comments taken out."""
    code = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), source)
    yield from enumerate(code.splitlines(), 1)


def modules() -> list[Path]:
    """All modules that run, in Python and TypeScript: no tests, nothing generated."""
    python = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    typescript = [
        file
        for suffix in ("*.ts", "*.tsx")
        for file in (ROOT / "frontend" / "src").rglob(suffix)
        if ".test." not in file.name and file.name not in ("generated.ts", "testing.ts")
    ]
    return sorted([*python, *typescript])


def findings(
    python: Reader, typescript: Reader, *, without: tuple[Path, ...] = ()
) -> dict[str, list[str]]:
    """What the readers find, by module; folders ``without`` are not read."""
    found: dict[str, list[str]] = {}
    for file in modules():
        if any(file.is_relative_to(folder) for folder in without):
            continue
        read = python if file.suffix == ".py" else typescript
        if said := list(read(file.read_text(encoding="utf-8"))):
            found[str(file.relative_to(ROOT))] = said
    return found
