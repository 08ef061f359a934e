"""Every command of docker-compose.yml, run without Docker against real services."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import psycopg
import pytest
import yaml
from moto.server import ThreadedMotoServer

from tests.support.services import POSTGRESQL, REDIS, free_port, need

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
DATABASE = f"subtext_compose_{os.getpid()}"
SECRETS = {
    "SUBTEXT_SECRET_KEY": "for this test",
    "SUBTEXT_DATABASE_PASSWORD": "unused",
    "SUBTEXT_S3_SECRET": "for-this-test",
    "SUBTEXT_WORKER_SECRET": "for this test",
    # EasyOCR's weights would have to be downloaded.
    "SUBTEXT_OCR_ENGINE": "rapidocr",
}


class Installation:
    """The compose file's services as processes of this machine."""

    def __init__(self, storage_port: int, folder: Path) -> None:
        text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
        self.services: dict[str, Any] = yaml.safe_load(_substituted(text))["services"]
        self.web_port = free_port()
        self._storage_port = storage_port
        self._folder = folder
        self._running: list[subprocess.Popen[bytes]] = []

    def environment(self, name: str) -> dict[str, str]:
        here = {
            "postgres://subtext:unused@database:5432/subtext": database_url(),
            "redis://broker:6379/0": REDIS,
            "http://storage:9000": f"http://127.0.0.1:{self._storage_port}",
        }
        values = {
            key: here.get(str(value), str(value))
            for key, value in self.services[name]["environment"].items()
        }
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return {
            "PATH": path,
            "HOME": str(self._folder),
            "SUBTEXT_DATA_DIR": str(self._folder / "data"),
            **values,
        }

    def command(self, name: str) -> list[str]:
        command: str = self.services[name]["command"]
        moved = command.replace("--port 8000", f"--port {self.web_port}")
        return shlex.split(moved.replace("/tmp/", f"{self._folder}/"))

    def run(self, name: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(name),
            cwd=ROOT,
            env=self.environment(name),
            capture_output=True,
            text=True,
            check=False,
        )

    def start(self, name: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                self.command(name),
                cwd=ROOT,
                env=self.environment(name),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._running.append(process)
        return process

    def log(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text(errors="replace")

    def stop(self) -> list[int]:
        """Ask all to end; their exit codes."""
        for process in self._running:
            process.send_signal(signal.SIGTERM)
        codes = []
        for process in self._running:
            try:
                codes.append(process.wait(30))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                codes.append(-9)
        self._running = []
        return codes


def database_url() -> str:
    return POSTGRESQL.rsplit("/", 1)[0] + f"/{DATABASE}"


def _substituted(text: str) -> str:
    def value(match: re.Match[str]) -> str:
        return SECRETS.get(match[1], match[2] or "")

    return re.sub(r"\$\{(\w+)(?::[?-]([^}]*))?\}", value, text)


def eventually(check: Callable[[], bool], *, seconds: float = 60) -> bool:
    deadline = monotonic() + seconds
    while monotonic() < deadline:
        if check():
            return True
        sleep(0.3)
    return False


def rows(query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(database_url()) as connection:
        return connection.execute(query.encode()).fetchall()


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    need(POSTGRESQL, "PostgreSQL")
    need(REDIS, "Redis")
    with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {DATABASE}".encode())
        connection.execute(f"CREATE DATABASE {DATABASE}".encode())
    storage = ThreadedMotoServer(port=free_port())
    storage.start()
    made = Installation(
        storage.get_host_and_port()[1], tmp_path_factory.mktemp("compose")
    )
    try:
        prepared = made.run("init")
        assert prepared.returncode == 0, prepared.stderr
        yield made
    finally:
        made.stop()
        storage.stop()
        with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)".encode())


def test_preparing_again_changes_nothing(installation: Installation) -> None:
    again = installation.run("init")
    assert again.returncode == 0, again.stderr
    assert "Made the bucket" not in again.stdout


def test_web_beat_and_workers_start_work_and_stop(installation: Installation) -> None:
    names = ["web", "beat", "worker-default", "worker-curation", "worker-gpu"]
    processes = {name: installation.start(name) for name in names}
    base = f"http://localhost:{installation.web_port}"

    def web_answers() -> bool:
        try:
            return httpx.get(f"{base}/healthz").text == "ok"
        except httpx.HTTPError:
            return False

    assert eventually(web_answers), installation.log("web")
    instance = httpx.get(f"{base}/api/instance/").json()
    assert instance["demo"] is False
    assert instance["demo_people"] == []

    def workers() -> set[str]:
        seen = rows("SELECT queues FROM workflow_workerseen")
        return {queue for (queues,) in seen for queue in queues}

    assert eventually(lambda: workers() >= {"default", "curation"}), workers()
    assert eventually(lambda: "ready" in installation.log("worker-gpu"))
    assert eventually(lambda: "Sending due task" in installation.log("beat"))
    assert all(process.poll() is None for process in processes.values())
    assert installation.stop() == [0] * len(names)
