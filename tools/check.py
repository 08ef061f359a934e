"""Every gate, two side by side: what `make test` runs; `make test-slow` runs the rest.

PostgreSQL, Redis and a browser are used when they answer. With ``CI=true`` a missing
one is a failure; otherwise it is said what was left out. Names of gates may be given to
run only those, ``--slow`` before them for those of `make test-slow`. What a gate prints
is kept and shown when it ends.
"""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
BIN = Path(sys.executable).parent
CI = os.environ.get("CI") == "true"
SIDE_BY_SIDE = 2
POSTGRESQL = os.environ.get(
    "SUBTEXT_TEST_POSTGRESQL", "postgres://postgres@127.0.0.1:5432/subtext"
)
REDIS = os.environ.get("SUBTEXT_TEST_REDIS", "redis://127.0.0.1:6379/7")
CHROMIUM = (
    os.environ.get("SUBTEXT_CHROMIUM")
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
)
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
# Browsers have a gate of their own, peers an environment of their own (`make peers`).
TESTS = ["tests", "--ignore=tests/journeys", "--ignore=tests/peers"]
JOURNEYS = ["tests/journeys"]
# Where there is no PostgreSQL, every test has run on SQLite.
NEEDS = {"journeys": "Chromium", "sqlite": "PostgreSQL"}


@dataclass(frozen=True)
class Gate:
    """One command that has to succeed."""

    arguments: Sequence[str]
    cwd: Path = ROOT
    extra: Mapping[str, str] = field(default_factory=dict)
    """Environment variables beside those there are."""

    def run(self) -> tuple[bool, str, float]:
        """Whether it passed, what it printed, and the seconds it took."""
        path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
        begun = monotonic()
        done = subprocess.run(
            self.arguments,
            cwd=self.cwd,
            env={**os.environ, "PATH": path, **self.extra},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
            check=False,
        )
        return done.returncode == 0, done.stdout, monotonic() - begun


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


def pytest(
    tests: Sequence[str],
    marked: str,
    *,
    workers: int = 2,
    database: str = "",
) -> Gate:
    """Tests with what answers; on SQLite unless a ``database`` is named."""
    extra = {"SUBTEXT_TEST_REDIS": REDIS} if answers(REDIS) else {}
    if database:
        extra["SUBTEXT_TEST_DATABASE_URL"] = database
    if CHROMIUM:
        extra["SUBTEXT_CHROMIUM"] = CHROMIUM
    how = ["-q", "--durations=10", "-m", marked, "-n", str(workers)]
    # A file's tests share what is made for them; in the order of the folders, in which
    # the longest files come early.
    how += ["--dist", "loadfile", "--no-loadscope-reorder"]
    return Gate([str(BIN / "pytest"), *how, *tests], extra=extra)


def npm(script: str) -> Gate:
    return Gate([str(BIN / "npm"), "run", "--silent", script], cwd=FRONTEND)


def gates(database: str) -> dict[str, Gate]:
    """Those of `make test`, the longest first; each test once, and on SQLite as well
    where the database makes a difference."""
    return {
        "pytest": pytest(TESTS, "not slow", database=database),
        "journeys": pytest(JOURNEYS, "not slow", workers=1),
        "sqlite": pytest(TESTS, "both_databases and not slow"),
        "mypy": Gate([str(BIN / "mypy"), *PYTHON_CODE, "tools"]),
        "eslint": npm("lint"),
        "vitest": npm("test"),
        "typescript": npm("typecheck"),
        "imports": Gate([str(BIN / "lint-imports"), "--no-logo"]),
        "prettier": npm("format:check"),
        "migrations": Gate(
            [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
            extra={"DJANGO_SETTINGS_MODULE": "config.settings.test"},
        ),
        "ruff": Gate([str(BIN / "ruff"), "check", "."]),
        "format": Gate([str(BIN / "ruff"), "format", "--check", "."]),
    }


def slow_gates(database: str) -> dict[str, Gate]:
    """Those of `make test-slow`: long journeys, installations, killed workers."""
    return {
        "journeys": pytest(JOURNEYS, "slow"),
        "pytest": pytest(TESTS, "slow", workers=1, database=database),
    }


def finish(chosen: Mapping[str, Gate], missing: Sequence[str] = ()) -> int:
    """Run the gates in their order, two at a time; the exit code.

    ``missing`` services are a failure where everything has to be tested.
    """
    begun = monotonic()
    failed = [*missing] if CI else []
    pool = ThreadPoolExecutor(SIDE_BY_SIDE)
    try:
        running = {pool.submit(gate.run): name for name, gate in chosen.items()}
        for done in as_completed(running):
            name = running[done]
            passed, printed, seconds = done.result()
            if not passed:
                failed.append(name)
            verdict = "ok" if passed else "FAILED"
            print(f"── {name}\n{printed.rstrip()}")
            print(f"── {name}: {verdict}, {seconds:.0f} s", flush=True)
    finally:
        # Ctrl-C ends what runs; nothing else is begun.
        pool.shutdown(cancel_futures=True)
    print(f"── {len(chosen)} gates, {monotonic() - begun:.0f} s")
    print(f"Failed: {', '.join(failed)}" if failed else "Every gate passed.")
    return 1 if failed else 0


def main(arguments: Sequence[str]) -> int:
    names = [name for name in arguments if name != "--slow"]
    there = {
        "PostgreSQL": answers(POSTGRESQL),
        "Redis": answers(REDIS),
        "Chromium": CHROMIUM is not None,
    }
    database = POSTGRESQL if there["PostgreSQL"] else ""
    every = slow_gates(database) if "--slow" in arguments else gates(database)
    unknown = [name for name in names if name not in every]
    if unknown:
        print(f"No such gate: {', '.join(unknown)}. There are: {', '.join(every)}.")
        return 2
    missing = [service for service, answer in there.items() if not answer]
    for service in missing:
        print(f"LEFT OUT: what needs {service}, which does not answer here.")
    chosen = {
        name: every[name]
        for name in names or every
        if there.get(NEEDS.get(name, ""), True)
    }
    return finish(chosen, missing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
