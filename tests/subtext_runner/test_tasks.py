"""The worker's task over the broker made of files, in a worker of its own."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery

from core.environment.variables import EnvironmentVariableError
from subtext_runner.celery_app import make_app
from subtext_runner.messages import ALIVE, RESULTS, verify_message
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_data
from tests.subtext_runner.working import (
    ROOT,
    make_broker,
    order,
    sent_back,
    without_django,
    working,
)
from tests.support.model_server import KnowsKeys, Reply, model_server
from tests.support.tiny_release import twelve_questions

TEST_IDS = [f"q-{n:03d}" for n in range(4, 12)]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Celery:
    make_broker(tmp_path, monkeypatch)
    return make_app()


@pytest.fixture
def worker(app: Celery) -> Iterator[subprocess.Popen[bytes]]:
    with working() as process:
        yield process


def test_a_worker_says_which_queue_it_reads(app: Celery, worker: object) -> None:
    with app.connection_for_read() as connection:
        message = connection.SimpleQueue(RESULTS).get(timeout=60)
    assert message.headers["task"] == ALIVE
    content = verify_message(ALIVE, **message.payload[1]).content
    assert content["queues"] == ["gpu"]
    assert content["name"].startswith("gpu@")


def test_a_worker_sends_back_responses_and_the_end(
    release: TinyRelease, app: Celery, worker: object
) -> None:
    with model_server(KnowsKeys(twelve_questions(), accuracy=1)) as server:
        spec = spec_data(release, base_url=server.base_url)
        order(app, spec)
        sent = sent_back(app, responses=8)
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
        "retried",
        "reasoning",
        "prompt",
        "order",
        "reused",
        "prompt_tokens",
        "completion_tokens",
    }


def test_a_bad_spec_comes_back_as_a_failed_run(app: Celery, worker: object) -> None:
    order(app, {"run": "9"})
    sent = sent_back(app, responses=0)
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
        order(app, spec)
        worker.wait(timeout=60)
        kept = {
            json.loads(line)["question_id"]
            for file in _files(journals)
            for line in file.read_bytes().split(b"\n")[:-1]
        }
        before = len(server.asked)
        # This broker does not deliver again what a killed worker held; Redis does.
        order(app, spec)
        with working():
            sent = sent_back(app, responses=8)
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
    with pytest.raises(EnvironmentVariableError, match="SUBTEXT_BROKER_OPTIONS is"):
        make_app()


def test_a_run_is_heard_of_before_its_first_answer(
    release: TinyRelease, app: Celery, worker: object
) -> None:
    """So that whoever ordered it knows a worker has it, however long the model loads."""
    answer = threading.Event()
    with model_server(lambda _: Reply("B", wait_for=answer)) as server:
        spec = spec_data(release, base_url=server.base_url)
        order(app, spec)
        deadline = time.monotonic() + 60
        beats = 0
        while not beats and time.monotonic() < deadline:
            beats = sent_back(app, responses=1, ended=False, seconds=0.2).beats
        answer.set()
        sent = sent_back(app, responses=8)
    assert beats == 1
    assert len(sent.responses) == 8


def test_a_late_second_delivery_asks_nothing(
    release: TinyRelease, app: Celery, worker: object
) -> None:
    with model_server(lambda _: Reply("B")) as server:
        spec = spec_data(release, base_url=server.base_url)
        for _ in range(2):
            order(app, spec)
            sent = sent_back(app, responses=8)
            assert (len(sent.responses), sent.summary["state"]) == (8, "finished")
        assert len(server.asked) == 8


def test_nothing_of_the_runner_needs_django() -> None:
    modules = "celery_app, tasks, __main__, worker, report"
    code = f"import subtext_runner; from subtext_runner import {modules}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=without_django(), check=False
    )
    assert done.returncode == 0
    refused = subprocess.run(
        [sys.executable, "-c", "import django"],
        cwd=ROOT,
        env=without_django(),
        check=False,
        capture_output=True,
        text=True,
    )
    assert "no django on this machine" in refused.stderr
