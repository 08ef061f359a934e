"""Cost of every page and export as a project grows.

Builds projects of each size by cloning a small finished one (two annotations an item,
validation rounds, 50 people, a release, eleven runs), asks for every GET of the API as
its maintainer, and prints queries, processor seconds (the PostgreSQL process included),
bytes, memory, and how all of it grows. ``!`` marks what is over its limit: 0.1 seconds
for what the front end polls, 0.3 for what it opens, a number of queries that grows, 10
seconds for exports.
"""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

from benchmarks.growth.databases import Databases
from benchmarks.results import Results, benchmark_parser

POLLED_SECONDS = 0.1
OPENED_SECONDS = 0.3
EXPORT_SECONDS = 10
SEED = "seed"

Spent = dict[str, Any]


def main() -> int:
    parser = benchmark_parser("growth", __doc__)
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
    options = parser.parse_args()
    results = Results(options)
    with tempfile.TemporaryDirectory(prefix="subtext-growth-") as folder:
        databases = Databases(options.keep or Path(folder), options.database)
        names = [str(items) for items in sorted(options.items)]
        try:
            build(databases, names)
            if not options.build:
                report(results, databases, names, options.only, options.patience)
        finally:
            if options.keep is None:
                for name in (SEED, *names):
                    databases.drop(name)
    return 0


def build(databases: Databases, names: Sequence[str]) -> None:
    """Create the databases that do not exist yet."""
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
    results: Results,
    databases: Databases,
    names: Sequence[str],
    only: str,
    patience: float,
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
    head = ("address", "kind", "queries", "processor s", "ratio", "kB", "MB", "over")
    rows = [_row(sizes) for sizes in zip(*by_size, strict=True)]
    results.print_table("addresses", head, *rows)
    if not only:
        _print_weight(results, databases, names[-1])


def _row(results: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    largest = results[-1]
    spent: list[Spent | None] = [result["spent"] for result in results]
    kind = "polled" if largest["polled"] else "export" if largest["export"] else ""
    status = {str(cost["status"]) for cost in spent if cost} - {"200"}
    return (
        largest["template"].removeprefix("/api/projects/{slug}/"),
        " ".join([kind, *sorted(status)]).strip(),
        _each(spent, "queries", "{:d}"),
        _each(spent, "seconds", "{:.3f}"),
        _ratio(spent),
        _each(spent, "bytes", "{:.1f}", 1000),
        _each(spent, "memory", "{:.0f}", 2**20),
        _over(largest, spent),
    )


def _each(spent: Sequence[Spent | None], name: str, form: str, unit: int = 1) -> str:
    return " → ".join(
        "–"
        if cost is None
        else form.format(cost[name] / unit if unit > 1 else cost[name])
        for cost in spent
    )


def _ratio(spent: Sequence[Spent | None]) -> str:
    first, last = spent[0], spent[-1]
    if first is None or last is None or not first["seconds"]:
        return "–"
    return f"{last['seconds'] / first['seconds']:.1f}"


def _over(largest: dict[str, Any], spent: Sequence[Spent | None]) -> str:
    first, last = spent[0], spent[-1]
    if first is None or last is None:
        return "! given up"
    over = []
    limit = POLLED_SECONDS if largest["polled"] else OPENED_SECONDS
    if last["seconds"] > (EXPORT_SECONDS if largest["export"] else limit):
        over.append("seconds")
    # Exports are streamed: they read their rows in chunks.
    if last["queries"] > first["queries"] and not largest["export"]:
        over.append("queries")
    if last["status"] >= 500:
        over.append(str(last["status"]))
    return f"! {', '.join(over)}" if over else ""


def _print_weight(results: Results, databases: Databases, name: str) -> None:
    """Rows and kB an item, by table, of the largest project."""
    weights = json.loads(databases.run(name, "measure", "--weight"))
    # Whole copies of the seed: a few items more than the name says.
    items = next(
        weight["rows"] for weight in weights if weight["table"] == "annotation_item"
    )
    rows = [
        (
            weight["table"],
            f"{weight['rows'] / items:.1f}",
            f"{weight['bytes'] / items / 1000:.2f}",
        )
        for weight in weights
        if weight["rows"] * 20 > items
    ]
    total = (
        "all",
        f"{sum(weight['rows'] for weight in weights) / items:.1f}",
        f"{sum(weight['bytes'] for weight in weights) / items / 1000:.2f}",
    )
    head = ("table", "rows an item", "kB an item")
    results.print_table("weight", head, *rows, total)


if __name__ == "__main__":
    sys.exit(main())
