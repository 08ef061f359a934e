"""Runs whose worker died, or whose message was lost, are sent again; no others."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import WorkerSeen
from core.workers import has_worker
from evaluation.dispatch.services import runs
from evaluation.dispatch.services.runs import requeue_stale_runs
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.runs import SILENT_FOR
from evaluation.runs.services.responses import record_responses
from evaluation.tasks import record_evaluation_worker
from releases.records.models import Release
from subtext_runner.messages import ALIVE, sign_message
from tests.evaluation.ordering import ordered

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models of the runs that are sent to the workers."""
    models: list[str] = []
    monkeypatch.setattr(runs, "send_run", lambda *, run: models.append(run.model))
    return models


@pytest.fixture
def order(release: Release, sent: list[str]) -> Callable[..., Run]:
    """A run that was last heard of so long ago; begun ones are with a worker."""
    Run.objects.all().delete()

    def make(model: str, *, begun: bool, silent: timedelta) -> Run:
        run = ordered(release, model=model)
        if begun:
            record_responses(run_id=run.pk, responses=[])
        Run.objects.filter(pk=run.pk).update(heard_at=timezone.now() - silent)
        sent.clear()
        return Run.objects.get(pk=run.pk)

    return make


LONG = SILENT_FOR + timedelta(seconds=1)
SHORT = timedelta(seconds=31)


def _worker(*queues: str) -> None:
    WorkerSeen.objects.create(
        name="+".join(queues), queues=list(queues), seen_at=timezone.now()
    )


def test_a_sign_of_life_begins_a_run(order: Callable[..., Run]) -> None:
    assert order("m", begun=True, silent=SHORT).status == "running"


def test_a_run_whose_worker_died_is_sent_once(
    order: Callable[..., Run], sent: list[str]
) -> None:
    order("dead", begun=True, silent=LONG)
    order("alive", begun=True, silent=SHORT)
    assert requeue_stale_runs() == 1
    assert requeue_stale_runs() == 0
    assert sent == ["dead"]


def test_a_run_that_waits_for_a_busy_worker_is_not_sent_again(
    order: Callable[..., Run], sent: list[str]
) -> None:
    _worker("gpu")
    order("waiting", begun=False, silent=LONG)
    order("busy", begun=True, silent=SHORT)
    assert requeue_stale_runs() == 0
    assert sent == []


def test_a_run_that_waits_for_a_worker_to_be_started_is_not_sent_again(
    order: Callable[..., Run], sent: list[str]
) -> None:
    _worker("default", "curation")
    order("waiting", begun=False, silent=LONG)
    assert requeue_stale_runs() == 0
    assert sent == []
    _worker("gpu")
    assert requeue_stale_runs() == 1
    assert sent == ["waiting"]


def test_a_run_that_only_waits_for_its_scores_needs_no_worker(
    order: Callable[..., Run], sent: list[str]
) -> None:
    run = order("complete", begun=False, silent=LONG)
    Run.objects.filter(pk=run.pk).update(summary={"state": "finished"})
    order("busy", begun=True, silent=SHORT)
    assert requeue_stale_runs() == 1
    assert sent == ["complete"]


def test_a_run_whose_message_was_lost_is_sent_again(
    order: Callable[..., Run], sent: list[str]
) -> None:
    _worker("gpu")
    order("lost", begun=False, silent=LONG)
    order("new", begun=False, silent=SHORT)
    assert requeue_stale_runs() == 1
    assert sent == ["lost"]


def test_an_evaluation_worker_counts_once_its_message_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has no database to say so itself."""
    monkeypatch.setenv(
        "SUBTEXT_WORKER_SECRET", "known to both sides and to nobody else"
    )
    _worker("default", "curation")
    assert not has_worker("gpu")
    content = {"name": "gpu@elsewhere", "queues": ["gpu"]}
    record_evaluation_worker(**sign_message(ALIVE, content))
    assert has_worker("gpu")
    WorkerSeen.objects.filter(name="gpu@elsewhere").delete()
    record_evaluation_worker(body=json.dumps(content), signature="forged")
    assert not has_worker("gpu")
