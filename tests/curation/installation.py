"""A whole installation of its own: real processes that can be killed."""

import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import boto3
import psycopg
from moto.server import ThreadedMotoServer

from tests.support.services import POSTGRESQL, REDIS, free_port, require_service

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent
DEAD_AFTER = 4
"""Seconds; the product's own 60 would make every kill cost a minute."""
PREPARED = "from config.data_folder import prepare_database; prepare_database()"
"""As `manage.py run` begins: a copy of the empty database of `make setup`."""


class Installation:
    """Settings, database, broker and storage of its own, and the processes on them."""

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("SUBTEXT_")},
            "SUBTEXT_JOB_DEAD_AFTER": str(DEAD_AFTER),
            "SUBTEXT_DATA_DIR": str(folder),
            **environment,
        }
        self._processes: list[subprocess.Popen[bytes]] = []
        self.log = folder / "processes.log"

    def manage(self, *arguments: str) -> str:
        """One command; what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """A process with a group of its own, so that all of it can be killed at once."""
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def worker(self, name: str) -> subprocess.Popen[bytes]:
        """A worker with two processes, and the clock that takes up what died."""
        return self.start(
            str(BIN / "celery"),
            "--app=config.celery",
            "worker",
            "--beat",
            f"--schedule={self.folder / name}",
            "--queues=default,curation",
            "--concurrency=2",
            f"--hostname={name}@%h",
            "--loglevel=WARNING",
        )

    def web(self, port: int) -> subprocess.Popen[bytes]:
        """The web server, as the product starts it."""
        return self.start(
            str(BIN / "granian"),
            "--interface=wsgi",
            "--host=127.0.0.1",
            f"--port={port}",
            "--workers=1",
            "--blocking-threads=4",
            "--no-ws",
            "config.wsgi:application",
        )

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """kill -9, children and all."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._processes.remove(process)

    def stop(self) -> None:
        for process in list(self._processes):
            if process.poll() is None:
                self.kill(process)

    def rows(self, query: str) -> Sequence[Sequence[Any]]:
        """What a query over the database gives, past the product."""
        raise NotImplementedError

    def stored(self, name: str) -> str:
        """The SHA-256 of a stored file."""
        raise NotImplementedError

    def wait_for_job(self, *, seconds: float = 150) -> tuple[str, str]:
        """The latest job's status and error, once it is over."""
        query = "SELECT status, error FROM workflow_job ORDER BY id DESC LIMIT 1"
        deadline = monotonic() + seconds
        while True:
            rows = self.rows(query)
            status, error = rows[0] if rows else ("queued", "")
            if status not in ("queued", "running"):
                return status, error
            assert monotonic() < deadline, self.log.read_text()[-5000:]
            sleep(0.2)


class OneMachine(Installation):
    """SQLite, files, and the broker made of files."""

    def __init__(self, folder: Path) -> None:
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings.embedded"}
        super().__init__(settings, folder)

    def rows(self, query: str) -> Sequence[Sequence[Any]]:
        address = f"file:{self.folder / 'subtext.sqlite3'}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=20)) as database:
            return database.execute(query).fetchall()

    def stored(self, name: str) -> str:
        content = (self.folder / "media" / name).read_bytes()
        return hashlib.sha256(content).hexdigest()


class ManyMachines(Installation):
    """PostgreSQL, Redis and a bucket."""

    def __init__(self, folder: Path, database: str, endpoint: str) -> None:
        parts = urlsplit(POSTGRESQL)
        self._database = parts._replace(path=f"/{database}").geturl()
        self._bucket = boto3.resource(
            "s3",
            endpoint_url=endpoint,
            aws_access_key_id="test",
            aws_secret_access_key="test",
            region_name="us-east-1",
        ).Bucket("subtext")
        self._bucket.create()
        super().__init__(
            {
                "DJANGO_SETTINGS_MODULE": "config.settings.production",
                "SUBTEXT_SECRET_KEY": "tests only, and as long as a secret has to be",
                "SUBTEXT_WORKER_SECRET": "tests only, and as long as a secret has to be",
                "SUBTEXT_HOSTS": "127.0.0.1",
                "SUBTEXT_HTTPS": "false",
                "SUBTEXT_DATABASE_URL": self._database,
                "SUBTEXT_BROKER_URL": REDIS,
                "SUBTEXT_S3_BUCKET": "subtext",
                "SUBTEXT_S3_ENDPOINT": endpoint,
                "SUBTEXT_S3_KEY": "test",
                "SUBTEXT_S3_SECRET": "test",
            },
            folder,
        )

    def rows(self, query: str) -> Sequence[Sequence[Any]]:
        with psycopg.connect(self._database) as database:
            return database.execute(query).fetchall()

    def stored(self, name: str) -> str:
        content = self._bucket.Object(name).get()["Body"].read()
        return hashlib.sha256(content).hexdigest()


@contextmanager
def one_machine(folder: Path) -> Iterator[Installation]:
    installation = OneMachine(folder)
    try:
        installation.manage("shell", "--verbosity=0", "--command", PREPARED)
        yield installation
    finally:
        installation.stop()


@contextmanager
def many_machines(folder: Path) -> Iterator[Installation]:
    require_service(POSTGRESQL, "PostgreSQL")
    require_service(REDIS, "Redis")
    name = f"subtext_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        storage = ThreadedMotoServer(ip_address="127.0.0.1", port=free_port())
        storage.start()
        host, port = storage.get_host_and_port()
        installation = ManyMachines(folder, name, f"http://{host}:{port}")
        try:
            installation.manage("migrate", "--verbosity=0")
            yield installation
        finally:
            installation.stop()
            storage.stop()
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


INSTALLATIONS = {"one machine": one_machine, "many machines": many_machines}
