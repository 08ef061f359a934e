"""What `doctor` finds on an installation, and what it says to do."""

import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.utils import timezone

from backups.models import Backup
from core.models import Job
from curation.images.models import Image
from demo.projects.begin import begin_demo
from tests.curation.drawn_images import folder_of, png
from tests.support.cast import Cast
from tests.support.images import import_folder, open_source

pytestmark = pytest.mark.django_db


def store_in(folder: Path, settings: LazySettings) -> None:
    """Let the installation store its files in a folder."""
    default = {**settings.STORAGES["default"], "OPTIONS": {"location": str(folder)}}
    settings.STORAGES = {**settings.STORAGES, "default": default}


@pytest.fixture(autouse=True)
def _storage(settings: LazySettings, tmp_path: Path) -> None:
    """A storage without the files of other tests."""
    store_in(tmp_path / "media", settings)


@pytest.fixture(autouse=True)
def broker(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """A broker that responds; the function changes that."""

    def responds(answer: bool) -> None:
        monkeypatch.setattr("config.doctor.services.broker_answers", lambda: answer)

    responds(True)
    return responds


@pytest.fixture
def image(cast: Cast, tmp_path: Path) -> Image:
    """An imported image with its files."""
    folder = folder_of(tmp_path / "raw", {"a.png": png(1)})
    import_folder(cast, open_source(cast, "Crawl"), folder)
    return Image.objects.get()


def examine(*options: str) -> tuple[bool, dict[str, list[dict[str, Any]]]]:
    """Return whether the command succeeds, and its findings by check."""
    out = StringIO()
    try:
        call_command("doctor", "--json", *options, stdout=out)
        succeeded = True
    except CommandError:
        succeeded = False
    answer = json.loads(out.getvalue())
    assert answer["ok"] is succeeded
    by_check: dict[str, list[dict[str, Any]]] = {}
    for finding in answer["findings"]:
        by_check.setdefault(finding["check"], []).append(finding)
    return succeeded, by_check


def age(name: str, days: int) -> None:
    """Make a stored file older."""
    moment = (datetime.now(UTC) - timedelta(days=days)).timestamp()
    os.utime(default_storage.path(name), (moment, moment))


def test_a_sound_installation_has_no_problem(image: Image) -> None:
    succeeded, found = examine()
    assert succeeded
    assert set(found) == {
        *("settings", "disk", "broker", "storage", "database", "clock", "jobs"),
        *("backup", "files"),
    }
    # The file as imported, without metadata, its preview and its thumbnail.
    [files] = found["files"]
    names = {image.original, image.published, image.preview, image.thumbnail}
    assert files["message"].startswith(f"All {len(names)} files are there")


def test_a_runtime_that_is_not_installed_is_a_problem(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OCR_RUNTIME = "openvino"
    monkeypatch.setitem(sys.modules, "openvino", None)
    succeeded, found = examine()
    assert not succeeded
    assert found["settings"][-1]["message"] == (
        "SUBTEXT_OCR_RUNTIME is openvino, which is not installed."
    )


def test_a_missing_file_is_a_problem(image: Image) -> None:
    default_storage.delete(image.preview)
    succeeded, found = examine()
    assert not succeeded
    [missing] = found["files"]
    assert missing["names"] == [image.preview]
    assert missing["advice"] == "Restore the files from a backup."


def test_a_file_with_another_content_is_a_problem(image: Image) -> None:
    path = Path(default_storage.path(image.original))
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    succeeded, found = examine()
    assert not succeeded
    [damaged] = found["files"]
    assert damaged["names"] == [image.original]
    assert "not what their hash says" in damaged["message"]


def test_old_files_that_no_row_names_are_a_warning(image: Image) -> None:
    old = default_storage.save("files/aa/left-over.png", ContentFile(b"x"))
    age(old, days=2)
    default_storage.save("files/aa/just-stored.png", ContentFile(b"x"))
    succeeded, found = examine()
    assert succeeded
    warning, _fine = found["files"]
    assert (warning["level"], warning["names"]) == ("warning", [old])


def test_quick_reads_no_file(image: Image) -> None:
    default_storage.delete(image.preview)
    succeeded, found = examine("--quick")
    assert succeeded
    assert "files" not in found


def test_a_broker_that_is_away_is_a_problem(broker: Callable[[bool], None]) -> None:
    broker(False)
    succeeded, found = examine()
    assert not succeeded
    [problem] = found["broker"]
    assert problem["level"] == "problem"
    assert "SUBTEXT_BROKER_URL" in problem["advice"]


def test_a_job_that_nobody_does_is_a_problem() -> None:
    job = Job.objects.create(kind="curation.import", queue="curation", scope_id=1)
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(hours=3))
    succeeded, found = examine()
    assert not succeeded
    [problem] = found["jobs"]
    assert (
        "1 job waiting in the queue curation, the oldest for 3:00:"
        in (problem["message"])
    )
    assert problem["advice"].startswith("Start a worker of this queue")


def back_up(hours_ago: float) -> None:
    """Record a backup, as the command does."""
    Backup.objects.create(
        name="a",
        place="/backups",
        at=timezone.now() - timedelta(hours=hours_ago),
        rows=10,
        files=2000,
        bytes=3_000_000,
    )


def examine_backups() -> tuple[str, str, str]:
    [finding] = examine("--quick")[1]["backup"]
    return finding["level"], finding["message"], finding["advice"]


def test_a_backup_of_the_last_day_is_wanted_where_people_work(cast: Cast) -> None:
    level, message, advice = examine_backups()
    assert (level, message) == ("warning", "None was made.")
    assert examine("--quick")[0], "a warning fails nothing"
    assert advice.startswith("Run `manage.py backup FOLDER`, or set SUBTEXT_BACKUP_TO")
    back_up(hours_ago=49)
    level, message, _ = examine_backups()
    assert level == "warning"
    assert message.startswith("The last one was made 2 days, 1:00:0")
    assert message.endswith(" ago: 2,000 files, 3.0 MB.")
    back_up(hours_ago=23)
    assert examine_backups()[0] == "ok"


def test_the_schedule_says_how_old_a_backup_may_be(
    cast: Cast, settings: LazySettings
) -> None:
    settings.BACKUP_TO, settings.BACKUP_HOURS = "/mnt/backups", 24 * 7
    back_up(hours_ago=24 * 6)
    assert examine_backups()[0] == "ok"
    settings.BACKUP_HOURS = 24 * 5
    level, _, advice = examine_backups()
    assert level == "warning"
    assert advice.endswith("or run `manage.py backup /mnt/backups`.")


def test_a_demo_needs_no_backup(settings: LazySettings) -> None:
    assert examine_backups()[0] == "ok"
    begin_demo()
    level, message, _ = examine_backups()
    assert level == "ok"
    assert message.startswith("None was made. None is needed")
    settings.BACKUP_TO = "/mnt/backups"
    assert examine_backups()[0] == "warning"


def test_too_little_space_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.doctor.services.ENOUGH_DISK", 2**60)
    succeeded, found = examine()
    assert not succeeded
    assert "SUBTEXT_DATA_DIR" in found["disk"][0]["advice"]
    assert "TMPDIR" in found["disk"][1]["advice"]


def test_a_clock_that_is_wrong_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr("config.doctor.services.database_now", lambda: ahead)
    succeeded, found = examine()
    assert not succeeded
    assert "NTP" in found["clock"][0]["advice"]


def test_a_storage_that_cannot_be_written_is_a_problem(
    settings: LazySettings, tmp_path: Path
) -> None:
    """Where the folder should be, there is a file: that stops root, too."""
    (tmp_path / "file").write_text("")
    store_in(tmp_path / "file" / "media", settings)
    succeeded, found = examine()
    assert not succeeded
    assert found["storage"][0]["level"] == "problem"
    assert "SUBTEXT_DATA_DIR" in found["storage"][0]["message"]


def test_people_read_lines_and_the_number_of_problems(
    broker: Callable[[bool], None],
) -> None:
    broker(False)
    out = StringIO()
    with pytest.raises(CommandError, match=r"^1 problem\.$"):
        call_command("doctor", stdout=out)
    lines = out.getvalue().splitlines()
    assert any(line.startswith("ok       database: It responds") for line in lines)
    assert any(line.startswith("problem  broker: ") for line in lines)
