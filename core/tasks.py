"""Celery tasks of the jobs, and the workers' heartbeat."""

from contextlib import suppress
from threading import Event, Thread
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.db import DatabaseError

from core import heartbeats, jobs
from core.broker.health import sign_of_health
from core.broker.tasks import RowId
from core.models import Job
from core.selectors import require_row
from core.workers import record_worker


@shared_task(name="workflow.job_run")
def job_run(job_id: RowId) -> None:
    require_row(Job.objects.all(), job_id)
    with heartbeats.keep_job_heartbeat(job_id):
        jobs.run_job(job_id)


@shared_task(name="workflow.requeue_stale_jobs")
def requeue_stale_jobs() -> None:
    jobs.requeue_stale_jobs()


@worker_ready.connect
def report_worker_alive(sender: Any, **_: object) -> None:
    """Start the worker's heartbeat thread.

    Each worker writes a row every few seconds, also while it is busy.
    """
    queues = [queue.name for queue in sender.task_consumer.queues]
    processes = sender.controller.concurrency

    def beat() -> None:
        record_worker(sender.hostname, queues=queues, processes=processes)
        sign_of_health(sender)

    def beat_for_ever() -> None:
        with suppress(DatabaseError):
            beat()
        heartbeats.call_until_stopped(Event(), beat)

    Thread(target=beat_for_ever, daemon=True).start()
