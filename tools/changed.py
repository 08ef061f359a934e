"""What a change touches: the gates and tests that `make test-changed` runs.

The change is what differs from where the branch left ``main``, with files that are not
committed yet. A changed package is tested by its folder below ``tests``, by ``contract``,
which asks something of every package, and by the tests that import a changed module.
"""

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tools.check import (
    FRONTEND,
    POSTGRESQL,
    ROOT,
    Gate,
    answers,
    finish,
    gates,
    npm,
    pytest,
)

LINTERS = ["mypy", "imports", "migrations", "ruff", "format"]
LEFT_OUT = {"journeys", "peers"}
"""Folders of tests that need a browser, or packages of their own."""


def git(*arguments: str) -> list[str]:
    """The lines that git answers."""
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def changed_since(base: str) -> list[Path]:
    names = git("diff", "--name-only", base)
    names += git("ls-files", "--others", "--exclude-standard")
    return [Path(name) for name in names]


def touched_tests(changed: Iterable[Path]) -> list[str]:
    """Files and folders of tests, for pytest."""
    python = [path for path in changed if path.suffix == ".py"]
    tests = Path("tests")
    packages = {path.parts[0] for path in python} - {"tests"}
    folders = [tests / package for package in {*packages, "contract"}]
    modules = [".".join(path.with_suffix("").parts) for path in python]
    files = [
        path.relative_to(ROOT)
        for path in (ROOT / tests).rglob("test_*.py")
        if path.relative_to(ROOT) in python
        or imports_one_of(modules, path.read_text("utf-8"))
    ]
    return [
        str(path)
        for path in [*folders, *files]
        if (ROOT / path).exists() and path.parts[1] not in LEFT_OUT
    ]


def imports_one_of(modules: Iterable[str], source: str) -> bool:
    return any(
        f"from {module} import" in source or f"import {module}\n" in source
        for module in modules
    )


def touched_gates(base: str) -> dict[str, Gate]:
    changed = changed_since(base)
    database = POSTGRESQL if answers(POSTGRESQL) else ""
    every = gates(database)
    found = {}
    if any(path.suffix == ".py" for path in changed):
        tests = touched_tests(changed)
        found["pytest"] = pytest(tests, "not slow", database=database)
        found |= {name: every[name] for name in LINTERS}
    if any(path.is_relative_to(FRONTEND.name) for path in changed):
        vitest = npm("test")
        more = ["--", "--changed", base, "--passWithNoTests"]
        found["vitest"] = replace(vitest, arguments=[*vitest.arguments, *more])
        found |= {name: every[name] for name in ("typescript", "prettier")}
    return found


if __name__ == "__main__":
    (base,) = git("merge-base", "HEAD", "main")
    sys.exit(finish(touched_gates(base)))
