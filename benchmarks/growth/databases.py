"""Databases that are kept in a folder, or beside each other on a PostgreSQL server."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from benchmarks.peers.client import ROOT


@dataclass(frozen=True)
class Databases:
    """Databases of one kind by name: ``seed``, ``2000``, ``20000``."""

    folder: Path
    """Of the SQLite files, and of the images, which all of them share."""
    server: str = ""
    """Address of a PostgreSQL database that further ones are made beside."""

    def address(self, name: str) -> str:
        if not self.server:
            return f"sqlite:///{self._file(name)}"
        return urlsplit(self.server)._replace(path=f"/{self._database(name)}").geturl()

    def exists(self, name: str) -> bool:
        if not self.server:
            return self._file(name).exists()
        with psycopg.connect(self.server) as connection:
            query = "SELECT 1 FROM pg_database WHERE datname = %s"
            return bool(connection.execute(query, [self._database(name)]).fetchone())

    def create(self, name: str, *, template: str = "") -> None:
        """Make an empty database, or a copy of ``template``."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.server:
            if template:
                shutil.copy(self._file(template), self._file(name))
            return
        base = self._name(template) if template else sql.Identifier("template1")
        query = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        self._run(query.format(self._name(name), base))

    def drop(self, name: str) -> None:
        if self.server:
            self._run(sql.SQL("DROP DATABASE IF EXISTS {}").format(self._name(name)))
            return
        for ending in ("", "-wal", "-shm"):
            self._file(name + ending).unlink(missing_ok=True)

    def run(self, name: str, module: str, *arguments: str) -> str:
        """Run a module of this package on a database; return what it prints."""
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.growth.{module}", *arguments],
            cwd=ROOT,
            env={
                **os.environ,
                "SUBTEXT_DATA_DIR": str(self.folder),
                "SUBTEXT_GROWTH_DATABASE": self.address(name),
                "DJANGO_SETTINGS_MODULE": "benchmarks.growth.settings",
            },
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout

    def _file(self, name: str) -> Path:
        return self.folder.resolve() / f"growth-{name}.sqlite3"

    def _database(self, name: str) -> str:
        return f"{urlsplit(self.server).path.strip('/')}_{name}"

    def _name(self, name: str) -> sql.Identifier:
        return sql.Identifier(self._database(name))

    def _run(self, query: sql.Composed) -> None:
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(query)
