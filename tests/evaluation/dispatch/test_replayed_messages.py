"""A worker's message counts once, and only for the attempt of the run that it reports."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import Retry
from django.db import OperationalError
from django.utils import timezone

from core.models import WorkerSeen
from evaluation.dispatch.services import runs
from evaluation.dispatch.services.runs import cancel_run, retry_run
from evaluation.runs.models.received_messages import ReceivedMessage
from evaluation.runs.models.runs import Response, Run
from evaluation.runs.selectors.runs import answered_ids
from evaluation.runs.services.responses import record_responses
from evaluation.tasks import (
    finish_run,
    record_evaluation_worker,
    runs_take_up,
)
from evaluation.tasks import record_responses as record_task
from releases.records.models import Release
from subtext_runner.messages import ALIVE, FINISH, RECORD, sign_message
from tests.evaluation.ordering import ordered
from tests.evaluation.runs.test_runs import SUMMARY, answers, key_of
from tests.support.cast import Cast, browser

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

BROKEN = {"state": "failed", "reason": "The model server stopped."}


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "SUBTEXT_WORKER_SECRET", "known to both sides and to nobody else"
    )


@pytest.fixture
def run(release: Release, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run that a worker has begun."""
    Run.objects.all().delete()
    monkeypatch.setattr(runs, "send_run", lambda *, run: None)
    made = ordered(release)
    record_responses(run_id=made.pk, responses=[], attempt=1)
    return Run.objects.get(pk=made.pk)


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The runs and attempts whose workers are told to stop."""
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(
        runs,
        "stop_worker",
        lambda *, run_id, attempt: told.append((run_id, attempt)),
    )
    return told


def report(
    run: Run, responses: list[dict[str, Any]], *, attempt: int
) -> dict[str, str]:
    content = {"run": str(run.pk), "responses": responses}
    return sign_message(RECORD, content, attempt=attempt)


def end(run: Run, summary: dict[str, Any], *, attempt: int) -> dict[str, str]:
    content = {"run": str(run.pk), "summary": summary}
    return sign_message(FINISH, content, attempt=attempt)


def failed(run: Run) -> list[dict[str, Any]]:
    error = {"kind": "http", "detail": "500"}
    return [
        {"question_id": response["question_id"], "text": None, "error": error}
        for response in answers(run, key_of)
    ]


def test_a_repeated_report_is_no_sign_of_life(
    run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    message = report(run, [], attempt=1)
    record_task.apply(kwargs=message, throw=True)
    long_ago = timezone.now() - timedelta(hours=1)
    Run.objects.filter(pk=run.pk).update(heard_at=long_ago)
    with caplog.at_level(logging.WARNING):
        record_task.apply(kwargs=message, throw=True)
    run.refresh_from_db()
    assert run.heard_at == long_ago
    dropped = [text for text in caplog.messages if text.startswith("Dropped")]
    assert dropped == [f"Dropped a message to {RECORD!r}: It was received before."]
    record_task.apply(kwargs=report(run, [], attempt=1), throw=True)
    run.refresh_from_db()
    assert run.heard_at is not None
    assert run.heard_at > long_ago


def test_a_late_end_of_an_earlier_attempt_ends_no_retry(cast: Cast, run: Run) -> None:
    """Sent before the retry, it is new and signed, and still about something else."""
    late = end(run, BROKEN, attempt=1)
    cancel_run(run=run, actor=cast.actor(cast.maintainer))
    retry_run(run=run, actor=cast.actor(cast.maintainer))
    record_task.apply(kwargs=report(run, [], attempt=2), throw=True)
    finish_run.apply(kwargs=late, throw=True)
    finish_run.apply(kwargs=end(run, BROKEN, attempt=1), throw=True)
    run.refresh_from_db()
    assert (run.status, run.attempt) == ("running", 2)
    finish_run.apply(kwargs=end(run, BROKEN, attempt=2), throw=True)
    run.refresh_from_db()
    assert run.status == "failed"


def test_a_repeated_end_of_the_same_attempt_is_refused(cast: Cast, run: Run) -> None:
    batch = answers(run, key_of)
    message = end(run, SUMMARY, attempt=1)
    record_task.apply(kwargs=report(run, batch, attempt=1), throw=True)
    finish_run.apply(kwargs=message, throw=True)
    run.refresh_from_db()
    assert run.status == "finished"
    finished_at = run.finished_at
    finish_run.apply(kwargs=message, throw=True)
    run.refresh_from_db()
    assert (run.status, run.finished_at) == ("finished", finished_at)


def test_answers_of_an_earlier_attempt_are_kept_and_its_errors_are_not(
    cast: Cast, run: Run, stopped: list[tuple[int, int]]
) -> None:
    """They were paid for. Its worker is told to stop, and is no sign of life."""
    batch, errors = answers(run, key_of), failed(run)
    cancel_run(run=run, actor=cast.actor(cast.maintainer))
    stopped.clear()
    retry_run(run=run, actor=cast.actor(cast.maintainer))
    late = [batch[0], *errors[1:]]
    record_task.apply(kwargs=report(run, late, attempt=1), throw=True)
    run.refresh_from_db()
    assert (run.status, run.answered) == ("queued", 1)
    assert answered_ids(run) == [batch[0]["question_id"]]
    assert not Response.objects.filter(run=run, failed=True).exists()
    assert stopped == [(run.pk, 1)]
    record_task.apply(kwargs=report(run, errors[1:], attempt=2), throw=True)
    assert Response.objects.filter(run=run, failed=True).count() == len(errors) - 1
    assert stopped == [(run.pk, 1)]


def test_a_worker_that_goes_on_with_an_ended_run_is_told_to_stop(
    cast: Cast, run: Run, stopped: list[tuple[int, int]]
) -> None:
    """Also the one that follows a repeated order on another machine."""
    record_task.apply(kwargs=report(run, answers(run, key_of), attempt=1), throw=True)
    finish_run.apply(kwargs=end(run, SUMMARY, attempt=1), throw=True)
    assert stopped == []
    record_task.apply(kwargs=report(run, [], attempt=1), throw=True)
    assert stopped == [(run.pk, 1)]


def test_a_silent_worker_that_comes_back_cannot_end_the_run(run: Run) -> None:
    long_ago = timezone.now() - timedelta(hours=1)
    Run.objects.filter(pk=run.pk).update(heard_at=long_ago)
    runs_take_up.apply(throw=True)
    run.refresh_from_db()
    assert run.attempt == 2
    finish_run.apply(kwargs=end(run, BROKEN, attempt=1), throw=True)
    run.refresh_from_db()
    assert run.status == "running"


def test_a_worker_of_the_version_before_reports_the_current_attempt(
    cast: Cast, run: Run
) -> None:
    cancel_run(run=run, actor=cast.actor(cast.maintainer))
    retry_run(run=run, actor=cast.actor(cast.maintainer))
    record_responses(run_id=run.pk, responses=answers(run, key_of))
    run.refresh_from_db()
    assert (run.status, run.answered) == ("running", run.total)


def test_a_message_that_could_not_be_followed_comes_again(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is remembered of it is undone with what it changed."""
    tries = []

    def away_at_first(**options: Any) -> bool:
        tries.append(options)
        if len(tries) == 1:
            raise OperationalError("the database is away")
        return record_responses(**options)

    monkeypatch.setattr(
        "evaluation.runs.services.responses.record_responses", away_at_first
    )
    batch = answers(run, key_of)
    message = report(run, batch, attempt=1)
    with pytest.raises(Retry):
        record_task.apply(kwargs=message, throw=True)
    record_task.apply(kwargs=message, throw=True)
    run.refresh_from_db()
    assert (len(tries), run.answered) == (2, run.total)


