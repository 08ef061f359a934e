"""An installation in a folder of its own, spoken to by the commands alone.

Every version of Subtext has these commands, so what keeps an installation of today and
what tests one of an earlier version are the same few lines.
"""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.support.model_server import ChatRequest, Reply
from tests.support.services import REDIS

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Installation:
    """A data folder and the commands that work on it."""

    folder: Path
    database: str = ""
    """The address of a database on PostgreSQL; without it SQLite, in the folder."""

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables that describe it."""
        if not self.database:
            return {
                "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
                "SUBTEXT_DATA_DIR": str(self.folder),
            }
        return {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SUBTEXT_DATA_DIR": str(self.folder),
            "SUBTEXT_DATABASE_URL": self.database,
            "SUBTEXT_BROKER_URL": REDIS,
            "SUBTEXT_MEDIA_FOLDER": str(self.folder / "media"),
            "SUBTEXT_SECRET_KEY_FILE": str(self.folder / "secret-key"),
            "SUBTEXT_WORKER_SECRET_FILE": str(self.folder / "secret-key"),
            "SUBTEXT_HOSTS": "127.0.0.1,localhost",
            "SUBTEXT_HTTPS": "false",
        }

    @property
    def whole_environment(self) -> dict[str, str]:
        """Return these variables beside those of this process."""
        return {**os.environ, **self.variables}

    def manage(self, *arguments: str) -> str:
        """Run a command of `manage.py`; return what it prints, fail when it does."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.whole_environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise AssertionError(
                f"{' '.join(arguments)}: exit {done.returncode}\n"
                f"{done.stdout[-4000:]}{done.stderr[-4000:]}"
            )
        return done.stdout

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return what a query over the database gives, past the product."""
        if self.database:
            with psycopg.connect(self.database) as server:
                return server.execute(query.encode()).fetchall()
        with closing(sqlite3.connect(self.folder / "subtext.sqlite3")) as file:
            return file.execute(query).fetchall()

    def table_names(self) -> list[str]:
        """Return the names of the database's tables."""
        query = (
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            if self.database
            else "SELECT name FROM sqlite_master "
            "WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        return sorted(name for (name,) in self.rows(query))

    def ask(self, *arguments: str) -> Any:
        """Run a command with --json; return what it says."""
        return json.loads(self.manage(*arguments, "--json"))


def oracle(asked: ChatRequest) -> Reply:
    """Answer by the prompt's text alone: another prompt gets another answer.

    A run that is repeated by a later version reaches the same scores only if it sends
    the same text.
    """
    digest = hashlib.sha256(asked.text.encode()).digest()
    letter = "ABCD"[digest[0] % 4]
    said = (
        f"({letter})",
        f"The answer is ({letter}).",
        f"{letter}",
        f"I think that both could be meant.\n\nAnswer: {letter}",
        "I cannot tell.",
    )
    return Reply(said[digest[1] % len(said)])
