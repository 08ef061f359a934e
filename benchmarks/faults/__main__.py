"""Lost work and recovery times after faults of processes, disks, databases and brokers.

During each fault a client writes all the time and a job imports images. Printed are the
numbers of writes and jobs that were acknowledged, lost and stuck, and the seconds from
the end of the fault until a write is answered and the job makes progress. The target:
nothing lost, nothing stuck, at most 60 s.
"""

import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from benchmarks.faults import embedded, server
from benchmarks.faults.work import Outcome
from benchmarks.results import Results, benchmark_parser
from tests.support.services import POSTGRESQL, is_reachable

LIMIT = 60.0


def main() -> int:
    parser = benchmark_parser("faults", __doc__)
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument(
        "--database", default=POSTGRESQL, help="a database of the PostgreSQL server"
    )
    options = parser.parse_args()
    results = Results(options)
    stacks: dict[str, Callable[[Path], Iterable[Outcome]]] = {}
    if options.only != "postgresql":
        stacks["SQLite"] = embedded.faults
    if options.only != "sqlite":
        if is_reachable(options.database) and shutil.which("redis-server"):
            stacks["PostgreSQL"] = partial(server.faults, postgresql=options.database)
        else:
            print("Left out: PostgreSQL, which needs its server and redis-server.")
    outcomes = {stack: find_outcomes(stack, faults) for stack, faults in stacks.items()}
    print_outcomes(results, outcomes)
    return 0 if all(map(is_within_limits, outcomes.values())) else 1


def find_outcomes(
    stack: str, faults: Callable[[Path], Iterable[Outcome]]
) -> dict[str, Outcome | None]:
    """Cause the faults of one stack; None under "…" when a step of them failed."""
    outcomes: dict[str, Outcome | None] = {}
    with tempfile.TemporaryDirectory(
        prefix="subtext-faults-", ignore_cleanup_errors=True
    ) as folder:
        try:
            for outcome in faults(Path(folder)):
                print(f"{stack}: {outcome}", flush=True)
                outcomes[outcome.fault] = outcome
        except Exception:  # noqa: BLE001 - whatever it was
            # Print the results so far, and those of the other stack.
            traceback.print_exc()
            outcomes["…"] = None
    return outcomes


def print_outcomes(
    results: Results, by_stack: Mapping[str, Mapping[str, Outcome | None]]
) -> None:
    """Print one table: a row a fault, a column a stack."""
    faults = dict.fromkeys(
        fault for outcomes in by_stack.values() for fault in outcomes
    )
    head = ("fault: acknowledged / lost / stuck, seconds to recover", *by_stack)
    rows = [
        (fault, *(_cell(fault, outcomes) for outcomes in by_stack.values()))
        for fault in faults
    ]
    results.print_table("faults", head, *rows)


def _cell(fault: str, outcomes: Mapping[str, Outcome | None]) -> str:
    outcome = outcomes.get(fault)
    if outcome is None:
        return "failed" if fault in outcomes else "–"
    counts = (outcome.acknowledged, outcome.lost, outcome.stuck)
    return f"{' / '.join(map(str, counts))}, {outcome.seconds:.1f}"


def is_within_limits(outcomes: Mapping[str, Outcome | None]) -> bool:
    return all(
        outcome is not None
        and not outcome.lost
        and not outcome.stuck
        and outcome.seconds <= LIMIT
        for outcome in outcomes.values()
    )


if __name__ == "__main__":
    sys.exit(main())
