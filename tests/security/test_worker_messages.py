"""Who reaches the broker, without the secret, can neither report scores nor order a run."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaluation.models import Response
from evaluation.runner.celery_app import make_app
from evaluation.runner.messages import (
    EXECUTE,
    FINISH,
    ORDERS,
    RECORD,
    ForgedMessageError,
    sign_message,
    verify_message,
)
from evaluation.tasks import finish_run, record_responses
from tests.evaluation.ordering import cut_release, ordered
from tests.evaluation.runner.conftest import TinyRelease
from tests.evaluation.runner.test_worker import spec_data
from tests.evaluation.runner.working import make_broker, order, sent_back, working
from tests.evaluation.test_runs import SUMMARY, answers, key_of
from tests.support.cast import Cast
from tests.support.model_server import Reply, model_server
from tests.support.tiny_release import write_release


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUBTEXT_WORKER_SECRET", "known to both sides")


def by_a_stranger(task: str, content: dict[str, Any]) -> dict[str, str]:
    """What somebody sends who knows the code, and not the secret."""
    with pytest.MonkeyPatch.context() as elsewhere:
        elsewhere.setenv("SUBTEXT_WORKER_SECRET", "guessed")
        return sign_message(task, content)


@pytest.mark.django_db
def test_scores_are_taken_from_workers_alone(cast: Cast) -> None:
    run = ordered(cut_release(cast, items=6))
    batch = answers(run, key_of)
    reported = {"run": str(run.pk), "responses": batch}
    ended = {"run": str(run.pk), "summary": SUMMARY}

    for task, name, content in (
        (record_responses, RECORD, reported),
        (finish_run, FINISH, ended),
    ):
        with pytest.raises(ForgedMessageError, match=f"{name} is not signed"):
            task.apply(kwargs=by_a_stranger(name, content), throw=True)
    run.refresh_from_db()
    assert (run.status, Response.objects.count()) == ("queued", 0)

    record_responses.apply(kwargs=sign_message(RECORD, reported), throw=True)
    finish_run.apply(kwargs=sign_message(FINISH, ended), throw=True)
    run.refresh_from_db()
    assert run.status == "finished"


def test_a_signature_holds_for_one_content_and_one_task() -> None:
    message = sign_message(RECORD, {"run": "1", "responses": []})
    assert verify_message(RECORD, **message) == {"run": "1", "responses": []}
    changed = {**message, "body": json.dumps({"run": "2", "responses": []})}
    with pytest.raises(ForgedMessageError):
        verify_message(RECORD, **changed)
    with pytest.raises(ForgedMessageError):
        verify_message(FINISH, **message)


def test_a_worker_follows_no_order_of_a_stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stranger's server is not asked, so it is not told the model key either."""
    release = TinyRelease(tmp_path / "tiny", write_release(tmp_path / "tiny"))
    make_broker(tmp_path, monkeypatch)
    app = make_app()
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
