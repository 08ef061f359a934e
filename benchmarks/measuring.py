"""What benchmarks share: time by clock and processor, memory, an empty installation."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import django


def processor_seconds() -> float:
    """Return those of this process and of those it started that are over.

    They say more than the clock on a machine that does other work.
    """
    usage = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(process.ru_utime + process.ru_stime for process in usage)


@dataclass
class Cost:
    """Seconds spent inside ``with cost:``, summed over all of them."""

    clock: float = 0.0
    processor: float = 0.0

    def __enter__(self) -> "Cost":
        self.clock -= perf_counter()
        self.processor -= processor_seconds()
        return self

    def __exit__(self, *error: object) -> None:
        self.clock += perf_counter()
        self.processor += processor_seconds()


def calibration_seconds() -> float:
    """Return the seconds by the clock of a fixed computation on every core at once.

    They grow with the other work of the machine: a measurement between two that differ
    was not made on one and the same machine.
    """
    begun = perf_counter()
    running = [
        subprocess.Popen([sys.executable, "-S", "-c", "sum(range(15_000_000))"])
        for _ in range(os.cpu_count() or 1)
    ]
    for process in running:
        process.wait()
    return perf_counter() - begun


def peak_memory() -> int:
    """Return the bytes that this process held at most since the last call.

    Linux only.
    """
    status = Path("/proc/self/status").read_text()
    [peak] = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    Path("/proc/self/clear_refs").write_text("5")  # starts counting again
    return int(peak.split()[1]) * 1024


@contextmanager
def empty_installation() -> Iterator[Path]:
    """Set Django up on SQLite in a folder of its own, which is the value."""
    with tempfile.TemporaryDirectory(prefix="subtext-benchmark-") as folder:
        os.environ["SUBTEXT_DATA_DIR"] = f"{folder}/var"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
        django.setup()
        yield Path(folder)