def test_a_repeated_heartbeat_keeps_no_worker_in_the_list() -> None:
    content = {"name": "gpu@one", "queues": ["gpu"]}
    message = sign_message(ALIVE, content)
    record_evaluation_worker.apply(kwargs=message, throw=True)
    WorkerSeen.objects.all().delete()
    record_evaluation_worker.apply(kwargs=message, throw=True)
    assert not WorkerSeen.objects.exists()
    record_evaluation_worker.apply(kwargs=sign_message(ALIVE, content), throw=True)
    assert WorkerSeen.objects.get().name == "gpu@one"


def test_a_page_learns_which_models_a_worker_runs(cast: Cast) -> None:
    """Of a worker of an earlier version, nothing: its message says nothing of it."""
    runs = {"default_server": False, "folders": ["tiny"], "replays": []}
    older = {"name": "gpu@older", "queues": ["gpu"]}
    for content in ({"name": "gpu@one", "queues": ["gpu"], "runs": runs}, older):
        message = sign_message(ALIVE, content)
        record_evaluation_worker.apply(kwargs=message, throw=True)
    jobs = browser(cast.organizer).get(f"/api/projects/{cast.project.slug}/jobs/")
    shown = {worker["name"]: worker["runs"] for worker in jobs.json()["workers"]}
    assert shown == {"gpu@one": runs, "gpu@older": None}


def test_what_is_too_old_anyway_is_forgotten(run: Run) -> None:
    record_task.apply(kwargs=report(run, [], attempt=1), throw=True)
    ReceivedMessage.objects.create(
        message_id="old", expires_at=timezone.now() - timedelta(seconds=1)
    )
    runs_take_up.apply(throw=True)
    assert not ReceivedMessage.objects.filter(message_id="old").exists()
    assert ReceivedMessage.objects.count() == 1
