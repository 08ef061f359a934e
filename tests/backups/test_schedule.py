"""Backups by schedule, how many are kept, and what the status says of them."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from backups.domain.file_index import IndexedFile
from backups.domain.manifest import BackupManifest, FileList, write_manifest
from backups.domain.parts import PartWriter
from backups.domain.rows import row_line
from backups.domain.stores.folder import FolderStore
from backups.models import Backup
from backups.services.retention import delete_outdated
from backups.services.schedule import begin_due_backup
from core.models import JobStatus
from tests.support.cast import Cast, browser

NOW = timezone.now()


@pytest.fixture
def scheduled(settings: Settings) -> None:
    settings.BACKUP_TO = "/backups"
    settings.BACKUP_HOURS = 24


def backed_up(hours_ago: float, place: str = "/backups") -> Backup:
    return Backup.objects.create(
        name="earlier",
        place=place,
        at=timezone.now() - timedelta(hours=hours_ago),
        rows=10,
        files=20,
        bytes=3_000_000,
    )


@pytest.mark.django_db
@pytest.mark.usefixtures("scheduled")
def test_a_backup_is_begun_when_the_last_one_is_as_old_as_the_interval() -> None:
    backed_up(hours_ago=23)
    assert begin_due_backup() is None
    Backup.objects.all().delete()
    backed_up(hours_ago=25)
    backed_up(hours_ago=1, place="-")
    job = begin_due_backup()
    assert job is not None
    assert job.kind == "backups.backup"
    assert begin_due_backup() is None, "one at a time"


@pytest.mark.django_db
@pytest.mark.usefixtures("scheduled")
def test_a_failed_backup_is_tried_again_after_an_hour() -> None:
    job = begin_due_backup()
    assert job is not None
    job.status, job.finished_at = JobStatus.FAILED, timezone.now()
    job.save()
    assert begin_due_backup() is None
    job.finished_at -= timedelta(minutes=61)
    job.save()
    assert begin_due_backup() is not None


@pytest.mark.django_db
def test_none_is_begun_where_none_is_scheduled(settings: Settings) -> None:
    settings.BACKUP_TO = ""
    assert begin_due_backup() is None
    settings.BACKUP_TO = "/backups"
    assert begin_due_backup() is not None


def status_of(cast: Cast) -> Any:
    return browser(cast.maintainer).get("/api/status/").json()


def test_the_status_says_when_and_how_large_the_last_backup_was(
    cast: Cast, settings: Settings
) -> None:
    settings.BACKUP_TO = ""
    assert status_of(cast)["backups"] == {"scheduled": False, "last": None}
    backed_up(hours_ago=50)
    last = backed_up(hours_ago=49)
    body = status_of(cast)
    assert body["backups"]["last"] == {
        "at": last.at.isoformat().replace("+00:00", "Z"),
        "files": 20,
        "bytes": 3_000_000,
    }
    assert {"code": "backup", "subject": ""} not in body["problems"]

    settings.BACKUP_TO, settings.BACKUP_HOURS = "/backups", 24
    assert {"code": "backup", "subject": ""} in status_of(cast)["problems"]
    backed_up(hours_ago=47)
    assert {"code": "backup", "subject": ""} not in status_of(cast)["problems"]


def store_backup(place: Path, name: str, *contents: str) -> None:
    """A backup of contents whose hash is their own name."""
    store = FolderStore(place)
    with PartWriter(store, f"backups/{name}/files") as writer:
        for sha256 in contents:
            writer.add_line(row_line(IndexedFile(f"{sha256}.png", sha256, 3, 0)))
            content = place / "files" / sha256[:2] / sha256
            content.parent.mkdir(parents=True, exist_ok=True)
            content.write_text("abc")
    files = FileList(count=len(contents), bytes=3, parts=writer.parts)
    manifest = BackupManifest(
        name=name,
        version="1",
        at=NOW,
        database="sqlite",
        migrations=[],
        tables=[],
        files=files,
        damaged=[],
    )
    (place / "backups" / name / "manifest.json").write_bytes(write_manifest(manifest))


def test_older_backups_go_with_the_contents_that_only_they_name(
    tmp_path: Path,
) -> None:
    store_backup(tmp_path, "1", "aa1", "bb2")
    store_backup(tmp_path, "2", "bb2", "cc3")
    store_backup(tmp_path, "3", "bb2", "dd4")
    unfinished = tmp_path / "backups" / "0" / "tables" / "a-0001.jsonl.gz"
    unfinished.parent.mkdir(parents=True)
    unfinished.write_bytes(b"")
    two_days_ago = (NOW - timedelta(days=2)).timestamp()
    for file in tmp_path.rglob("*"):
        if file.is_file() and file.name != "cc3":
            os.utime(file, (two_days_ago, two_days_ago))

    assert delete_outdated(FolderStore(tmp_path), number_kept=1, now=NOW) == 2

    left = {
        f.relative_to(tmp_path).as_posix() for f in tmp_path.rglob("*") if f.is_file()
    }
    assert left == {
        "backups/3/files-0001.jsonl.gz",
        "backups/3/manifest.json",
        "files/bb/bb2",
        "files/dd/dd4",
        # A backup under way may have written it.
        "files/cc/cc3",
    }
