"""`upgrade` says what will happen, and upgrades only where going back is possible."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.data_folder import lock_data_folder
from tests.upgrades.installation import ROOT, Installation
from tests.upgrades.kept import applied_migrations, unpacked
from tools.upgrades import SINCE, later_migrations

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
BEFORE = ("review", "0021_notifications_by_mail")
"""The state of an earlier version that can serve on the next migration's database."""


def upgrade(installation: Installation, *options: str) -> tuple[int, str]:
    """Run the command; return its exit code and all that it prints."""
    done = subprocess.run(
        [sys.executable, "manage.py", "upgrade", *options],
        cwd=ROOT,
        env=installation.whole_environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def check(installation: Installation, *options: str) -> tuple[int, Any]:
    """Run `upgrade --check --json`; return its exit code and what it says."""
    code, printed = upgrade(installation, "--check", "--json", *options)
    return code, json.loads(printed.splitlines()[0])


def finding(said: Any, check: str) -> tuple[str, str]:
    """Return the level and the message on a part."""
    [found] = [each for each in said["findings"] if each["check"] == check]
    return found["level"], found["message"]


def change(installation: Installation, statement: str) -> None:
    with closing(sqlite3.connect(installation.folder / "subtext.sqlite3")) as file:
        file.execute(statement)
        file.commit()


@pytest.fixture
def earlier(tmp_path: Path) -> Iterator[Installation]:
    """An installation of the first 0.2.0, which could not back up."""
    with unpacked(SINCE, "SQLite", tmp_path / "kept") as (_folder, installation):
        yield installation


@pytest.fixture(scope="module")
def current(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """An installation of this version, backed up."""
    folder = tmp_path_factory.mktemp("current")
    installation = Installation(folder / "data")
    installation.manage("migrate", "--verbosity=0")
    installation.manage("backup", str(folder / "backups"))
    return installation


@pytest.fixture
def before(current: Installation) -> Installation:
    """That installation at the state of an earlier version."""
    current.manage("migrate", "--verbosity=0", *BEFORE)
    change(current, "UPDATE backups_backup SET at = datetime('now', '-3 hours')")
    return current


def test_it_says_what_will_happen_and_changes_nothing(earlier: Installation) -> None:
    code, said = check(earlier)

    assert code == 1
    assert [each["name"] for each in said["migrations"]] == [
        each.name for each in later_migrations()
    ]
    assert said["version_before_serves"] is False
    assert said["seconds"] > 0
    level, message = finding(said, "services")
    assert level == "warning"
    assert "cannot serve" in message
    assert finding(said, "backup") == ("problem", "None is recorded.")
    applied = earlier.rows("SELECT app, name FROM django_migrations ORDER BY id")
    assert applied == applied_migrations(SINCE)


def test_it_upgrades_without_a_backup_only_if_told(earlier: Installation) -> None:
    code, printed = upgrade(earlier)
    assert code == 1
    assert printed.endswith("CommandError: 1 problem.\n")
    assert len(earlier.rows("SELECT 1 FROM django_migrations")) == len(
        applied_migrations(SINCE)
    )

    code, printed = upgrade(earlier, "--without-backup")
    assert code == 0, printed
    code, said = check(earlier)
    assert (code, said["migrations"]) == (0, [])


def test_it_upgrades_while_the_backup_is_fresh(before: Installation) -> None:
    code, said = check(before)
    assert code == 0
    assert said["version_before_serves"] is True
    level, message = finding(said, "backup")
    assert level == "ok"
    assert message.startswith("The last one was made 3:")

    code, printed = upgrade(before)
    assert code == 0, printed
    before.manage("migrate", "--check")


def test_a_backup_of_yesterday_is_too_old(before: Installation) -> None:
    change(before, "UPDATE backups_backup SET at = datetime('now', '-25 hours')")
    code, said = check(before)
    assert code == 1
    assert finding(said, "backup")[0] == "problem"


def test_a_database_of_a_later_version_is_refused(before: Installation) -> None:
    change(
        before,
        "INSERT INTO django_migrations (app, name, applied) "
        "VALUES ('review', '0999_later', datetime('now'))",
    )
    code, printed = upgrade(before, "--without-backup")
    change(before, "DELETE FROM django_migrations WHERE name = '0999_later'")
    assert code == 1
    assert "It is of a later version: " in printed
    assert "review.0999_later" in printed


def test_it_waits_until_one_machine_is_stopped(before: Installation) -> None:
    with lock_data_folder(before.folder, "http://127.0.0.1:8000"):
        assert check(before)[0] == 0
        code, printed = upgrade(before)
    assert code == 1
    assert f"Subtext is running on {before.folder}. Stop it first." in printed


def test_no_database_is_created(tmp_path: Path) -> None:
    code, printed = upgrade(Installation(tmp_path), "--check")
    assert code == 1
    assert f"There is no database in {tmp_path}." in printed
    assert not (tmp_path / "subtext.sqlite3").exists()


def test_it_waits_until_a_server_is_stopped(tmp_path: Path) -> None:
    """While the version before has connections to a database that it could not use."""
    with unpacked(SINCE, "PostgreSQL", tmp_path / "kept") as (_folder, installation):
        with psycopg.connect(installation.database):
            code, printed = upgrade(installation, "--without-backup")
        assert code == 1
        assert "Stop the web service, beat and all workers" in printed
        applied = installation.rows("SELECT 1 FROM django_migrations")
        assert len(applied) == len(applied_migrations(SINCE))

        code, printed = upgrade(installation, "--without-backup")
        assert code == 0, printed
        installation.manage("migrate", "--check")
