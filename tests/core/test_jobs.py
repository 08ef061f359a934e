from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core import jobs
from core.errors import ConflictError, InvalidInputError
from core.job_kinds import Progress
from core.jobs import cancel_job, enqueue_job, enqueue_job_after, run_job
from core.models import Job, JobStatus
from core.services import Actor
from projects.roles import ORGANIZERS
from tests.support.cast import Cast, browser
from tests.support.job_kinds import declared_test_kind

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def counting() -> Iterator[list[int]]:
    """A job that counts to its parameter and remembers what it did."""
    did: list[int] = []

    def count(*, job: Job, progress: Progress) -> Mapping[str, Any]:
        total = job.parameters["to"]
        if total < 0:
            raise InvalidInputError("Cannot count below nought.")
        for number in range(len(did), total):
            did.append(number)
            progress(number + 1, total)
        return {"counted": total}

    with declared_test_kind("test.count", count, ORGANIZERS):
        yield did


def enqueue(cast: Cast, to: int) -> Job:
    return enqueue_job(
        kind="test.count",
        scope_id=cast.project.pk,
        actor=cast.actor(cast.organizer),
        parameters={"to": to},
    )


def test_a_job_runs_and_says_how_far_it_is(cast: Cast) -> None:
    row = run_job(enqueue(cast, 3).pk)
    row.refresh_from_db()
    assert row.status == JobStatus.FINISHED
    assert (row.done, row.total, row.result) == (3, 3, {"counted": 3})


def test_a_second_one_of_the_kind_waits_its_turn(cast: Cast) -> None:
    enqueue(cast, 1)
    with pytest.raises(ConflictError):
        enqueue(cast, 1)


@pytest.mark.parametrize("status", [JobStatus.QUEUED, JobStatus.RUNNING])
def test_a_job_follows_the_one_that_is_under_way(cast: Cast, status: JobStatus) -> None:
    scope = cast.project.pk
    assert not enqueue_job_after(
        kind="test.count", scope_id=scope, parameters={"to": 5}
    )
    first = enqueue(cast, 3)
    Job.objects.filter(pk=first.pk).update(status=status)
    assert enqueue_job_after(kind="test.count", scope_id=scope, parameters={"to": 5})
    Job.objects.filter(pk=first.pk).update(status=JobStatus.QUEUED)
    run_job(first.pk)
    following = Job.objects.exclude(pk=first.pk).get()
    assert (following.status, following.parameters) == (JobStatus.QUEUED, {"to": 5})
    # One that is queued with the same parameters does that work too.
    assert enqueue_job_after(kind="test.count", scope_id=scope, parameters={"to": 5})
    assert run_job(following.pk).result == {"counted": 5}
    assert Job.objects.count() == 2


def test_nothing_follows_a_cancelled_job(cast: Cast, counting: list[int]) -> None:
    row = enqueue(cast, 3)
    scope = cast.project.pk
    enqueue_job_after(kind="test.count", scope_id=scope, parameters={"to": 5})
    Job.objects.filter(pk=row.pk).update(cancel_requested=True)
    assert run_job(row.pk).status == JobStatus.CANCELLED
    assert list(Job.objects.all()) == [row]


def test_an_expected_error_is_told_in_one_sentence(cast: Cast) -> None:
    row = run_job(enqueue(cast, -1).pk)
    assert (row.status, row.error) == (JobStatus.FAILED, "Cannot count below nought.")


def test_a_running_job_is_left_alone(cast: Cast, counting: list[int]) -> None:
    row = enqueue(cast, 2)
    Job.objects.filter(pk=row.pk).update(
        status=JobStatus.RUNNING, worker="other", heartbeat_at=timezone.now()
    )
    run_job(row.pk)
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
    assert run_job(row.pk).status == JobStatus.FINISHED


def test_asking_for_something_else_gives_a_dead_job_up(cast: Cast) -> None:
    row = enqueue(cast, 2)
    died(row)
    other = enqueue(cast, 3)
    row.refresh_from_db()
    assert (row.status, row.error) == (
        JobStatus.FAILED,
        "The worker stopped unexpectedly.",
    )
    assert run_job(other.pk).result == {"counted": 3}


def test_a_cancelled_job_stops(cast: Cast, counting: list[int]) -> None:
    row = enqueue(cast, 5)
    Job.objects.filter(pk=row.pk).update(cancel_requested=True)
    assert run_job(row.pk).status == JobStatus.CANCELLED
    assert len(counting) < 5


def test_a_job_that_has_not_begun_is_cancelled_at_once(
    cast: Cast, counting: list[int]
) -> None:
    row = cancel_job(job=enqueue(cast, 5), actor=Actor.system())
    assert row.status == JobStatus.CANCELLED
    run_job(row.pk)
    assert counting == []


def test_organizers_watch_jobs_and_annotators_do_not(cast: Cast) -> None:
    enqueue(cast, 1)
    seen = browser(cast.organizer).get("/api/projects/bench/jobs/")
    assert [row["kind"] for row in seen.data["jobs"]] == ["test.count"]
    assert seen.data["workers"] == []
    refused = browser(cast.annotators[0]).get("/api/projects/bench/jobs/")
    assert refused.status_code == 403


def test_a_failed_job_is_tried_again_or_dismissed(cast: Cast) -> None:
    client = browser(cast.organizer)
    base = f"/api/projects/{cast.project.slug}/jobs/"
    running = enqueue(cast, 3)
    assert client.post(f"{base}{running.pk}/dismiss/").status_code == 409
    cancel_job(job=running, actor=cast.actor(cast.organizer))
    failed = run_job(enqueue(cast, -1).pk)

    answer = client.post(f"{base}{failed.pk}/retry/")
    assert answer.status_code == 201
    again = answer.json()
    assert (again["kind"], again["status"]) == ("test.count", "queued")
    assert Job.objects.get(pk=again["id"]).parameters == {"to": -1}
    # Another one of its kind is under way now.
    failed.refresh_from_db()
    assert failed.dismissed_at is not None
    assert client.post(f"{base}{failed.pk}/retry/").status_code == 409

    second = run_job(again["id"])
    shown = {job["id"]: job for job in client.get(base).json()["jobs"]}
    assert shown[second.pk]["dismissed_at"] is None
    assert client.post(f"{base}{second.pk}/dismiss/").status_code == 200
    shown = {job["id"]: job for job in client.get(base).json()["jobs"]}
    assert shown[second.pk]["dismissed_at"]
    assert browser(cast.annotators[0]).post(
        f"{base}{second.pk}/retry/"
    ).status_code == (403)
