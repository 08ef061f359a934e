"""What staff and maintainers are told about the installation."""

import errno
from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

import config.status
from config.service_checks import ServiceMonitor, broker_answers, monitor
from core.models import Job, WorkerSeen
from tests.config.compose import eventually
from tests.support.cast import Cast, browser, make_person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PATH = "/api/status/"


@pytest.fixture(autouse=True)
def evaluation_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """One evaluation worker is there, and a broker, which tests do not have."""
    monkeypatch.setattr("config.service_checks.broker_answers", lambda: True)
    worker("gpu")


def worker(*queues: str, ago: timedelta = timedelta()) -> None:
    seen = timezone.now() - ago
    WorkerSeen.objects.create(
        name="-".join(queues), queues=list(queues), processes=2, seen_at=seen
    )


def asked(cast: Cast) -> dict[str, Any]:
    monitor.run_check()
    answer = browser(cast.maintainer).get(PATH)
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


def problems(cast: Cast) -> set[tuple[str, str]]:
    found = asked(cast)["problems"]
    return {(problem["code"], problem["subject"]) for problem in found}


def raises(error: Exception) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise error

    return fail


def test_maintainers_and_staff_read_it_and_nobody_else(cast: Cast) -> None:
    assert browser(None).get(PATH).status_code == 401
    for person in (cast.stranger, cast.annotators[0], cast.organizer):
        assert browser(person).get(PATH).status_code == 403
    staff = make_person("operator")
    staff.is_staff = True
    assert browser(staff).get(PATH).status_code == 200
    assert browser(cast.maintainer).get(PATH).status_code == 200


def test_nothing_is_wrong_where_every_queue_has_a_worker(cast: Cast) -> None:
    worker("default", "results")
    worker("curation")
    body = asked(cast)
    assert (body["status"], body["problems"]) == ("ok", [])
    assert body["broker"]
    assert body["storage"]
    assert all(0 < disk["free"] <= disk["total"] for disk in body["disks"])
    queues = {queue["name"]: queue for queue in body["queues"]}
    assert list(queues) == ["default", "curation", "results", "gpu"]
    assert queues["curation"]["processes"] == 2
    assert queues["gpu"]["workers"] == 1


def test_a_queue_without_a_worker_degrades_it(cast: Cast) -> None:
    worker("default", "results")
    worker("curation", ago=timedelta(minutes=5))
    assert asked(cast)["status"] == "degraded"
    assert problems(cast) == {("no_worker", "curation")}


def test_work_that_waits_too_long_is_named_with_its_age(cast: Cast) -> None:
    worker("default", "results", "curation")
    job = Job.objects.create(
        kind="test", queue="curation", scope_id=cast.project.pk, parameters={}
    )
    assert problems(cast) == set()
    long_ago = timezone.now() - timedelta(hours=1)
    Job.objects.filter(pk=job.pk).update(created_at=long_ago)
    assert problems(cast) == {("late", "curation")}
    queue = asked(cast)["queues"][1]
    assert queue["waiting"] == 1
    assert 3590 < queue["oldest_seconds"] < 3700


def test_a_full_disk_and_an_absent_broker_are_named(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker("default", "results", "curation")
    full = raises(OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr("config.service_checks.tempfile.TemporaryFile", full)
    monkeypatch.setattr("config.status.ENOUGH_DISK", 2**62)
    monkeypatch.setattr("config.service_checks.broker_answers", lambda: False)
    assert problems(cast) == {
        ("broker", ""),
        ("storage", ""),
        ("disk", "data"),
        ("disk", "temporary"),
    }


def test_a_service_that_does_not_answer_delays_no_request(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check gets its answer only when all requests have had theirs."""
    answers, silent = Event(), Event()

    def answer() -> bool:
        silent.set()
        return answers.wait(60)

    monkeypatch.setattr("config.status.monitor", ServiceMonitor())
    monkeypatch.setattr("config.service_checks.broker_answers", answer)
    watching = config.status.monitor
    watching.start_checking()
    assert silent.wait(60)
    client = browser(cast.maintainer)

    def known() -> tuple[Any, ...]:
        body = client.get(PATH).json()
        unchecked = {"code": "unchecked", "subject": ""} in body["problems"]
        return body["checked_at"], body["broker"], body["storage"], unchecked

    assert known() == (None, None, None, False)
    later = timezone.now() + timedelta(minutes=2)
    with monkeypatch.context() as clock:
        clock.setattr("config.service_checks.timezone.now", lambda: later)
        assert known() == (None, None, None, True)
    answers.set()
    assert eventually(lambda: known()[1:] == (True, True, False))


def test_a_broker_out_of_reach_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert broker_answers()
    away = raises(BrokerError("connection refused"))
    monkeypatch.setattr("kombu.Connection.ensure_connection", away)
    assert not broker_answers()
