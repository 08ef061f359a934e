"""Throughput of annotating: next item, two draft saves, submission.

Fifty clients go as fast as they can, then at the pace of people (10 loops a second
offered), on SQLite and, with --database, on PostgreSQL; Label Studio and Potato beside
it, as their own commands serve them, unless --no-peer.

All are measured in turn, and again in the opposite order. A computation before and
after each run tells whether other work of the machine has changed meanwhile.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.annotate_loop.label_studio import label_studio
from benchmarks.annotate_loop.load import (
    STEPS,
    Desk,
    Load,
    as_fast_as_they_go,
    at_a_pace,
    once_each,
)
from benchmarks.annotate_loop.potato import potato
from benchmarks.annotate_loop.servers import ANNOTATORS, Server
from benchmarks.annotate_loop.subtext import subtext
from benchmarks.measuring import calibration_seconds
from benchmarks.results import Results, benchmark_parser

Start = Callable[[Path, int], AbstractContextManager[tuple[Sequence[Desk], Server]]]
"""Start a server with its files in a folder and on a port."""
SAME = 1.15
"""Calibrations that differ by a larger factor mark what was measured between them."""


class Run(NamedTuple):
    """One candidate's speed, and the calibrations before and after it."""

    rate: float
    """Loops a second, as fast as they go."""
    late: float
    """Seconds within which 95 % of the requests end at the pace of people."""
    before: float
    after: float


def main() -> int:
    parser = benchmark_parser("annotate_loop", __doc__)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30, help="of each of the two")
    parser.add_argument("--rate", type=float, default=10, help="loops a second offered")
    parser.add_argument("--rounds", type=int, default=2, help="runs of each candidate")
    parser.add_argument("--items", type=int, default=6000)
    parser.add_argument("--port", type=int, default=8151)
    parser.add_argument(
        "--database", metavar="URL", help="an empty PostgreSQL database; is emptied"
    )
    parser.add_argument("--no-sqlite", action="store_true")
    parser.add_argument("--no-peer", action="store_true")
    chosen = parser.parse_args()
    results = Results(chosen)
    serve = partial(subtext, people=chosen.people, items=chosen.items)
    candidates: list[tuple[str, Start]] = []
    if not chosen.no_sqlite:
        candidates.append(("Subtext, SQLite", partial(serve, database=None)))
    if chosen.database:
        on_server = partial(serve, database=chosen.database)
        candidates.append(("Subtext, PostgreSQL", on_server))
    if not chosen.no_peer:
        if not ANNOTATORS.exists():
            parser.error("`make peers` installs Label Studio and Potato; or --no-peer")
        crew = {"people": chosen.people, "items": chosen.items}
        candidates.append(("Label Studio, SQLite", partial(label_studio, **crew)))
        candidates.append(("Potato, in memory", partial(potato, **crew)))
    print(
        f"{chosen.people} clients, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f} at the beginning"
    )
    runs: dict[str, list[Run]] = {name: [] for name, _ in candidates}
    for _ in range(chosen.rounds):
        for name, begin in candidates:
            before = calibration_seconds()
            with (
                tempfile.TemporaryDirectory(prefix="subtext-loop-") as folder,
                begin(Path(folder), chosen.port) as (desks, server),
            ):
                rate, late = asyncio.run(_measure(name, desks, server, chosen))
            runs[name].append(Run(rate, late, before, calibration_seconds()))
        candidates.reverse()
    _show_runs(results, runs)
    _compare({name: median(run.rate for run in done) for name, done in runs.items()})
    return 0


def _show_runs(results: Results, runs: Mapping[str, Sequence[Run]]) -> None:
    """Print the runs of each candidate, and mark those on a busier machine."""
    quietest = min(min(run.before, run.after) for done in runs.values() for run in done)
    rows = [
        (
            name,
            f"{run.rate:.1f}",
            f"{1000 * run.late:.0f}",
            f"{run.before:.2f}",
            f"{run.after:.2f}",
            "changed" if max(run.before, run.after) > SAME * quietest else "",
        )
        for name, done in runs.items()
        for run in done
    ]
    head = (
        *("candidate", "loops/s", "95 % at a pace, ms"),
        *("calibration, s", "after", "load"),
    )
    results.print_table("candidates", head, *rows)


def _compare(rates: Mapping[str, float]) -> None:
    """Print how many times as many loops Subtext does as each other tool (medians)."""
    ours = {name: rate for name, rate in rates.items() if name.startswith("Subtext")}
    for name, rate in ours.items():
        for peer in rates.keys() - ours.keys():
            times = rate / rates[peer] if rates[peer] else float("inf")
            print(f"{name}: {times:.1f} times the loops/s of {peer}")


async def _measure(
    name: str, desks: Sequence[Desk], server: Server, chosen: argparse.Namespace
) -> tuple[float, float]:
    """Print the measurements; return the rate and the lateness of `Run`."""
    await once_each(desks)
    load = os.getloadavg()[0]
    meter = Meter(server)
    fast = await as_fast_as_they_go(desks, seconds=chosen.seconds)
    print(f"\n{name}: {fast.rate:.1f} loops/s as fast as they go, load {load:.1f}")
    print(f"    {meter.read(fast)}", flush=True)
    _show(fast)
    load = os.getloadavg()[0]
    meter = Meter(server)
    paced = await at_a_pace(desks, rate=chosen.rate, seconds=chosen.seconds)
    offered = f"{paced.rate:.1f} loops/s of {chosen.rate:g} offered"
    print(f"{name}: {offered}, load {load:.1f}")
    print(f"    {meter.read(paced)}", flush=True)
    _show(paced)
    return fast.rate, paced.percentile(0.95)


class Meter:
    """Processor time since it was created."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._begun = server.processor(), process_time()

    def read(self, load: Load) -> str:
        server, ours = (
            1000 * (now - begun) / max(1, load.loops)
            for now, begun in zip(
                (self._server.processor(), process_time()), self._begun, strict=True
            )
        )
        return (
            f"{server:.0f} ms of processor a loop of the server with its database, "
            f"{ours:.0f} ms of the clients"
        )


def _show(load: Load) -> None:
    for step in (*STEPS, None):
        rendered = "  ".join(
            f"p{share} {1000 * load.percentile(share / 100, step):7.0f} ms"
            for share in (50, 95, 99)
        )
        print(f"    {step or 'every request':<14}{rendered}")
    if load.failed:
        print(f"    {len(load.failed)} refused, as {load.failed[0]}")


if __name__ == "__main__":
    sys.exit(main())
