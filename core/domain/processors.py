"""Processors of this machine."""

import os
from pathlib import Path

_DESCRIPTION = Path("/proc/cpuinfo")


def count_available_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # macOS knows no affinity


def is_intel(description: Path = _DESCRIPTION) -> bool:
    """Return whether the processor is one of Intel's, by Linux's description of it.

    False where there is no such file.
    """
    try:
        return "GenuineIntel" in description.read_text(errors="replace")
    except OSError:
        return False
