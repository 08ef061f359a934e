"""What commands say of a job while they wait for it."""

from datetime import UTC, datetime, timedelta

import pytest

from workflow.commands import progress_line
from workflow.models import Job, JobStatus

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "done", "total", "line"),
    [
        (JobStatus.QUEUED, 0, None, "0 queued"),
        (JobStatus.RUNNING, 0, 10_000, "0/10,000 running"),
        (
            JobStatus.RUNNING,
            2_500,
            10_000,
            "2,500/10,000 running, 25.0 a second, 0:05:00 left",
        ),
        (JobStatus.RUNNING, 50, None, "50 running, 0.5 a second"),
        (JobStatus.FINISHED, 10, 10, "10/10 finished"),
    ],
)
def test_how_far_a_job_is(
    status: JobStatus, done: int, total: int | None, line: str
) -> None:
    began = NOW - timedelta(seconds=100)
    job = Job(kind="test", status=status, done=done, total=total, started_at=began)
    assert progress_line(job, NOW) == line
