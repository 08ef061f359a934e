"""The workers that answer."""

from datetime import timedelta

from workflow.clock import database_now
from workflow.models import WorkerSeen


def processes_for(queue: str) -> int:
    """Return how many jobs of a queue the live workers can run at the same time."""
    return sum(worker.processes for worker in live_workers() if queue in worker.queues)


def live_workers() -> list[WorkerSeen]:
    """Return the workers seen within the last minute."""
    recent = database_now() - timedelta(seconds=60)
    return list(WorkerSeen.objects.filter(seen_at__gt=recent).order_by("name"))
