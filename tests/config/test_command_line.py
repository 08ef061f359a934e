"""What `manage.py` says before the database is ready."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.command_line import MISSING

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(
    "command",
    [
        ["project_create", "jokes", "--protocol=ii-bench", "--name=Jokes"],
        ["demo_prepare"],
        ["createsuperuser", "--noinput", "--username=mia", "--email=mia@example.org"],
    ],
    ids=lambda command: command[0],
)
def test_a_database_without_tables_is_named_in_one_line(
    command: list[str], tmp_path: Path
) -> None:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("SUBTEXT_")}
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={
            **kept,
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            "SUBTEXT_DATA_DIR": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.strip()) == (1, MISSING)
