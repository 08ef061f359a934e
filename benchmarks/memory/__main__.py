"""Memory of an installation by process: after the start, at its peak, and idle.

Megabytes are the proportional set size: a page that several processes share counts as a
part of each, so that the sum is what the machine misses. Linux only.

The demo is started on an empty data folder as by ``make run``, and is measured while its
projects are made and a minute later. The services of ``docker-compose.yml`` run as
processes with nothing to do; they need root, PostgreSQL and Redis.
"""

import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.memory.compose import idle_services
from benchmarks.memory.demo import demo_memory
from benchmarks.results import Results, benchmark_parser
from tests.support.services import POSTGRESQL, is_reachable

MEGABYTE = 1024 * 1024


def main() -> int:
    parser = benchmark_parser("memory", __doc__)
    parser.add_argument("--only", choices=["demo", "compose"])
    parser.add_argument(
        "--database", default=POSTGRESQL, help="a database of the PostgreSQL server"
    )
    options = parser.parse_args()
    results = Results(options)
    with tempfile.TemporaryDirectory(prefix="subtext-benchmark-") as folder:
        place = Path(folder)
        # The services have users of their own.
        place.chmod(0o755)
        if options.only != "compose":
            memory = demo_memory(place / "var")
            print_memory(results, "demo", memory)
        if options.only != "demo":
            if not is_reachable(options.database) or not shutil.which("redis-server"):
                print("The services need PostgreSQL and redis-server.")
                return 1
            idle = idle_services(place, options.database)
            print_memory(results, "services", {"idle": idle})
    return 0


def print_memory(
    results: Results, name: str, columns: Mapping[str, Mapping[str, int]]
) -> None:
    """Print a column for each moment, with a row for each process and the sum."""
    names = list(dict.fromkeys(name for column in columns.values() for name in column))
    rows = [
        (name, *(_megabytes(column.get(name)) for column in columns.values()))
        for name in names
    ]
    sums = (_megabytes(sum(column.values())) for column in columns.values())
    results.print_table(name, (f"{name}, MB", *columns), *rows, ("all", *sums))


def _megabytes(size: int | None) -> str:
    return "–" if size is None else f"{size / MEGABYTE:,.0f}"


if __name__ == "__main__":
    sys.exit(main())
