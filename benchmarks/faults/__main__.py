"""What services that die, and disks, databases and brokers that are away, cost people.

Somebody writes all the time and a job imports pictures while a fault happens. Printed is
how many writes and jobs were acknowledged, how many of the writes were lost, what did not
go on, and the seconds from the end of the fault until a write is answered and more of the
job is done. To reach: nothing lost, nothing stuck, at most 60 s.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.faults import embedded, server
from benchmarks.faults.work import Outcome
from benchmarks.measuring import print_table
from tests.support.services import POSTGRESQL, answers

LIMIT = 60.0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.faults", description=__doc__
    )
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument(
        "--database", default=POSTGRESQL, help="a database of the PostgreSQL server"
    )
    asked = parser.parse_args()
    passed = True
    if asked.only != "postgresql":
        with tempfile.TemporaryDirectory(prefix="subtext-faults-") as folder:
            passed &= report("SQLite", embedded.faults(Path(folder)))
    if asked.only != "sqlite":
        if not answers(asked.database) or shutil.which("redis-server") is None:
            print("Left out: PostgreSQL, which needs its server and redis-server.")
        else:
            with tempfile.TemporaryDirectory(prefix="subtext-faults-") as folder:
                passed &= report(
                    "PostgreSQL", server.faults(Path(folder), asked.database)
                )
    return 0 if passed else 1


def report(stack: str, outcomes: Iterable[Outcome]) -> bool:
    """Print a table of the outcomes; return whether all are within the limits."""
    found = []
    for outcome in outcomes:
        print(f"{stack}: {outcome}", flush=True)
        found.append(outcome)
    rows = [
        (
            one.fault,
            *map(str, (one.acknowledged, one.lost, one.stuck)),
            f"{one.seconds:.1f}",
        )
        for one in found
    ]
    head = (f"fault, {stack}", "acknowledged", "lost", "stuck", "seconds to recover")
    print_table(head, *rows)
    return all(not one.lost and not one.stuck and one.seconds <= LIMIT for one in found)


if __name__ == "__main__":
    sys.exit(main())
