"""Backups by schedule through a server's own beat and worker, on Redis."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from time import monotonic, sleep

import pytest
from celery.beat import PersistentScheduler

from config.celery import app
from tests.backups.installations import manifests, one_machine
from tests.curation.installation import BIN, Installation, many_machines

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

KEPT = 2
INTERVAL = timedelta(hours=1)


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    """A server with an account, whose backups are scheduled and not yet begun."""
    (tmp_path / "server").mkdir()
    with many_machines(tmp_path / "server") as made:
        made.environment |= {
            "SUBTEXT_BACKUP_TO": str(tmp_path / "place"),
            "SUBTEXT_BACKUP_HOURS": str(INTERVAL // timedelta(hours=1)),
            "SUBTEXT_BACKUP_KEEP": str(KEPT),
        }
        code = "from projects.models import User; User.objects.create_user('ada')"
        made.manage("shell", "--verbosity=0", "--command", code)
        yield made


def beat_after_a_stop(installation: Installation, hours: float) -> None:
    """Start beat as a server does, and let it find that it has done nothing for hours."""
    file = installation.folder / "beat"
    scheduler = PersistentScheduler(app=app, schedule_filename=str(file))
    for entry in scheduler.schedule.values():
        entry.last_run_at = app.now() - timedelta(hours=hours)
    scheduler.close()
    beat = installation.start(
        *("env", "DJANGO_SETTINGS_MODULE=config.settings.beat", str(BIN / "celery")),
        *("--app=config.celery", "beat", f"--schedule={file}", "--pidfile="),
    )
    done = recorded(installation)
    deadline = monotonic() + 240
    while recorded(installation) == done:
        assert monotonic() < deadline, installation.log.read_text()[-3000:]
        sleep(0.2)
    installation.kill(beat)


def recorded(installation: Installation) -> list[str]:
    rows = installation.rows("SELECT name FROM backups_backup ORDER BY at")
    return [name for (name,) in rows]


def test_backups_are_made_when_due_and_the_last_are_kept(
    installation: Installation, tmp_path: Path
) -> None:
    installation.start(
        *(str(BIN / "celery"), "--app=config.celery", "worker", "--queues=default"),
        *("--concurrency=1", "--loglevel=WARNING"),
    )
    for _ in range(KEPT + 1):
        beat_after_a_stop(installation, hours=1)
        [status, error] = installation.wait_for_job()
        assert status == "finished", error
        make_older(installation)

    made = recorded(installation)
    assert len(made) == KEPT + 1
    left = manifests(tmp_path / "place")
    assert [manifest["name"] for manifest in left] == made[-KEPT:]

    [finding] = [
        finding
        for finding in json.loads(installation.manage("doctor", "--quick", "--json"))[
            "findings"
        ]
        if finding["check"] == "backup"
    ]
    assert finding["level"] == "ok"
    target = one_machine(tmp_path / "target")
    target.manage("restore", str(tmp_path / "place"))
    assert target.rows("SELECT username FROM projects_user") == [("ada",)]


def make_older(installation: Installation) -> None:
    """Let the interval pass for the backups that are recorded."""
    code = (
        "from backups.models import Backup; from django.db.models import F;"
        "from datetime import timedelta;"
        f"Backup.objects.update(at=F('at') - timedelta(seconds={INTERVAL.seconds}))"
    )
    installation.manage("shell", "--verbosity=0", "--command", code)
