"""Run the gates of `make test`, or with ``--slow`` those of `make test-slow`.

Two gates run at a time. PostgreSQL, Redis and a browser are used if they are available.
With ``CI=true`` a missing one is a failure; otherwise the skipped tests are reported.
Names of gates as arguments limit the run to these. The output of a gate is printed when
it ends.
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
NO_CHROMIUM = "Chromium is missing. Install it, or name it in SUBTEXT_CHROMIUM."
PYTHON_CODE = [
    "annotation",
    "backups",
    "benchmarks",
    "config",
    "core",
    "curation",
    "demo",
    "evaluation",
    "projects",
    "published",
    "releases",
    "reporting",
    "review",
    "subtext_protocol",
    "subtext_runner",
]
# Gates start hundreds of processes. Each would compile every module again where the
# environment forbids bytecode files.
COMPILED = {
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode"),
}
# Browser tests are a gate of their own; peers need another environment (`make peers`).
TESTS = ["tests", "--ignore=tests/journeys", "--ignore=tests/peers"]
JOURNEYS = ["tests/journeys"]
# What whoever runs an installation does: follow the guides, install the wheel, back up,
# upgrade.
FIRST_STEPS = [
    *("tests/backups", "tests/guides", "tests/packaging"),
    *("tests/stages", "tests/upgrades"),
]
FROM_MODELS = "--no-migrations"
# Without PostgreSQL, the gate "pytest" has already run every test on SQLite.
NEEDS = {"journeys": "Chromium", "sqlite": "PostgreSQL"}


@dataclass(frozen=True)
class Gate:
    """A command that must succeed."""

    arguments: Sequence[str]
    cwd: Path = ROOT
    extra: Mapping[str, str] = field(default_factory=dict)
    """Additional environment variables."""

    def run(self) -> tuple[bool, str, float]:
        """Return whether the command succeeded, its output, and its duration (s)."""
        path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
        started = monotonic()
        result = subprocess.run(
            self.arguments,
            cwd=self.cwd,
            env={**os.environ, "PATH": path, **COMPILED, **self.extra},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
            check=False,
        )
        return result.returncode == 0, result.stdout, monotonic() - started


def is_service_listening(url: str) -> bool:
    """Return whether a service listens at the address."""
    parts = urlsplit(url)
    try:
        with socket.create_connection(
            (parts.hostname or "", parts.port or 0), timeout=2
        ):
            return True
    except OSError:
        return False


def pytest_gate(
    tests: Sequence[str],
    markers: str,
    *,
    workers: int = 2,
    database: str = "",
) -> Gate:
    """Return the gate of these tests, with all available services.

    Tests run on SQLite unless ``database`` is given.
    """
    extra = {"SUBTEXT_TEST_REDIS": REDIS} if is_service_listening(REDIS) else {}
    if database:
        extra["SUBTEXT_TEST_DATABASE_URL"] = database
    if CHROMIUM:
        extra["SUBTEXT_CHROMIUM"] = CHROMIUM
    options = ["-q", "--durations=10", "-m", markers, "-n", str(workers)]
    # Tests of one file share fixtures. In the order of the folders, the longest files
    # run early.
    options += ["--dist", "loadfile", "--no-loadscope-reorder"]
    if "not slow" in markers:
        # The plug-in, which only slow tests use, takes every process a second.
        options += ["-p", "no:schemathesis"]
    return Gate([str(BIN / "pytest"), *options, *tests], extra=extra)


def both_databases() -> list[str]:
    """Return the files with tests that run on SQLite too; others are not imported."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file) for file in files if "both_databases" in file.read_text("utf-8")]


def npm_gate(script: str) -> Gate:
    return Gate([str(BIN / "npm"), "run", "--silent", script], cwd=FRONTEND)


def list_gates(database: str) -> dict[str, Gate]:
    """Return the gates of `make test`, the longest first.

    Each test runs once, and also on SQLite where the database makes a difference.
    Tables are created from the models, four seconds faster for each process than by
    migrations. The gate "migrations" compares the two; journeys and slow tests migrate.
    """
    return {
        "pytest": pytest_gate([*TESTS, FROM_MODELS], "not slow", database=database),
        "journeys": pytest_gate(JOURNEYS, "not slow", workers=1),
        "sqlite": pytest_gate(
            [*both_databases(), FROM_MODELS], "both_databases and not slow"
        ),
        "mypy": Gate([str(BIN / "mypy"), *PYTHON_CODE, "tools"]),
        "eslint": npm_gate("lint"),
        "vitest": npm_gate("test"),
        "typescript": npm_gate("typecheck"),
        "imports": Gate([str(BIN / "lint-imports"), "--no-logo"]),
        "prettier": npm_gate("format:check"),
        "migrations": Gate(
            [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
            extra={"DJANGO_SETTINGS_MODULE": "config.settings.test"},
        ),
        "ruff": Gate([str(BIN / "ruff"), "check", "."]),
        "format": Gate([str(BIN / "ruff"), "format", "--check", "."]),
    }


def slow_gates(database: str) -> dict[str, Gate]:
    """Return the gates of `make test-slow`.

    Beside the journeys one process runs the tests, among them those that kill workers
    and wait for others. The first steps, which wait for nobody, come after one of them.
    """
    rest = [*TESTS, *(f"--ignore={folder}" for folder in FIRST_STEPS)]
    return {
        "journeys": pytest_gate(JOURNEYS, "slow"),
        "pytest": pytest_gate(rest, "slow", workers=1, database=database),
        "first_steps": pytest_gate(FIRST_STEPS, "slow", database=database),
        "sqlite": pytest_gate(both_databases(), "both_databases and slow", workers=1),
    }


def run_gates(selected: Mapping[str, Gate], missing: Sequence[str] = ()) -> int:
    """Run the gates in this order, two at a time, and return the exit code.

    With ``CI=true``, ``missing`` services are failures.
    """
    started = monotonic()
    failed = [*missing] if CI else []
    pool = ThreadPoolExecutor(SIDE_BY_SIDE)
    try:
        running = {pool.submit(gate.run): name for name, gate in selected.items()}
        for future in as_completed(running):
            name = running[future]
            passed, printed, seconds = future.result()
            if not passed:
                failed.append(name)
            verdict = "ok" if passed else "FAILED"
            print(f"── {name}\n{printed.rstrip()}")
            print(f"── {name}: {verdict}, {seconds:.0f} s", flush=True)
    finally:
        # Ctrl-C ends the running gates; no other gate starts.
        pool.shutdown(cancel_futures=True)
    print(f"── {len(selected)} gates, {monotonic() - started:.0f} s")
    print(f"Failed: {', '.join(failed)}" if failed else "Every gate passed.")
    return 1 if failed else 0


def main(arguments: Sequence[str]) -> int:
    names = [name for name in arguments if name != "--slow"]
    available = {
        "PostgreSQL": is_service_listening(POSTGRESQL),
        "Redis": is_service_listening(REDIS),
        "Chromium": CHROMIUM is not None,
    }
    database = POSTGRESQL if available["PostgreSQL"] else ""
    all_gates = slow_gates(database) if "--slow" in arguments else list_gates(database)
    unknown = [name for name in names if name not in all_gates]
    if unknown:
        print(f"No such gate: {', '.join(unknown)}. There are: {', '.join(all_gates)}.")
        return 2
    missing = [service for service, answer in available.items() if not answer]
    for service in missing:
        print(f"LEFT OUT: what needs {service}, which does not answer here.")
    selected = {
        name: all_gates[name]
        for name in names or all_gates
        if available.get(NEEDS.get(name, ""), True)
    }
    return run_gates(selected, missing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
