"""The demo's memory: after its start, at its peak while it is made, and idle."""

import signal
from pathlib import Path
from time import monotonic, sleep

import httpx

from benchmarks.first_page.__main__ import (
    PATIENCE,
    answers,
    free_port,
    is_curated,
    log_in,
    manage,
)
from benchmarks.memory.processes import memory_of

REST = 60.0
"""Seconds after the last job until the demo counts as idle."""


def demo_memory(data_dir: Path) -> dict[str, dict[str, int]]:
    """Return the bytes of each process at the peak of the sum, and idle."""
    port = free_port()
    product = manage(data_dir, "run", "--demo", port=port, whole=True)
    peak: dict[str, int] = {}
    begun = monotonic()

    def look() -> dict[str, int]:
        nonlocal peak
        if product.poll() is not None or monotonic() - begun > PATIENCE:
            raise SystemExit("The demo was not made.")
        now = memory_of(product.pid)
        if sum(now.values()) > sum(peak.values()):
            peak = now
        sleep(0.5)
        return now

    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as browser:
            while not answers(browser, "/login"):
                look()
            log_in(browser)
            while not is_curated(browser):
                look()
        rested = monotonic() + REST
        while monotonic() < rested:
            idle = look()
        return {"peak": peak, "idle": idle}
    finally:
        product.send_signal(signal.SIGINT)
        product.wait()
