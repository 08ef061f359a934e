"""What every page and export costs as a project grows.

Builds projects of each size by cloning a small finished one (two annotations an item,
validation rounds, 50 people, a release, eleven runs), asks for every GET of the API as
its maintainer, and prints queries, processor seconds (the PostgreSQL process included),
bytes, memory, and how all of it grows. ``!`` marks what is over its limit: 0.1 seconds
for what the front end polls, 0.3 for what it opens, a number of queries that grows.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

from benchmarks.growth.databases import Databases
from benchmarks.measuring import print_table

POLLED_SECONDS = 0.1
OPENED_SECONDS = 0.3
SEED = "seed"

Spent = dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.growth", description=__doc__
    )
    parser.add_argument("--database", default="", help="postgres://…; else SQLite")
    parser.add_argument("--items", type=int, nargs="+", default=[2000, 20000])
    parser.add_argument(
        "--keep",
        type=Path,
        help="folder in which the databases are kept and found again",
    )
    parser.add_argument("--only", default="", help="ask only addresses with this part")
    parser.add_argument("--build", action="store_true", help="build, and ask nothing")
    parser.add_argument(
        "--patience", type=float, default=120.0, help="seconds until one is given up"
    )
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="subtext-growth-") as folder:
        databases = Databases(asked.keep or Path(folder), asked.database)
        names = [str(items) for items in sorted(asked.items)]
        try:
            build(databases, names)
            if not asked.build:
                report(databases, names, asked.only, asked.patience)
        finally:
            if asked.keep is None:
                for name in (SEED, *names):
                    databases.drop(name)
    return 0


def build(databases: Databases, names: Sequence[str]) -> None:
    """Make the databases that are not there yet."""
    if not databases.exists(SEED):
        databases.create(SEED)
        databases.run(SEED, "seed")
    for name in names:
        if not databases.exists(name):
            databases.create(name, template=SEED)
            try:
                databases.run(name, "cloning", name)
            except CalledProcessError:
                databases.drop(name)
                raise


def report(
    databases: Databases, names: Sequence[str], only: str, patience: float
) -> None:
    options = ["--only", only, "--patience", str(patience)]
    by_size = [
        [
            json.loads(line)
            for line in databases.run(name, "measure", *options).split("\n")
            if line
        ]
        for name in names
    ]
    head = ("address", "", "queries", "processor s", "ratio", "kB", "MB", "over")
    rows = [_row(found) for found in zip(*by_size, strict=True)]
    print_table(head, *rows)
    if not only:
        _print_weight(databases, names[-1])


def _row(found: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    asked = found[-1]
    spent: list[Spent | None] = [one["spent"] for one in found]
    kind = "polled" if asked["polled"] else "export" if asked["export"] else ""
    status = {str(one["status"]) for one in spent if one} - {"200"}
    return (
        asked["template"].removeprefix("/api/projects/{slug}/"),
        " ".join([kind, *sorted(status)]).strip(),
        _each(spent, "queries", "{:d}"),
        _each(spent, "seconds", "{:.3f}"),
        _ratio(spent),
        _each(spent, "bytes", "{:.1f}", 1000),
        _each(spent, "memory", "{:.0f}", 2**20),
        _over(asked, spent),
    )


def _each(spent: Sequence[Spent | None], name: str, form: str, unit: int = 1) -> str:
    return " → ".join(
        "–" if one is None else form.format(one[name] / unit if unit > 1 else one[name])
        for one in spent
    )


def _ratio(spent: Sequence[Spent | None]) -> str:
    first, last = spent[0], spent[-1]
    if first is None or last is None or not first["seconds"]:
        return "–"
    return f"{last['seconds'] / first['seconds']:.1f}"


def _over(asked: dict[str, Any], spent: Sequence[Spent | None]) -> str:
    first, last = spent[0], spent[-1]
    if first is None or last is None:
        return "! given up"
    over = []
    limit = POLLED_SECONDS if asked["polled"] else OPENED_SECONDS
    if last["seconds"] > limit and not asked["export"]:
        over.append("seconds")
    if last["queries"] > first["queries"]:
        over.append("queries")
    if last["status"] >= 500:
        over.append(str(last["status"]))
    return f"! {', '.join(over)}" if over else ""


def _print_weight(databases: Databases, name: str) -> None:
    """Rows and kB an item, by table, of the largest project."""
    items = int(name)
    weights = json.loads(databases.run(name, "measure", "--weight"))
    rows = [
        (
            one["table"],
            f"{one['rows'] / items:.1f}",
            f"{one['bytes'] / items / 1000:.2f}",
        )
        for one in weights
        if one["rows"] * 20 > items
    ]
    total = (
        "all",
        f"{sum(one['rows'] for one in weights) / items:.1f}",
        f"{sum(one['bytes'] for one in weights) / items / 1000:.2f}",
    )
    print_table(("table", "rows an item", "kB an item"), *rows, total)


if __name__ == "__main__":
    sys.exit(main())
