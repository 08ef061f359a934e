"""The tables of a benchmark: printed, and with ``--save`` written into files.

The files are ``numbers/<benchmark>/<table>.csv`` and ``numbers/<benchmark>/runs.json``,
which says for each table what its numbers depend on.
"""

import argparse
import json
import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from config.version import VERSION
from reporting.tables import as_csv, as_markdown, text_table

ROOT = Path(__file__).resolve().parent.parent
NUMBERS = ROOT / "benchmarks" / "numbers"
RUNS = "runs.json"


def benchmark_parser(name: str, description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options that all benchmarks have."""
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks.{name}", description=description
    )
    parser.add_argument(
        "--save",
        action="store_const",
        const=NUMBERS / name,
        help=f"write the tables into benchmarks/numbers/{name}",
    )
    parser.add_argument(
        "--save-in",
        dest="save",
        type=Path,
        metavar="FOLDER",
        help="write the tables into another folder",
    )
    return parser


class Results:
    """Prints the tables of one run, and saves them if ``options`` name a folder."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._folder: Path | None = options.save
        # At the start, because the benchmark adds to the load.
        self._run = describe_run(options) if self._folder else {}

    def print_table(self, name: str, *rows: Sequence[str]) -> None:
        """Print rows of equally many cells as Markdown; the first one is the head.

        ``name`` is that of the file without its ending.
        """
        head, *body = rows
        table = text_table("", head, body)
        print(f"\n{as_markdown(table, formatted=True)}", flush=True)
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / f"{name}.csv").write_text(as_csv(table), encoding="utf-8")
        # Tables of other runs stay, with what they depend on.
        path = self._folder / RUNS
        runs = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        text = json.dumps({**runs, name: self._run}, ensure_ascii=False, indent=2)
        path.write_text(f"{text}\n", encoding="utf-8")


def describe_run(options: argparse.Namespace) -> dict[str, Any]:
    """Return what the numbers of a run depend on, without paths, hosts and passwords."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "subtext": VERSION,
        "revision": _revision(),
        "python": platform.python_version(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "options": {
            name: _without_place(value)
            for name, value in vars(options).items()
            if name != "save" and value is not None
        },
    }


def _without_place(value: Any) -> Any:
    """Return the name of a path and the scheme of an address; all else unchanged."""
    if isinstance(value, list):
        return [_without_place(part) for part in value]
    if isinstance(value, Path):
        return value.name
    if isinstance(value, str) and "://" in value:
        return f"{value.partition('://')[0]}://…"
    return value


def _revision() -> str:
    """Return the commit, with "-dirty" if files other than saved numbers differ."""
    commit = _git("rev-parse", "--short=12", "HEAD")
    changed = _git(
        "status", "--porcelain", "-uno", "--", ".", f":!{_relative(NUMBERS)}"
    )
    return f"{commit}-dirty" if changed else commit


def _relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _git(*arguments: str) -> str:
    """Return what Git prints; nothing where the code is not in a repository."""
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return ""
    return done.stdout.strip()


def _processor() -> str:
    """Return the name of the processor; on Linux `platform` does not know it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    names = [line.partition(":")[2] for line in lines if line.startswith("model name")]
    return names[0].strip() if names else platform.processor() or platform.machine()
