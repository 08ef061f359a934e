"""A worker as it is started on a machine of its own, and what it sends back."""

import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from celery import Celery
from redis import Redis

from subtext_runner.messages import (
    ALIVE,
    EXECUTE,
    FINISH,
    ORDERS,
    RECORD,
    RESULTS,
    sign_message,
    verify_message,
)
from tests.support.services import REDIS, require_service

ROOT = Path(__file__).resolve().parents[2]
NO_DJANGO = Path(__file__).parent / "no_django"
"""On a Python's path, it lets nobody import Django, DRF or the product's settings."""


def make_broker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker made of files and a cache below ``folder``, for this and new processes."""
    for name in ("queue", "control"):
        (folder / "broker" / name).mkdir(parents=True)
    options = {
        "data_folder_in": str(folder / "broker" / "queue"),
        "data_folder_out": str(folder / "broker" / "queue"),
        "control_folder": str(folder / "broker" / "control"),
        "polling_interval": 0.02,
    }
    monkeypatch.setenv("SUBTEXT_BROKER_URL", "files://localhost")
    monkeypatch.setenv("SUBTEXT_BROKER_OPTIONS", json.dumps(options))
    monkeypatch.setenv("SUBTEXT_RUNNER_CACHE", str(folder / "cache"))
    monkeypatch.setenv(
        "SUBTEXT_WORKER_SECRET", "known to both sides and to nobody else"
    )


@contextmanager
def redis_broker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Redis as the broker, under keys of its own, which are gone afterwards."""
    require_service(REDIS, "Redis")
    prefix = f"{uuid.uuid4()}-"
    monkeypatch.setenv("SUBTEXT_BROKER_URL", REDIS)
    monkeypatch.setenv(
        "SUBTEXT_BROKER_OPTIONS", json.dumps({"global_keyprefix": prefix})
    )
    monkeypatch.setenv("SUBTEXT_RUNNER_CACHE", str(folder / "cache"))
    monkeypatch.setenv(
        "SUBTEXT_WORKER_SECRET", "known to both sides and to nobody else"
    )
    try:
        yield
    finally:
        with Redis.from_url(REDIS) as client:
            for key in client.scan_iter(f"{prefix}*"):
                client.delete(key)


def order(app: Celery, spec: dict[str, Any], *, attempt: int = 1) -> None:
    """Send a signed order to the workers."""
    message = sign_message(EXECUTE, spec, attempt=attempt)
    app.send_task(EXECUTE, kwargs=message, queue=ORDERS)


def without_django() -> dict[str, str]:
    """This process's environment where Django cannot be imported."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DJANGO")}
    return {**environment, "PYTHONPATH": str(NO_DJANGO)}


@contextmanager
def working(log: Path = Path(os.devnull)) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of the ``gpu`` queue, which writes to ``log``; killed at the end."""
    command = "-m subtext_runner worker --loglevel WARNING"
    with log.open("ab") as file:
        process = subprocess.Popen(
            [sys.executable, *command.split()],
            cwd=ROOT,
            env=without_django(),
            stdout=file,
            stderr=file,
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait(timeout=30)


class Sent(NamedTuple):
    """What came back."""

    responses: list[dict[str, Any]]
    beats: int
    """Signs of life: batches without a response."""
    run: str
    summary: dict[str, Any]


def sent_back(
    app: Celery, *, responses: int, ended: bool = True, seconds: float = 60
) -> Sent:
    """Wait for so many responses and the end, in any order, or for so long."""
    recorded: list[dict[str, Any]] = []
    end: dict[str, Any] = {}
    beats = 0
    with app.connection_for_read() as connection:
        queue = connection.SimpleQueue(RESULTS)
        deadline = time.monotonic() + seconds
        while (
            len(recorded) < responses or (ended and not end)
        ) and time.monotonic() < deadline:
            try:
                message = queue.get(timeout=min(1, seconds))
            except queue.Empty:
                continue
            message.ack()
            task = message.headers["task"]
            content = verify_message(task, **message.payload[1]).content
            if task == ALIVE:
                continue
            if task == RECORD:
                recorded.extend(content["responses"])
                beats += not content["responses"]
            else:
                assert task == FINISH
                end = content
    return Sent(recorded, beats, end.get("run", ""), end.get("summary", {}))
