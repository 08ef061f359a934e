"""The memory of the services of docker-compose.yml with nothing to do."""

from pathlib import Path
from time import sleep

from benchmarks.faults.server import SERVICES, running_server
from benchmarks.memory.processes import memory_of

REST = 60.0
"""Seconds after the start until the services count as idle."""


def idle_services(folder: Path, postgresql: str) -> dict[str, int]:
    """Return the bytes of each process of the services, one minute after the start."""
    with running_server(folder, postgresql) as server:
        sleep(REST)
        sizes: dict[str, int] = {}
        for name in SERVICES:
            sizes |= memory_of(server.process(name), name)
        return sizes
