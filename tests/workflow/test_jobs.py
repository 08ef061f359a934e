from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.support.cast import Cast, browser
from workflow import jobs
from workflow.errors import ConflictError, InvalidInputError
from workflow.jobs import JobContext, cancel_job, enqueue_job, job, job_run
from workflow.models import Job, JobStatus
from workflow.services import Actor

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def counting() -> Iterator[list[int]]:
    """A job that counts to its parameter and remembers what it did."""
    did: list[int] = []

    @job("test.count")
    def count(context: JobContext) -> Mapping[str, Any]:
        total = context.parameters["to"]
        if total < 0:
            raise InvalidInputError("Cannot count below nought.")
        for number in range(len(did), total):
            did.append(number)
            context.progress(number + 1, total)
        return {"counted": total}

    yield did
    del jobs._functions["test.count"]


def enqueue(cast: Cast, to: int) -> Job:
    return enqueue_job(
        kind="test.count",
        scope_id=cast.project.pk,
        actor=cast.actor(cast.organizer),
        parameters={"to": to},
    )


def test_a_job_runs_and_says_how_far_it_is(cast: Cast) -> None:
    row = job_run(enqueue(cast, 3).pk)
    row.refresh_from_db()
    assert row.status == JobStatus.FINISHED
    assert (row.done, row.total, row.result) == (3, 3, {"counted": 3})


def test_a_second_one_of_the_kind_waits_its_turn(cast: Cast) -> None:
    enqueue(cast, 1)
    with pytest.raises(ConflictError):
        enqueue(cast, 1)


def test_an_expected_error_is_told_in_one_sentence(cast: Cast) -> None:
    row = job_run(enqueue(cast, -1).pk)
    assert (row.status, row.error) == (JobStatus.FAILED, "Cannot count below nought.")


def test_a_running_job_is_left_alone(cast: Cast, counting: list[int]) -> None:
    row = enqueue(cast, 2)
    Job.objects.filter(pk=row.pk).update(
        status=JobStatus.RUNNING, worker="other", heartbeat_at=timezone.now()
    )
    job_run(row.pk)
    assert counting == []


def test_a_job_whose_worker_died_is_taken_up_where_it_was(
    cast: Cast, counting: list[int]
) -> None:
    row = enqueue(cast, 4)
    counting.extend([0, 1])
    Job.objects.filter(pk=row.pk).update(
        status=JobStatus.RUNNING,
        worker="dead",
        heartbeat_at=timezone.now() - timedelta(minutes=5),
    )
    assert jobs.requeue_stale_jobs() == 1
    row.refresh_from_db()
    assert row.status == JobStatus.FINISHED
    assert counting == [0, 1, 2, 3]


def died(row: Job) -> None:
    Job.objects.filter(pk=row.pk).update(
        status=JobStatus.RUNNING,
        worker="dead",
        heartbeat_at=timezone.now() - timedelta(minutes=5),
    )


def test_asking_again_for_what_a_dead_worker_held_takes_it_up(
    cast: Cast, counting: list[int]
) -> None:
    row = enqueue(cast, 2)
    died(row)
    assert enqueue(cast, 2) == row
    assert job_run(row.pk).status == JobStatus.FINISHED


def test_asking_for_something_else_gives_a_dead_job_up(cast: Cast) -> None:
    row = enqueue(cast, 2)
    died(row)
    other = enqueue(cast, 3)
    row.refresh_from_db()
    assert (row.status, row.error) == (
        JobStatus.FAILED,
        "The worker stopped unexpectedly.",
    )
    assert job_run(other.pk).result == {"counted": 3}


def test_a_cancelled_job_stops(cast: Cast, counting: list[int]) -> None:
    row = enqueue(cast, 5)
    Job.objects.filter(pk=row.pk).update(cancel_requested=True)
    assert job_run(row.pk).status == JobStatus.CANCELLED
    assert len(counting) < 5


def test_a_job_that_has_not_begun_is_cancelled_at_once(
    cast: Cast, counting: list[int]
) -> None:
    row = cancel_job(job=enqueue(cast, 5), actor=Actor.system())
    assert row.status == JobStatus.CANCELLED
    job_run(row.pk)
    assert counting == []


def test_organizers_watch_jobs_and_annotators_do_not(cast: Cast) -> None:
    enqueue(cast, 1)
    seen = browser(cast.organizer).get("/api/projects/bench/jobs/")
    assert [row["kind"] for row in seen.data["jobs"]] == ["test.count"]
    assert seen.data["workers"] == []
    refused = browser(cast.annotators[0]).get("/api/projects/bench/jobs/")
    assert refused.status_code == 403
