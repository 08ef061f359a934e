"""Every gate, one after the other: what `make test` runs.

PostgreSQL, Redis and a browser are used when they answer. With ``CI=true`` a missing
one is a failure; otherwise it is said what was left out. Names of gates may be given to
run only those.
"""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
BIN = Path(sys.executable).parent
CI = os.environ.get("CI") == "true"
POSTGRESQL = os.environ.get(
    "SUBTEXT_TEST_POSTGRESQL", "postgres://postgres@127.0.0.1:5432/subtext"
)
REDIS = os.environ.get("SUBTEXT_TEST_REDIS", "redis://127.0.0.1:6379/7")
PYTHON_CODE = [
    "annotation",
    "benchmarks",
    "config",
    "curation",
    "demo",
    "evaluation",
    "projects",
    "releases",
    "review",
    "workflow",
]
# A worker has a product of its own for its journeys, so they may go side by side too.
PYTEST = [str(BIN / "pytest"), "-q", "-n", "2", "--dist", "loadfile"]
# Browsers have a gate of their own, peers an environment of their own (`make peers`).
TESTS = ["tests", "--ignore=tests/journeys", "--ignore=tests/peers"]


def answers(url: str) -> bool:
    """Whether something listens at the address."""
    parts = urlsplit(url)
    try:
        with socket.create_connection(
            (parts.hostname or "", parts.port or 0), timeout=2
        ):
            return True
    except OSError:
        return False


def browser() -> str | None:
    """A Chromium on this machine; Playwright's own is found by itself."""
    named = os.environ.get("SUBTEXT_CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser")


def command(
    *arguments: str, cwd: Path = ROOT, extra: Mapping[str, str] | None = None
) -> Callable[[], bool]:
    """A gate that is one command, with ``extra`` environment variables."""
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])

    def run() -> bool:
        done = subprocess.run(
            arguments,
            cwd=cwd,
            env={**os.environ, "PATH": path, **(extra or {})},
            check=False,
        )
        return done.returncode == 0

    return run


def only_if(there: bool, what: str, gate: Callable[[], bool]) -> Callable[[], bool]:
    """A gate that needs something this machine may not have."""

    def run() -> bool:
        if there:
            return gate()
        print(f"LEFT OUT: {what} does not answer here.")
        return not CI

    return run


def npm(script: str) -> Callable[[], bool]:
    return command(str(BIN / "npm"), "run", "--silent", script, cwd=FRONTEND)


def manage(*arguments: str) -> Callable[[], bool]:
    return command(
        sys.executable,
        "manage.py",
        *arguments,
        extra={"DJANGO_SETTINGS_MODULE": "config.settings.test"},
    )


def gates() -> dict[str, Callable[[], bool]]:
    services = {"SUBTEXT_TEST_REDIS": REDIS} if answers(REDIS) else {}
    return {
        "ruff": command(str(BIN / "ruff"), "check", "."),
        "format": command(str(BIN / "ruff"), "format", "--check", "."),
        "mypy": command(str(BIN / "mypy"), *PYTHON_CODE, "tools"),
        "imports": command(str(BIN / "lint-imports"), "--no-logo"),
        "migrations": manage("makemigrations", "--check", "--dry-run"),
        "typescript": npm("typecheck"),
        "eslint": npm("lint"),
        "prettier": npm("format:check"),
        "vitest": npm("test"),
        "build": npm("build"),
        "redis": only_if(answers(REDIS), "Redis", lambda: True),
        "pytest": command(*PYTEST, *TESTS, extra=services),
        "postgresql": only_if(
            answers(POSTGRESQL),
            "PostgreSQL",
            command(
                *PYTEST,
                *TESTS,
                # Only these can say something else on another database.
                *["-m", "database"],
                extra={"SUBTEXT_TEST_DATABASE_URL": POSTGRESQL, **services},
            ),
        ),
        "journeys": only_if(
            browser() is not None,
            "Chromium (SUBTEXT_CHROMIUM names one)",
            command(
                *PYTEST,
                # In their own order: the longest first.
                "--no-loadscope-reorder",
                "tests/journeys",
                extra={"SUBTEXT_CHROMIUM": browser() or "", **services},
            ),
        ),
    }


def main() -> int:
    every = gates()
    unknown = [name for name in sys.argv[1:] if name not in every]
    if unknown:
        print(f"No such gate: {', '.join(unknown)}. There are: {', '.join(every)}.")
        return 2
    failed = []
    for name in sys.argv[1:] or every:
        print(f"── {name}", flush=True)
        begun = monotonic()
        passed = every[name]()
        if not passed:
            failed.append(name)
        print(
            f"── {name}: {'ok' if passed else 'FAILED'}, {monotonic() - begun:.0f} s",
            flush=True,
        )
    print(f"Failed: {', '.join(failed)}" if failed else "Every gate passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
