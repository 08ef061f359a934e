"""Celery tasks of the jobs, and the workers' heartbeat."""

from contextlib import suppress
from threading import Event, Thread
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.db import DatabaseError

from workflow import jobs
from workflow.clock import database_now
from workflow.models import WorkerSeen


@shared_task(name="workflow.job_run")
def job_run(job_id: int) -> None:
    with jobs.heartbeat(job_id):
        jobs.run_job(job_id)


@shared_task(name="workflow.requeue_stale_jobs")
def requeue_stale_jobs() -> None:
    jobs.requeue_stale_jobs()


@worker_ready.connect
def report_worker_alive(sender: Any, **_: object) -> None:
    """Start the worker's heartbeat thread.

    A busy worker answers no ping, so each worker writes a row every few seconds.
    """
    queues = sorted(queue.name for queue in sender.task_consumer.queues)
    processes = sender.controller.concurrency

    def beat() -> None:
        WorkerSeen.objects.update_or_create(
            name=sender.hostname,
            defaults={
                "queues": queues,
                "processes": processes,
                "seen_at": database_now(),
            },
        )

    def beat_for_ever() -> None:
        with suppress(DatabaseError):
            beat()
        jobs.beat_until(Event(), beat)

    Thread(target=beat_for_ever, daemon=True).start()
