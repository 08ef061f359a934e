"""Who reaches the broker, without the secret, can neither report scores nor order a run."""

import json
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery

from core.broker.flags import read_flag, set_flag
from evaluation.runs.models.runs import Response
from evaluation.tasks import finish_run, record_responses
from subtext_runner.cancelling import has_cancel_flag, set_cancel_flag
from subtext_runner.celery_app import make_app
from subtext_runner.messages import (
    EXECUTE,
    FINISH,
    ORDERS,
    RECORD,
    ForgedMessageError,
    sign_message,
    verify_message,
)
from subtext_runner.storage import default_cache
from tests.config.compose import eventually
from tests.evaluation.ordering import cut_release, ordered
from tests.evaluation.runs.test_runs import SUMMARY, answers, key_of
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_data
from tests.subtext_runner.working import (
    make_broker,
    order,
    redis_broker,
    sent_back,
    working,
)
from tests.support.cast import Cast
from tests.support.model_server import Reply, model_server
from tests.support.tiny_release import question, write_release


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "SUBTEXT_WORKER_SECRET", "known to both sides and to nobody else"
    )


def by_a_stranger(task: str, content: dict[str, Any]) -> dict[str, str]:
    """What somebody sends who knows the code, and not the secret."""
    with pytest.MonkeyPatch.context() as elsewhere:
        elsewhere.setenv(
            "SUBTEXT_WORKER_SECRET", "guessed by somebody who reaches the broker"
        )
        return sign_message(task, content)


@pytest.mark.django_db
def test_scores_are_taken_from_workers_alone(
    cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    run = ordered(cut_release(cast, items=6))
    batch = answers(run, key_of)
    reported = {"run": str(run.pk), "responses": batch}
    ended = {"run": str(run.pk), "summary": SUMMARY}

    for task, name, content in (
        (record_responses, RECORD, reported),
        (finish_run, FINISH, ended),
    ):
        task.apply(kwargs=by_a_stranger(name, content), throw=True)
        assert f"Dropped a message to {name!r}: It is not signed" in caplog.text
    run.refresh_from_db()
    assert (run.status, Response.objects.count()) == ("queued", 0)

    record_responses.apply(kwargs=sign_message(RECORD, reported), throw=True)
    finish_run.apply(kwargs=sign_message(FINISH, ended), throw=True)
    run.refresh_from_db()
    assert run.status == "finished"


def test_a_signature_holds_for_one_content_and_one_task() -> None:
    message = sign_message(RECORD, {"run": "1", "responses": []})
    assert verify_message(RECORD, **message).content == {"run": "1", "responses": []}
    changed = {**message, "body": json.dumps({"run": "2", "responses": []})}
    with pytest.raises(ForgedMessageError):
        verify_message(RECORD, **changed)
    with pytest.raises(ForgedMessageError):
        verify_message(FINISH, **message)


@pytest.fixture(params=["files", "redis"])
def app(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Celery]:
    """Both kinds of brokers."""
    if request.param == "files":
        make_broker(tmp_path, monkeypatch)
        yield make_app()
    else:
        with redis_broker(tmp_path, monkeypatch):
            yield make_app()


@pytest.fixture
def release(tmp_path: Path) -> TinyRelease:
    return TinyRelease(tmp_path / "tiny", write_release(tmp_path / "tiny"))


def test_a_worker_follows_no_order_of_a_stranger(
    app: Celery, release: TinyRelease
) -> None:
    """The stranger's server is not asked, so it is not told the model key either."""
    with (
        model_server(lambda _: Reply("A")) as theirs,
        model_server(lambda _: Reply("B")) as ours,
        working(),
    ):
        forged = spec_data(release, base_url=theirs.base_url)
        app.send_task(EXECUTE, kwargs=by_a_stranger(EXECUTE, forged), queue=ORDERS)
        order(app, spec_data(release, base_url=ours.base_url))
        sent = sent_back(app, responses=8)
    assert sent.summary["state"] == "finished"
    assert {response["text"] for response in sent.responses} == {"B"}
    assert theirs.asked == []


def test_a_worker_follows_an_order_once(app: Celery, release: TinyRelease) -> None:
    """Whoever copies an order makes nobody pay for it again, a new worker neither."""
    answers_kept = default_cache() / "runs"
    with model_server(lambda _: Reply("A")) as server:
        spec = spec_data(release, base_url=server.base_url)
        copied = sign_message(EXECUTE, spec, attempt=1)
        for _ in range(2):
            with working():
                app.send_task(EXECUTE, kwargs=copied, queue=ORDERS)
                sent = sent_back(app, responses=8, seconds=15)
            if sent.responses:
                assert (len(sent.responses), len(server.asked)) == (8, 8)
                shutil.rmtree(answers_kept)
        assert (sent.responses, sent.summary, len(server.asked)) == ([], {}, 8)


def test_no_remote_control_reaches_a_worker(app: Celery, release: TinyRelease) -> None:
    """Who reaches the broker can neither stop a worker nor ask it for anything."""
    held = threading.Event()
    with (
        model_server(lambda _: Reply("A", wait_for=held)) as server,
        working() as process,
    ):
        order(app, spec_data(release, base_url=server.base_url))
        assert eventually(lambda: server.asked)
        assert app.control.inspect(timeout=2).ping() is None
        app.control.broadcast("shutdown")
        app.control.broadcast("revoke", {"task_id": "x", "terminate": True})
        held.set()
        sent = sent_back(app, responses=8)
        assert sent.summary["state"] == "finished"
        assert process.poll() is None


def test_a_cancelled_run_asks_no_further_question(
    app: Celery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call in progress is paid for and kept; another attempt is not concerned."""
    monkeypatch.setenv("SUBTEXT_MODEL_CONCURRENCY", "1")
    folder = tmp_path / "release"
    lines = [question(n, item=n % 30) for n in range(60)]
    release = TinyRelease(folder, write_release(folder, questions=lines))

    def slow(_: object) -> Reply:
        time.sleep(0.5)
        return Reply("A")

    with model_server(slow) as server, working():
        spec = spec_data(release, base_url=server.base_url)
        set_cancel_flag(app, spec["run"], 1)
        order(app, spec, attempt=2)
        assert eventually(lambda: len(server.asked) > 4)
        set_cancel_flag(app, spec["run"], 2)
        sent = sent_back(app, responses=5)
        assert sent.summary["state"] == "cancelled"
        assert len(sent.responses) == len(server.asked) < len(lines)


def test_a_run_cancelled_in_the_queue_asks_nothing(
    app: Celery, release: TinyRelease
) -> None:
    with model_server(lambda _: Reply("A")) as server:
        spec = spec_data(release, base_url=server.base_url)
        set_cancel_flag(app, spec["run"], 1)
        order(app, spec)
        with working():
            sent = sent_back(app, responses=0)
    assert (sent.summary["state"], server.asked) == ("cancelled", [])


@pytest.mark.parametrize("text", ["", "no flag", "é\n{}", "\x00\n\x00", "0\n1\n2"])
def test_a_forged_flag_stops_nothing(app: Celery, text: str) -> None:
    set_cancel_flag(app, "7", 1)
    assert has_cancel_flag(app, "7", 1)
    signed = read_flag(app, "subtext.cancel.7.1")
    assert signed is not None
    for forged in (text, signed):
        set_flag(app, "subtext.cancel.7.2", forged)
        assert not has_cancel_flag(app, "7", 2)
        set_flag(app, "subtext.cancel.8.1", forged)
        assert not has_cancel_flag(app, "8", 1)
