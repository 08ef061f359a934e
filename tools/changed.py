"""Run the gates and tests that concern a change: `make test-changed`.

The change is the difference from the point where the branch left ``main``, with
uncommitted files. A changed subject is tested by its folder below ``tests``, or that of
its package, by ``contract``, which covers every package, and by the tests that import a
changed module.
"""

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tools.check import (
    FROM_MODELS,
    FRONTEND,
    POSTGRESQL,
    PYTHON_CODE,
    ROOT,
    Gate,
    is_service_listening,
    list_gates,
    npm_gate,
    pytest_gate,
    run_gates,
)

LINTERS = ["mypy", "imports", "migrations", "ruff", "format"]
LEFT_OUT = {"journeys", "peers"}
"""Folders of tests that need a browser or other packages."""


def git_lines(*arguments: str) -> list[str]:
    """Return the lines that git prints."""
    result = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return result.stdout.splitlines()


def changed_since(base: str) -> list[Path]:
    names = git_lines("diff", "--name-only", base)
    names += git_lines("ls-files", "--others", "--exclude-standard")
    return [Path(name) for name in names]


def touched_tests(changed: Iterable[Path]) -> list[str]:
    """Return the files and folders of tests that concern the changed files."""
    changed = list(changed)
    python = [path for path in changed if path.suffix == ".py"]
    tests = Path("tests")
    # A protocol, a template or a file of phrases is code of its package too.
    code = [path for path in changed if path.parts[0] != tests.name]
    folders = sorted({tests / "contract", *map(folder_of_tests, code)})
    modules = [".".join(path.with_suffix("").parts) for path in python]
    files = [
        path.relative_to(ROOT)
        for path in (ROOT / tests).rglob("test_*.py")
        if path.relative_to(ROOT) in python
        or imports_any_module(modules, path.read_text("utf-8"))
    ]
    return [
        str(path)
        for path in [*folders, *files]
        if (ROOT / path).exists() and path.parts[1] not in LEFT_OUT
    ]


def folder_of_tests(changed: Path) -> Path:
    """Return the folder of the tests of a subject, or else that of its package."""
    tests = Path("tests")
    subject = tests.joinpath(*changed.parts[:2])
    return subject if (ROOT / subject).is_dir() else tests / changed.parts[0]


def imports_any_module(modules: Iterable[str], source: str) -> bool:
    return any(
        f"from {module} import" in source or f"import {module}\n" in source
        for module in modules
    )


def touched_gates(base: str) -> dict[str, Gate]:
    changed = changed_since(base)
    database = POSTGRESQL if is_service_listening(POSTGRESQL) else ""
    all_gates = list_gates(database)
    chosen = {}
    if any(path.parts[0] in {*PYTHON_CODE, "tools", "tests"} for path in changed):
        tests = touched_tests(changed)
        chosen["pytest"] = pytest_gate(
            [*tests, FROM_MODELS], "not slow", database=database
        )
        chosen |= {name: all_gates[name] for name in LINTERS}
    if any(path.is_relative_to(FRONTEND.name) for path in changed):
        # The front end is compiled against the API's types.
        bootstrap = [sys.executable, "tools/bootstrap.py", "schema"]
        subprocess.run(bootstrap, cwd=ROOT, check=True)
        vitest = npm_gate("test")
        options = ["--", "--changed", base, "--passWithNoTests"]
        chosen["vitest"] = replace(vitest, arguments=[*vitest.arguments, *options])
        chosen |= {name: all_gates[name] for name in ("typescript", "prettier")}
    return chosen


def find_base() -> str:
    """Return the commit where the branch left ``main``; exit where there is none."""
    try:
        (base,) = git_lines("merge-base", "HEAD", "main")
    except FileNotFoundError:
        sys.exit("git is missing. Install it, or run `make test`, which needs none.")
    except subprocess.CalledProcessError:
        sys.exit(
            "There is no branch `main` with which to compare. Fetch it"
            " (`git fetch origin main:main`), or run `make test`."
        )
    return base


if __name__ == "__main__":
    sys.exit(run_gates(touched_gates(find_base())))
