"""No message ends a worker or stops it: each is logged in one line and dropped."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from subtext_runner.celery_app import make_app
from subtext_runner.messages import EXECUTE, FINISH, ORDERS, RECORD
from tests.config.compose import eventually
from tests.curation.installation import INSTALLATIONS, Installation
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_data
from tests.subtext_runner.working import (
    make_broker,
    order,
    redis_broker,
    sent_back,
    working,
)
from tests.support.malformed_messages import (
    FolderQueue,
    RedisQueue,
    malformed_messages,
    stored_message,
)
from tests.support.model_server import Reply, model_server
from tests.support.services import REDIS
from tests.support.tiny_release import write_release

Put = Callable[[bytes], None]

UNSIGNED = [
    {"body": "{}", "signature": "é"},
    {"body": "{}", "signature": ""},
    {"body": "no JSON", "signature": "0" * 64},
    {"body": "[" * 50_000, "signature": "0" * 64},
    {"body": "\x00é", "signature": "\x00"},
    {"body": 5, "signature": 5},
    {"body": "{}"},
    {"body": "{}", "signature": "0" * 64, "more": 1},
]


def dropped(log: str) -> int:
    """How many messages were dropped, with a line each and no other since the first."""
    _, first, rest = log.partition("Dropped a message")
    lines = f"{first}{rest}".splitlines()
    assert [line for line in lines if "Dropped a message" not in line] == []
    return len(lines)


@pytest.fixture(params=["files", "redis"])
def orders(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Put]:
    """How to write anything into the queue of the evaluation workers."""
    if request.param == "files":
        make_broker(tmp_path, monkeypatch)
        yield FolderQueue(tmp_path / "broker" / "queue", ORDERS).put
    else:
        with redis_broker(tmp_path, monkeypatch):
            options = json.loads(os.environ["SUBTEXT_BROKER_OPTIONS"])
            yield RedisQueue(REDIS, options["global_keyprefix"] + ORDERS).put


def test_an_evaluation_worker_goes_on(orders: Put, tmp_path: Path) -> None:
    release = TinyRelease(tmp_path / "tiny", write_release(tmp_path / "tiny"))
    messages = [
        *malformed_messages(EXECUTE),
        *(stored_message(EXECUTE, kwargs=message) for message in UNSIGNED),
    ]
    log = tmp_path / "worker.log"
    app = make_app()
    with (
        model_server(lambda _: Reply("B")) as server,
        working(log) as process,
    ):
        for message in messages:
            orders(message)
        order(app, spec_data(release, base_url=server.base_url))
        sent = sent_back(app, responses=8)
        assert sent.summary["state"] == "finished"
        assert process.poll() is None
    assert dropped(log.read_text()) == len(messages)


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("kind", INSTALLATIONS)
def test_the_workers_of_jobs_go_on(kind: str, tmp_path: Path) -> None:
    start: Callable[[Path], AbstractContextManager[Installation]] = INSTALLATIONS[kind]
    with start(tmp_path) as installation:
        put = (
            FolderQueue(tmp_path / "broker" / "queue", "default")
            if kind == "one machine"
            else RedisQueue(REDIS, "default")
        ).put
        worker = installation.worker("first")
        seen = "SELECT count(*) FROM workflow_workerseen"
        assert eventually(lambda: installation.rows(seen)[0][0], seconds=120)
        messages = [
            *malformed_messages("workflow.job_run"),
            # Rows that do not exist.
            *(
                stored_message(task, args=[number])
                for task in (
                    "workflow.job_run",
                    "evaluation.run_score",
                    "curation.import_help",
                    "curation.search_help",
                )
                for number in (0, 999_999, 2**63)
            ),
            *(
                stored_message(task, kwargs=message)
                for task in (RECORD, FINISH)
                for message in UNSIGNED
            ),
        ]
        before = installation.log.read_text()
        for message in messages:
            put(message)
        # A job that failed five times: the search for such jobs comes as a message.
        lost = "from core.models import Job; Job.objects.create("
        lost += "kind='lost', scope_id=1, attempts=5)"
        installation.manage("shell", "--verbosity=0", "--command", lost)
        status, _ = installation.wait_for_job()
        assert status == "failed"

        def log() -> str:
            return installation.log.read_text()[len(before) :]

        assert eventually(lambda: dropped(log()) >= len(messages)), log()
        assert worker.poll() is None
        assert dropped(log()) == len(messages)
