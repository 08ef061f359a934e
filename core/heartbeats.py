"""Heartbeats: signs of life from a thread while other work goes on."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection

from core.clock import database_now
from core.models import Job, JobStatus

logger = logging.getLogger(__name__)

DEAD_AFTER = timedelta(seconds=settings.JOB_DEAD_AFTER)
"""Age of its heartbeat from which a running job has lost its worker."""
HEARTBEAT = DEAD_AFTER / 6


@contextmanager
def keep_job_heartbeat(job_id: int) -> Iterator[None]:
    """Renew a job's heartbeat from a thread during the block."""

    def beat() -> None:
        Job.objects.filter(pk=job_id, status=JobStatus.RUNNING).update(
            heartbeat_at=database_now()
        )

    with keep_calling(beat):
        yield


@contextmanager
def keep_calling(beat: Callable[[], object]) -> Iterator[None]:
    """Call ``beat`` every ``HEARTBEAT`` from a thread during the block."""
    stop = Event()
    thread = Thread(target=call_until_stopped, args=(stop, beat), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def call_until_stopped(stop: Event, beat: Callable[[], object]) -> None:
    """Call ``beat`` every ``HEARTBEAT``; continue after database errors."""
    try:
        while not stop.wait(HEARTBEAT.total_seconds()):
            close_old_connections()
            try:
                beat()
            except DatabaseError as error:
                logger.warning("no sign of life could be given: %s", error)
    finally:
        connection.close()
