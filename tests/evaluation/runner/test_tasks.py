"""The worker's task over the broker made of files, in a worker of its own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from celery import Celery

from evaluation.runner.celery_app import make_app
from evaluation.runner.errors import SpecError
from tests.evaluation.runner.conftest import TinyRelease
from tests.evaluation.runner.test_worker import spec_data
from tests.support.model_server import KnowsKeys, Reply, model_server
from tests.support.tiny_release import twelve_questions

TEST_IDS = [f"q-{n:03d}" for n in range(4, 12)]
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "broker"
    for name in ("queue", "control"):
        (folder / name).mkdir(parents=True)
    options = {
        "data_folder_in": str(folder / "queue"),
        "data_folder_out": str(folder / "queue"),
        "control_folder": str(folder / "control"),
        "polling_interval": 0.02,
    }
    monkeypatch.setenv("SUBTEXT_BROKER_URL", "files://localhost")
    monkeypatch.setenv("SUBTEXT_BROKER_OPTIONS", json.dumps(options))
    monkeypatch.setenv("SUBTEXT_RUNNER_CACHE", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def app(broker: Path) -> Celery:
    return make_app()


@contextmanager
def _working() -> Iterator[subprocess.Popen[bytes]]:
    """A worker as it is started on a machine of its own, without Django settings."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DJANGO")}
    command = (
        "-m celery -A evaluation.runner.celery_app worker -Q gpu --pool threads "
        "--concurrency 1 --loglevel WARNING --without-heartbeat --without-mingle"
    )
    process = subprocess.Popen(
        [sys.executable, *command.split()],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(timeout=30)


@pytest.fixture
def worker(broker: Path) -> Iterator[subprocess.Popen[bytes]]:
    with _working() as process:
        yield process


class Sent(NamedTuple):
    responses: list[dict[str, Any]]
    run: str
    summary: dict[str, Any]


def _sent_back(app: Celery, *, responses: int) -> Sent:
    """What came to the default queue: so many responses and the end, in any order."""
    recorded: list[dict[str, Any]] = []
    ended: dict[str, Any] = {}
    with app.connection_for_read() as connection:
        queue = connection.SimpleQueue("default")
        deadline = time.monotonic() + 60
        while (len(recorded) < responses or not ended) and time.monotonic() < deadline:
            try:
                message = queue.get(timeout=1)
            except queue.Empty:
                continue
            message.ack()
            kwargs = message.payload[1]
            if message.headers["task"] == "evaluation.record_responses":
                recorded.extend(kwargs["responses"])
            else:
                assert message.headers["task"] == "evaluation.finish_run"
                ended = kwargs
    return Sent(recorded, ended["run"], ended["summary"])


def test_a_worker_sends_back_responses_and_the_end(
    release: TinyRelease, app: Celery, worker: object
) -> None:
    with model_server(KnowsKeys(twelve_questions(), accuracy=1)) as server:
        spec = spec_data(release, base_url=server.base_url)
        app.send_task("evaluation.runner.execute", args=[spec], queue="gpu")
        sent = _sent_back(app, responses=8)
    assert sent.run == "7"
    assert (sent.summary["state"], sent.summary["asked"]) == ("finished", 8)
    assert sent.summary["provenance"]["release"]["sha256"] == release.sha256
    assert sorted(r["question_id"] for r in sent.responses) == TEST_IDS
    assert set(sent.responses[0]) == {
        "question_id",
        "text",
        "finish_reason",
        "error",
        "attempts",
        "seconds",
        "prompt",
        "prompt_tokens",
        "completion_tokens",
    }


def test_a_bad_spec_comes_back_as_a_failed_run(app: Celery, worker: object) -> None:
    app.send_task("evaluation.runner.execute", args=[{"run": "9"}], queue="gpu")
    sent = _sent_back(app, responses=0)
    assert (sent.run, sent.summary["state"]) == ("9", "failed")
    assert "release: Field required" in sent.summary["reason"]


def test_a_killed_run_delivered_again_asks_only_for_the_rest(
    release: TinyRelease,
    app: Celery,
    worker: subprocess.Popen[bytes],
    tmp_path: Path,
) -> None:
    """What the first worker had answered is on its disk, sent or not."""
    journals = tmp_path / "cache" / "runs"

    def kills_after_three(asked: Any) -> Reply:
        if asked.number == 3:
            while not sum(len(p.read_bytes().splitlines()) for p in _files(journals)):
                time.sleep(0.01)
            worker.kill()
        return Reply("B")

    with model_server(kills_after_three) as server:
        spec = spec_data(release, base_url=server.base_url)
        app.send_task("evaluation.runner.execute", args=[spec], queue="gpu")
        worker.wait(timeout=60)
        kept = {
            json.loads(line)["question_id"]
            for file in _files(journals)
            for line in file.read_bytes().split(b"\n")[:-1]
        }
        before = len(server.asked)
        # This broker does not deliver again what a killed worker held; Redis does.
        app.send_task("evaluation.runner.execute", args=[spec], queue="gpu")
        with _working():
            sent = _sent_back(app, responses=8)
        again = "\n".join(asked.text for asked in server.asked[before:])
    assert kept
    for question_id in TEST_IDS:
        stem = f"Question {int(question_id[2:])}: "
        assert (stem in again) == (question_id not in kept)
    assert {r["question_id"] for r in sent.responses} == {*TEST_IDS}


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl")) if folder.exists() else []


@pytest.mark.parametrize("options", ["{", "[]"])
def test_bad_broker_options_are_named(
    monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    monkeypatch.setenv("SUBTEXT_BROKER_OPTIONS", options)
    with pytest.raises(SpecError, match="SUBTEXT_BROKER_OPTIONS is"):
        make_app()


def test_the_worker_imports_no_django() -> None:
    code = (
        "import sys, evaluation.runner.celery_app, evaluation.runner.tasks, "
        "evaluation.runner.__main__; "
        "sys.exit(bool({'config', 'django.apps', 'django.db'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0
