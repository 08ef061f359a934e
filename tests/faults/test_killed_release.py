"""A release build that is killed leaves nothing behind once it is built again."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from benchmarks.faults import BENCH, VERSION
from core.heartbeats import DEAD_AFTER

ROOT = Path(__file__).resolve().parent.parent.parent
_SCRATCH = "subtext-scratch-*"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


class Installation:
    """An embedded installation with validated items and a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self._environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("SUBTEXT_")},
            "SUBTEXT_DATA_DIR": str(folder / "data"),
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            "TMPDIR": str(self.temporary),
        }
        self.run("manage.py", "migrate", "--verbosity=0")
        self.shell("from projects.models import User; User.objects.create_user('mia')")
        filled = self.run("-m", "benchmarks.faults.bench_project", "fill", "mia")
        self.blocking: list[str] = json.loads(filled)

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> str:
        process = self.start(*arguments)
        printed, _ = process.communicate()
        assert process.returncode == 0, printed
        return printed

    def shell(self, code: str) -> str:
        return self.run("manage.py", "shell", "--verbosity=0", "--command", code)

    def scratch(self) -> list[Path]:
        return [*self.temporary.glob(_SCRATCH)]


def test_a_killed_build_is_built_again_and_leaves_no_folder(
    tmp_path: Path,
) -> None:
    installation = Installation(tmp_path)
    wanted = ("manage.py", "release_cut", BENCH, VERSION, "--wait")
    overrides = [f"--override={line}=A test." for line in installation.blocking]
    building = installation.start(*wanted, *overrides)
    until = monotonic() + 60
    while not installation.scratch() and monotonic() < until:
        sleep(0.02)
    building.send_signal(signal.SIGKILL)
    building.wait()
    [left] = installation.scratch()
    silent = int(DEAD_AFTER.total_seconds()) + 1
    installation.shell(
        "from datetime import timedelta; from django.db.models import F;"
        "from core.models import Job; from core.jobs import run_job;"
        f"silent = timedelta(seconds={silent});"
        "Job.objects.update(heartbeat_at=F('heartbeat_at') - silent);"
        "run_job(Job.objects.get().pk)"
    )
    status = "from releases.models import Release; print(Release.objects.get().status)"
    assert installation.shell(status).strip() == "published"
    assert not left.exists()
    assert not installation.scratch()
