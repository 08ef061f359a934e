"""The workers that answer, and the queues that they read."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from core.clock import database_now
from core.models import WorkerSeen


def count_live_processes(queue: str) -> int:
    """Return how many jobs of a queue the live workers can run at the same time."""
    return sum(worker.processes for worker in live_workers() if queue in worker.queues)


def has_worker(queue: str) -> bool:
    """Return whether a live worker reads the queue."""
    return count_live_processes(queue) > 0


def live_workers() -> list[WorkerSeen]:
    """Return the workers seen within the last minute."""
    recent = database_now() - timedelta(seconds=60)
    return list(WorkerSeen.objects.filter(seen_at__gt=recent).order_by("name"))


def record_worker(
    name: str,
    *,
    queues: Collection[str],
    processes: int,
    runs: Mapping[str, Any] | None = None,
) -> None:
    """Record that a worker is alive now, which queues it reads and models it runs."""
    WorkerSeen.objects.update_or_create(
        name=name,
        defaults={
            "queues": sorted(queues),
            "processes": processes,
            "runs": runs,
            "seen_at": database_now(),
        },
    )
