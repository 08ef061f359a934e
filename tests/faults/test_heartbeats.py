"""Signs of life go on after the database was away, and know one clock."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from time import monotonic, sleep

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from annotation.items.models.slots import Slot
from annotation.slots.services.leases import expire_leases
from core import heartbeats
from core.clock import database_now
from core.models import Job, JobStatus
from published.audit.services.audits import create_audit, start_audit
from published.reading.readers.base import UnreadableBenchmarkError
from tests.annotation.desk import Desk
from tests.support.cast import Cast, make_person
from tests.support.images import accepted_images
from tests.support.services import POSTGRESQL


@pytest.fixture
def running(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Job:
    """A job that a worker is at, heard of an hour ago."""
    monkeypatch.setattr(heartbeats, "HEARTBEAT", timedelta(seconds=0.05))
    return Job.objects.create(
        kind="test.long",
        scope_id=cast.project.pk,
        parameters={},
        status=JobStatus.RUNNING,
        heartbeat_at=timezone.now() - timedelta(hours=1),
    )


def eventually(is_so: Callable[[], bool]) -> bool:
    deadline = monotonic() + 10
    while monotonic() < deadline:
        if is_so():
            return True
        sleep(0.05)
    return False


def is_fresh(job: Job) -> bool:
    job.refresh_from_db()
    assert job.heartbeat_at is not None
    return job.heartbeat_at > timezone.now() - timedelta(minutes=1)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_database_that_fails_a_while_ends_no_heartbeat(
    running: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([OperationalError("the database is away")] * 3)

    def away_at_first() -> object:
        for error in failures:
            raise error
        return database_now()

    monkeypatch.setattr("core.heartbeats.database_now", away_at_first)
    with heartbeats.keep_job_heartbeat(running.pk):
        assert eventually(lambda: is_fresh(running))


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="for PostgreSQL")
def test_a_heartbeat_finds_a_database_again_that_was_restarted(running: Job) -> None:
    name = settings.DATABASES["default"]["NAME"]
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
    with (
        psycopg.connect(POSTGRESQL, autocommit=True) as server,
        heartbeats.keep_job_heartbeat(running.pk),
    ):
        assert eventually(lambda: is_fresh(running))
        connection.close()
        try:
            server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'.encode())
            server.execute(ended.encode(), [name])
            sleep(0.5)
        finally:
            server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'.encode())
        long_ago = timezone.now() - timedelta(hours=1)
        Job.objects.filter(pk=running.pk).update(heartbeat_at=long_ago)
        assert eventually(lambda: is_fresh(running))


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="for PostgreSQL")
def test_a_machine_with_a_wrong_clock_frees_no_lease(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted_images(cast.project, 1)
    slot = Desk(cast, cast.annotators[0]).next()
    tomorrow = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    assert expire_leases() == 0
    assert Slot.objects.get(pk=slot["id"]).status == "leased"


@pytest.mark.django_db(transaction=True)
def test_an_audit_shows_signs_of_life_while_it_compares_images(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeats, "HEARTBEAT", timedelta(seconds=0.05))
    settings.IMPORT_FOLDER = tmp_path
    (tmp_path / "set.csv").write_text("id,question,A,B,answer\n1,Why?,So,No,A\n")
    was_alive = []

    def compare_long(*args: object) -> None:
        job = Job.objects.get(kind="audit.run")
        long_ago = timezone.now() - timedelta(hours=1)
        Job.objects.filter(pk=job.pk).update(heartbeat_at=long_ago)
        was_alive.append(eventually(lambda: is_fresh(job)))
        raise UnreadableBenchmarkError("It ends here.")

    monkeypatch.setattr(
        "published.audit.services.audit_jobs.audit_benchmark", compare_long
    )
    audit = create_audit(user=make_person("staff"), path="set.csv")
    # The worker of the tests runs it at the end of the transaction.
    start_audit(audit=audit)
    assert was_alive == [True]
