"""Workers killed at random points: no answer is lost and none is asked for twice."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from subtext_runner.celery_app import make_app
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_data
from tests.subtext_runner.working import (
    make_broker,
    order,
    redis_broker,
    sent_back,
    working,
)
from tests.support.model_server import ChatRequest, Reply, model_server
from tests.support.tiny_release import question, write_release

pytestmark = pytest.mark.slow

QUESTIONS = 60
KILLS = 3


def _number(asked: ChatRequest) -> int:
    return int(asked.text.partition("Question ")[2].partition(":")[0].split()[-1])


@pytest.fixture(params=["files", "redis"])
def broker(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    if request.param == "redis":
        with redis_broker(tmp_path, monkeypatch):
            yield
    else:
        make_broker(tmp_path, monkeypatch)
        yield


@pytest.mark.usefixtures("broker")
@pytest.mark.parametrize("seed", [1, 2])
def test_killed_at_random_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("SUBTEXT_MODEL_CONCURRENCY", "3")
    app = make_app()
    chance = random.Random(seed)  # noqa: S311
    folder = tmp_path / "release"
    lines = [question(n, item=n % 30) for n in range(QUESTIONS)]
    release = TinyRelease(folder, write_release(folder, questions=lines))
    recorded: dict[str, str] = {}
    known: set[str] = set()
    repeated: list[str] = []

    def behaviour(asked: ChatRequest) -> Reply:
        uid = f"q-{_number(asked):03d}"
        if uid in known:
            repeated.append(uid)
        time.sleep(0.02)
        return Reply(f"(B) {uid}")

    with model_server(behaviour) as server:
        spec = spec_data(release, base_url=server.base_url)
        summary: dict[str, object] = {}
        for round_number in range(KILLS + 1):
            rest = {**spec, "answered": sorted(recorded)}
            order(app, rest)
            before = len(server.asked)
            with working() as process:
                if round_number < KILLS:
                    enough = before + chance.randint(1, 15)
                    while len(server.asked) < enough:
                        time.sleep(0.005)
                    time.sleep(chance.uniform(0, 0.05))
                    process.kill()
                    process.wait(timeout=30)
                    sent = sent_back(app, responses=10**6, ended=False, seconds=0.5)
                else:
                    sent = sent_back(app, responses=QUESTIONS - len(recorded))
                    summary = sent.summary
            for response in sent.responses:
                recorded.setdefault(response["question_id"], response["text"])
            known = {*recorded} | _journalled(tmp_path / "cache" / "runs")
    assert repeated == []
    assert summary["state"] == "finished"
    assert recorded == {f"q-{n:03d}": f"(B) q-{n:03d}" for n in range(QUESTIONS)}
    # Only what was being asked when a worker died is asked a second time.
    twice = Counter(_number(asked) for asked in server.asked)
    assert sum(twice.values()) - QUESTIONS <= KILLS * 3


def _journalled(folder: Path) -> set[str]:
    """What a dead worker had on its disk, half a line left out."""
    return {
        json.loads(line)["question_id"]
        for file in folder.glob("*.jsonl")
        for line in file.read_bytes().split(b"\n")[:-1]
    }
