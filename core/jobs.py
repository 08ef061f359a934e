"""Jobs: enqueueing, running, watching, and resuming after a worker died."""

import errno
import logging
import uuid
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from time import monotonic, sleep
from typing import Any

from celery import current_app
from django.db import (
    IntegrityError,
    OperationalError,
    transaction,
)
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from core.clock import database_now
from core.domain.texts import _
from core.errors import ConflictError, SubtextError
from core.heartbeats import DEAD_AFTER, keep_job_heartbeat
from core.job_kinds import get_job_function, require_job_role, require_requester
from core.models import Job, JobStatus
from core.services import Actor

logger = logging.getLogger(__name__)

LOST_AFTER = DEAD_AFTER
"""Time after which a queued job that no worker took is sent to the broker again."""
_NAP = 0.3
MOST_ATTEMPTS = 5
"""Maximum number of attempts without progress."""


class JobCancelledError(Exception):
    """The job was cancelled; raised inside it."""


class JobLostError(Exception):
    """Another worker has taken over the job; raised inside it."""


class JobProgress:
    """The reports of a running job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._said = 0.0
        self._had_done = job.done

    def __call__(self, done: int, total: int | None = None) -> None:
        """Report progress; written to the database at most twice a second.

        Raises JobCancelledError, JobLostError or NotAllowedError (its requester has
        lost the right to request it) when the job should stop.
        """
        self.job.done = done
        if total is not None:
            self.job.total = total
        finished = self.job.total is not None and done >= self.job.total
        if monotonic() - self._said < 0.5 and not finished:
            return
        self._said = monotonic()
        own_job = Job.objects.filter(
            pk=self.job.pk, worker=self.job.worker, status=JobStatus.RUNNING
        )
        changes: dict[str, Any] = {"done": done, "total": self.job.total}
        if done > self._had_done:
            # Progress resets the attempts: a long job may outlive many workers.
            changes["attempts"] = 1
        if not own_job.update(heartbeat_at=database_now(), **changes):
            raise JobLostError
        if own_job.filter(cancel_requested=True).exists():
            raise JobCancelledError
        require_requester(self.job)


def enqueue_job(
    *,
    kind: str,
    scope_id: int,
    actor: Actor,
    parameters: Mapping[str, Any],
    queue: str = "default",
) -> Job:
    """Enqueue a job, which is sent to the broker when the transaction commits.

    A job whose worker died is resumed if it has the same parameters, else marked
    failed. Raises NotAllowedError for a role that the kind does not name, and
    ConflictError when a job of that kind is queued or running in the project.
    """
    require_job_role(kind, actor)
    requester = actor.user.pk if actor.user else None
    requested = dict(parameters)
    dead = Job.objects.filter(
        kind=kind,
        scope_id=scope_id,
        status=JobStatus.RUNNING,
        heartbeat_at__lt=database_now() - DEAD_AFTER,
    ).first()
    if dead is not None and dead.parameters == requested:
        Job.objects.filter(pk=dead.pk).update(requested_by_id=requester)
        transaction.on_commit(lambda: _send(dead))
        return dead
    if dead is not None:
        _end(dead, JobStatus.FAILED, error=_("The worker stopped unexpectedly."))
    try:
        with transaction.atomic():
            row = Job.objects.create(
                kind=kind,
                queue=queue,
                scope_id=scope_id,
                parameters=requested,
                requested_by_id=requester,
            )
    except IntegrityError as error:
        raise ConflictError(_("This job is already running.")) from error
    transaction.on_commit(lambda: _send(row))
    return row


def enqueue_job_after(
    *, kind: str, scope_id: int, parameters: Mapping[str, Any]
) -> bool:
    """Let a job follow the one of its kind that is queued or running in the project.

    A queued job with the same parameters does the work as well. Returns False if there
    is no such job any more.
    """
    requested = dict(parameters)
    under_way = Job.objects.filter(kind=kind, scope_id=scope_id)
    running = under_way.filter(status=JobStatus.RUNNING)
    queued = under_way.filter(status=JobStatus.QUEUED)
    return (
        queued.filter(parameters=requested).exists()
        or bool(queued.update(next_parameters=requested))
        or bool(running.update(next_parameters=requested))
    )


def _send(row: Job) -> None:
    if current_app.conf.task_always_eager:
        run_job(row.pk)
        return
    send_stored_jobs("workflow.job_run", args=[row.pk], queue=row.queue)


def send_stored_jobs(task: str, **options: Any) -> None:
    """Send a message for work that a database row records.

    If the broker does not respond, the message is sent later by the search for stale
    rows. The work is accepted and done once the broker is back.
    """
    try:
        current_app.send_task(task, **options)
    except BrokerError:
        logger.exception("the broker does not answer: %s is sent later", task)


def run_job(job_id: int) -> Job:
    """Run a queued job in this process unless another worker has it. Returns it."""
    worker = uuid.uuid4().hex
    now = database_now()
    claimed = Job.objects.filter(
        _claimable(now), pk=job_id, attempts__lt=MOST_ATTEMPTS
    ).update(status=JobStatus.RUNNING, worker=worker, heartbeat_at=now)
    row = Job.objects.get(pk=job_id)
    if not claimed:
        return row
    row.attempts += 1
    row.started_at = row.started_at or now
    row.save(update_fields=["attempts", "started_at"])
    try:
        require_requester(row)
        result = get_job_function(row.kind)(job=row, progress=JobProgress(row))
    except JobLostError:
        logger.warning("job %s was taken up by another worker", row.pk)
        row.refresh_from_db()
        return row
    except JobCancelledError:
        return _end(row, JobStatus.CANCELLED)
    except SubtextError as error:
        return _end(row, JobStatus.FAILED, error=error.detail)
    except Exception as error:
        logger.exception("job %s (%s) failed", row.pk, row.kind)
        # Otherwise the job is silent from now on and is taken up again.
        if not _is_transient(error):
            _end(row, JobStatus.FAILED, error=describe_job_failure(error, row.pk))
        raise
    return _end(row, JobStatus.FINISHED, result=result)


def describe_job_failure(error: Exception, job_id: int | None) -> str:
    """Return what a person reads of the error that ended a job."""
    if isinstance(error, SubtextError):
        return error.detail
    return _(
        "An unexpected error ended this job. Try again; the server's log has the error "
        "under job {number}.",
        number=job_id,
    )


def _is_transient(error: Exception) -> bool:
    """Return whether the disk was full or the database did not answer."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return isinstance(error, OperationalError)


