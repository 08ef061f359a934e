"""The task of an evaluation worker.

Responses go back as messages by task name, so the recipient's code is not imported.
"""

import hashlib
import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from celery import Celery, Task, shared_task
from celery.worker.state import revoked

from evaluation.runner.errors import SpecError
from evaluation.runner.journal import Journal
from evaluation.runner.messages import (
    EXECUTE,
    FINISH,
    RECORD,
    RESULTS,
    sign_message,
    verify_message,
)
from evaluation.runner.records import (
    Response,
    RunSpec,
    response_to_data,
    spec_from_data,
)
from evaluation.runner.storage import default_cache
from evaluation.runner.worker import drop_failed_responses, run_evaluation
from workflow.domain.texts import store_text

_HEARTBEAT = 30.0
"""Seconds between heartbeats; a run without six of them in a row is sent again."""
_JOURNALS_KEPT = 7 * 24 * 3600
"""Seconds for which a second delivery of a run can reuse the first one's responses."""


@shared_task(name=EXECUTE, bind=True)
def execute_run(self: "Task[..., None]", body: str, signature: str) -> None:
    """Execute the run of a signed message and send back its responses and summary.

    A second delivery sends the responses of an earlier delivery to this machine again
    and asks only the rest. ``evaluation.finish_run`` is sent in any case, except for a
    message without a valid signature: it raises ForgedMessageError and is not executed.
    """
    spec = verify_message(EXECUTE, body, signature)
    try:
        order = spec_from_data(spec)
    except SpecError as error:
        summary = {"state": "failed", "reason": store_text(str(error))}
        _send(self.app, FINISH, run=str(spec.get("run")), summary=summary)
        return
    with _report_progress(self.app, order.run):
        _execute(self.app, order, task_id=self.request.id)


def _execute(app: Celery, spec: RunSpec, *, task_id: str | None) -> None:
    journal = Journal(_journal_path(spec))
    answered_ids = set(spec.answered)
    unsent_responses = [
        r
        for r in drop_failed_responses(journal.responses())
        if r.question_id not in answered_ids
    ]
    if unsent_responses:
        _send_responses(app, spec.run, unsent_responses)
    remaining = spec.model_copy(
        update={
            "answered": (*spec.answered, *(r.question_id for r in unsent_responses))
        }
    )
    try:
        summary = run_evaluation(
            remaining,
            keep=journal.append,
            record=lambda responses: _send_responses(app, spec.run, responses),
            cancelled=lambda: task_id in revoked,
        )._asdict()
        if summary["reason"]:
            summary["reason"] = store_text(summary["reason"])
    except Exception as error:
        summary = {"state": "failed", "reason": f"worker: {error!r}"}
        _send(app, FINISH, run=spec.run, summary=summary)
        raise
    _send(app, FINISH, run=spec.run, summary=summary)


@contextmanager
def _report_progress(app: Celery, run_id: str) -> Iterator[None]:
    """Report at once and every half minute that a worker has this run."""
    done = threading.Event()

    def beat() -> None:
        while not done.is_set():
            _send_responses(app, run_id, [])
            done.wait(_HEARTBEAT)

    beating = threading.Thread(target=beat, daemon=True)
    beating.start()
    try:
        yield
    finally:
        done.set()
        beating.join()


def _journal_path(spec: RunSpec) -> Path:
    """Return the file of a run's responses, the same for all its deliveries."""
    order = spec.model_dump(mode="json", exclude={"answered"})
    digest = hashlib.sha256(json.dumps(order, sort_keys=True).encode()).hexdigest()
    folder = default_cache() / "runs"
    for old in folder.glob("*.jsonl"):
        if time.time() - old.stat().st_mtime > _JOURNALS_KEPT:
            old.unlink(missing_ok=True)
    return folder / f"{digest}.jsonl"


def _send_responses(app: Celery, run_id: str, responses: Sequence[Response]) -> None:
    data = [response_to_data(response) for response in responses]
    _send(app, RECORD, run=run_id, responses=data)


def _send(app: Celery, task: str, **content: object) -> None:
    app.send_task(task, kwargs=sign_message(task, content), queue=RESULTS)
