"""What `manage.py` does and says where something is not ready."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from config.command_line import MISSING
from tests.support.services import free_port

ROOT = Path(__file__).resolve().parent.parent.parent


SERVER = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SUBTEXT_SECRET_KEY": "a secret of thirty-two characters or more",
    "SUBTEXT_WORKER_SECRET": "another secret of thirty-two characters",
    "SUBTEXT_DATABASE_URL": "postgres://subtext:hunter2@127.0.0.1:1/subtext",
    "SUBTEXT_BROKER_URL": "redis://:hunter2@127.0.0.1:1/0",
    "SUBTEXT_S3_BUCKET": "subtext",
    "SUBTEXT_S3_ENDPOINT": "http://127.0.0.1:1",
    "SUBTEXT_S3_KEY": "key",
    "SUBTEXT_S3_SECRET": "hunter2",
}
"""A server whose services do not respond: nothing listens at port 1."""


def run_command(
    folder: Path, *command: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` on a folder."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SUBTEXT_", "DJANGO_", "AWS_"))
    }
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**kept, "SUBTEXT_DATA_DIR": str(folder), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def say_of(folder: Path, *command: str, **variables: str) -> str:
    """Return the one sentence with which a command ends."""
    done = run_command(folder, *command, **variables)
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stderr
    assert "hunter2" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


def test_the_first_command_prepares_the_database(tmp_path: Path) -> None:
    """README's first one; the next finds what it made."""
    made = run_command(
        tmp_path, "project_create", "jokes", "--protocol=ii-bench", "--name=Jokes"
    )
    assert (made.returncode, made.stderr) == (0, "")
    assert (tmp_path / "subtext.sqlite3").is_file()
    listed = run_command(tmp_path, "audit", "--help")
    assert listed.returncode == 0
    twice = ["project_create", "jokes", "--protocol=ii-bench", "--name=Jokes"]
    assert "jokes" in say_of(tmp_path, *twice)


def test_help_writes_no_database(tmp_path: Path) -> None:
    done = run_command(tmp_path, "project_create", "--help")
    assert done.returncode == 0
    assert "--protocol" in done.stdout
    assert not (tmp_path / "subtext.sqlite3").exists()


def test_the_first_account_of_django_prepares_the_database_too(tmp_path: Path) -> None:
    done = run_command(
        tmp_path,
        *("createsuperuser", "--noinput", "--username=mia", "--email=mia@example.org"),
        DJANGO_SUPERUSER_PASSWORD="a password that is long enough",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Superuser created successfully." in done.stdout


def test_a_database_of_an_earlier_version_is_left_to_migrate(tmp_path: Path) -> None:
    """An upgrade is asked for, not a side effect of a command."""
    with sqlite3.connect(tmp_path / "subtext.sqlite3") as database:
        database.execute("CREATE TABLE django_migrations (id, app, name, applied)")
    command = ["project_create", "jokes", "--protocol=ii-bench", "--name=Jokes"]
    assert say_of(tmp_path, *command) == MISSING


@pytest.mark.parametrize("command", ["migrate", "run", "project_create"])
def test_a_database_before_0_2_is_refused(tmp_path: Path, command: str) -> None:
    """It has only some of the migrations that a squashed one replaces."""
    with sqlite3.connect(tmp_path / "subtext.sqlite3") as database:
        database.execute(
            "CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app, name, applied)"
        )
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('projects', '0001_initial', '2026-11-23 12:00:00')"
        )
    options = ["jokes", "--protocol=ii-bench", "--name=Jokes"]
    arguments = options if command == "project_create" else []
    assert say_of(tmp_path, command, *arguments, SUBTEXT_PORT=str(free_port())) == (
        "This database is of a version before 0.2.0. Upgrade it with version 0.2.0 "
        "first, and then with this version."
    )


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            ["project_create", "jokes", "--protocol=ii-bench", "--name=Jokes"],
            "PostgreSQL cannot be used at 127.0.0.1:1 (Connection refused). Start it, or"
            " correct SUBTEXT_DATABASE_URL.",
        ),
        (
            [
                "shell",
                "-c",
                "from celery import current_app as a;a.send_task('x', retry=False)",
            ],
            "Redis does not respond at 127.0.0.1:1. Start it, or correct"
            " SUBTEXT_BROKER_URL.",
        ),
        (
            [
                "shell",
                "-c",
                "from django.core.files.storage import default_storage as s;"
                "s.exists('a')",
            ],
            "The S3 server does not respond at http://127.0.0.1:1. Start it, or correct"
            " SUBTEXT_S3_ENDPOINT.",
        ),
    ],
    ids=["PostgreSQL", "Redis", "S3"],
)
def test_a_service_that_does_not_respond_is_named(
    command: list[str], sentence: str, tmp_path: Path
) -> None:
    assert say_of(tmp_path, *command, **SERVER) == sentence


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """Also for root, who may write anywhere else."""
    said = say_of(tmp_path, "run", SUBTEXT_DATA_DIR="/sys/subtext")
    assert said.startswith("/sys/subtext cannot be written (")
    assert said.endswith("or choose another folder in SUBTEXT_DATA_DIR.")