def _claimable(now: datetime) -> Q:
    return Q(status=JobStatus.QUEUED) | Q(
        status=JobStatus.RUNNING, heartbeat_at__lt=now - DEAD_AFTER
    )


def _end(
    row: Job,
    status: JobStatus,
    *,
    result: Mapping[str, Any] | None = None,
    error: str = "",
) -> Job:
    row.status = status
    row.result = dict(result or {})
    row.error = error
    row.finished_at = timezone.now()
    Job.objects.filter(pk=row.pk, worker=row.worker).update(
        status=row.status,
        result=row.result,
        error=row.error,
        done=row.done,
        finished_at=row.finished_at,
    )
    if status != JobStatus.CANCELLED:
        _enqueue_next(row)
    return row


def _enqueue_next(row: Job) -> None:
    """Enqueue the job that was to follow ``row``, unless another one has begun."""
    row.refresh_from_db(fields=["next_parameters"])
    if row.next_parameters is None:
        return
    with suppress(ConflictError):
        enqueue_job(
            kind=row.kind,
            queue=row.queue,
            scope_id=row.scope_id,
            actor=Actor.system(),
            parameters=row.next_parameters,
        )


def cancel_job(*, job: Job, actor: Actor) -> Job:
    """Cancel a queued job at once, or ask a running one to stop.

    Raises NotAllowedError for a role that may not request such a job.
    """
    require_job_role(job.kind, actor)
    begun = not Job.objects.filter(pk=job.pk, status=JobStatus.QUEUED).update(
        status=JobStatus.CANCELLED, finished_at=timezone.now()
    )
    if begun:
        Job.objects.filter(pk=job.pk, status=JobStatus.RUNNING).update(
            cancel_requested=True
        )
    job.refresh_from_db()
    return job


def dismiss_job(*, job: Job) -> Job:
    """Hide a failed or cancelled job. Raises ConflictError for any other one."""
    dismissed = Job.objects.filter(
        pk=job.pk, status__in=(JobStatus.FAILED, JobStatus.CANCELLED)
    ).update(dismissed_at=timezone.now())
    if not dismissed:
        raise ConflictError(_("Only a failed or cancelled job can be dismissed."))
    job.refresh_from_db()
    return job


@transaction.atomic
def retry_job(*, job: Job, actor: Actor) -> Job:
    """Enqueue a failed or cancelled job again and hide the failure.

    Jobs continue what an earlier attempt began. Raises ConflictError for any other job,
    and when one of its kind is queued or running; NotAllowedError as ``enqueue_job``.
    """
    dismiss_job(job=job)
    return enqueue_job(
        kind=job.kind,
        scope_id=job.scope_id,
        actor=actor,
        parameters=job.parameters,
        queue=job.queue,
    )


def requeue_stale_jobs() -> int:
    """Send lost messages and the jobs of dead workers again. Returns how many."""
    now = database_now()
    stale = Job.objects.filter(
        Q(status=JobStatus.QUEUED, created_at__lt=now - LOST_AFTER)
        | Q(status=JobStatus.RUNNING, heartbeat_at__lt=now - DEAD_AFTER)
    )
    for row in stale.filter(attempts__gte=MOST_ATTEMPTS):
        _end(
            row,
            JobStatus.FAILED,
            error=_("The workers stopped unexpectedly several times."),
        )
    again = list(stale.filter(attempts__lt=MOST_ATTEMPTS))
    for row in again:
        _send(row)
    return len(again)


def resume_jobs() -> None:
    """Resume the jobs that were running when the last worker ended.

    Call it only while no worker can be alive: before an installation's workers start.
    """
    long_ago = database_now() - 2 * DEAD_AFTER
    Job.objects.filter(status=JobStatus.RUNNING).update(heartbeat_at=long_ago)
    requeue_stale_jobs()


def run_or_await_job(job: Job) -> Job:
    """Run a job here or wait for the worker that runs it; return the finished job."""
    while job.status in (JobStatus.QUEUED, JobStatus.RUNNING):
        with keep_job_heartbeat(job.pk):
            job = run_job(job.pk)
        if job.status == JobStatus.RUNNING:
            sleep(_NAP)
    return job
