"""Installations on SQLite and PostgreSQL, and what a command on them takes."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.peers.client import ROOT

_SECRET = "a benchmark only, and as long as a secret has to be"  # noqa: S105


class Spent(NamedTuple):
    """What a command took, with the processes that it started.

    Not what PostgreSQL took.
    """

    seconds: float
    processor: float
    memory: int
    """Bytes of the largest process at most."""
    printed: str


@dataclass(frozen=True)
class Installation:
    """An installation with its files in a folder."""

    environment: Mapping[str, str]

    def run(self, *arguments: str) -> Spent:
        """Run a management command. Raises CalledProcessError."""
        command = [sys.executable, "manage.py", *arguments]
        began = perf_counter()
        with tempfile.TemporaryFile() as printed:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, **self.environment},
                stdout=printed,
            )
            _pid, status, usage = os.wait4(process.pid, 0)
            seconds = perf_counter() - began
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                raise subprocess.CalledProcessError(process.returncode, command)
            printed.seek(0)
            text = printed.read().decode()
        processor = usage.ru_utime + usage.ru_stime
        return Spent(seconds, processor, usage.ru_maxrss * 1024, text)

    def describe(self, file: Path) -> Path:
        """Write the file that `move` reads."""
        lines = [f"{name}={value}\n" for name, value in self.environment.items()]
        file.write_text("".join(lines))
        return file


def on_sqlite(folder: Path) -> Installation:
    """Return an installation on one machine."""
    folder.mkdir(parents=True, exist_ok=True)
    return Installation(
        {
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            "SUBTEXT_DATA_DIR": str(folder),
        }
    )


def on_postgresql(folder: Path, address: str) -> Installation:
    """Return a server's installation; ``address`` is that of its database."""
    (folder / "media").mkdir(parents=True, exist_ok=True)
    return Installation(
        {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SUBTEXT_DATA_DIR": str(folder),
            "SUBTEXT_MEDIA_FOLDER": str(folder / "media"),
            "SUBTEXT_DATABASE_URL": address,
            "SUBTEXT_BROKER_URL": "redis://127.0.0.1:6379/0",
            "SUBTEXT_HOSTS": "127.0.0.1",
            "SUBTEXT_HTTPS": "false",
            "SUBTEXT_SECRET_KEY": _SECRET,
            "SUBTEXT_WORKER_SECRET": _SECRET,
        }
    )
