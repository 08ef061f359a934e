"""The processes of a service, found below the one that was started."""

import os
import signal
from contextlib import suppress
from pathlib import Path


def children(parent: int) -> list[int]:
    """Return the ids of the processes that ``parent`` started, oldest first."""
    pids: list[int] = []
    for task in Path(f"/proc/{parent}/task").glob("*/children"):
        pids += map(int, task.read_text().split())
    return sorted(pids)


def descendants(parent: int) -> list[int]:
    """Return every process below ``parent``."""
    below = children(parent)
    return [*below, *(pid for child in below for pid in descendants(child))]


def command_of(process: int) -> str:
    """Return its command line; empty for one that has ended."""
    with suppress(OSError):
        raw = Path(f"/proc/{process}/cmdline").read_bytes()
        return raw.replace(b"\0", b" ").decode(errors="replace")
    return ""


def kill(*processes: int) -> None:
    """``kill -9``; one that is gone already is fine."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
