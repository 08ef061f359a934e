"""A job that met a full disk or a lost database goes on; it has not failed."""

import errno
import os
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.models import F

from core import jobs
from core.heartbeats import DEAD_AFTER
from core.job_kinds import Progress
from core.models import Job, JobStatus
from tests.support.cast import Cast
from tests.support.job_kinds import declared_test_kind

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

KIND = "test.transient"


@pytest.fixture(
    params=[
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        OperationalError("the connection was closed"),
    ],
    ids=["full disk", "lost database"],
)
def queued(request: pytest.FixtureRequest, cast: Cast) -> Iterator[Job]:
    """A job whose first attempt meets the error."""
    errors = [request.param]

    def run(*, job: Job, progress: Progress) -> dict[str, int]:
        while errors:
            raise errors.pop()
        return {"attempts": job.attempts}

    with declared_test_kind(KIND, run):
        yield Job.objects.create(kind=KIND, scope_id=cast.project.pk, parameters={})


def test_a_job_is_taken_up_again_after_a_passing_error(queued: Job) -> None:
    with pytest.raises((OSError, OperationalError)):
        jobs.run_job(queued.pk)
    queued.refresh_from_db()
    assert queued.status == JobStatus.RUNNING
    silent = 2 * DEAD_AFTER + timedelta(seconds=1)
    Job.objects.update(heartbeat_at=F("heartbeat_at") - silent)
    assert jobs.requeue_stale_jobs() == 1
    queued.refresh_from_db()
    assert (queued.status, queued.result) == (JobStatus.FINISHED, {"attempts": 2})
