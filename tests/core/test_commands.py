"""What commands say of a job while they wait for it."""

import sys
from datetime import UTC, datetime, timedelta
from subprocess import PIPE, Popen

import pytest

from core.commands import progress_line
from core.models import Job, JobStatus

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
            "2,500/10,000 running, 25.0 per second, 0:05:00 left",
        ),
        (JobStatus.RUNNING, 50, None, "50 running, 0.5 per second"),
        (JobStatus.FINISHED, 10, 10, "10/10 finished"),
    ],
)
def test_how_far_a_job_is(
    status: JobStatus, done: int, total: int | None, line: str
) -> None:
    began = NOW - timedelta(seconds=100)
    job = Job(kind="test", status=status, done=done, total=total, started_at=began)
    assert progress_line(job, NOW) == line


MANY_LINES = """
import django
django.setup()
from core.commands import SubtextCommand

class Command(SubtextCommand):
    def run_command(self, **options):
        for line in range(100_000):
            self.print_outcome({"line": line}, f"line {line}")

Command().run_from_argv(["manage.py", "many_lines"])
"""


def test_whoever_reads_may_stop_reading() -> None:
    """As in `manage.py annotations_export … | head -1`."""
    command = Popen(
        [sys.executable, "-c", MANY_LINES], stdout=PIPE, stderr=PIPE, text=True
    )
    assert command.stdout is not None
    assert command.stderr is not None
    assert command.stdout.readline() == "line 0\n"
    command.stdout.close()
    assert command.stderr.read() == ""
    command.stderr.close()
    assert command.wait() == 0
