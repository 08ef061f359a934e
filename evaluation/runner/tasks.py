"""The one task of an evaluation worker.

Responses go back as messages by task name: whoever records them needs not be known here.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from celery import Celery, Task, shared_task
from celery.worker.state import revoked

from evaluation.runner.errors import SpecError
from evaluation.runner.journal import Journal
from evaluation.runner.records import (
    Response,
    RunSpec,
    response_to_data,
    spec_from_data,
)
from evaluation.runner.storage import default_cache
from evaluation.runner.worker import run, without_errors

RECORD = "evaluation.record_responses"
FINISH = "evaluation.finish_run"
BACK = "default"


@shared_task(name="evaluation.runner.execute", bind=True, acks_late=True)
def execute(self: "Task[..., None]", spec: dict[str, Any]) -> None:
    """Do the run that ``spec`` describes and send back what came of it.

    Delivered twice, it sends again what an earlier delivery to this machine got and
    asks only for the rest. ``evaluation.finish_run`` is sent whatever happens.
    """
    try:
        checked = spec_from_data(spec)
    except SpecError as error:
        summary = {"state": "failed", "reason": str(error)}
        _send(self.app, FINISH, run=str(spec.get("run")), summary=summary)
        return
    path = _journal_path(checked)
    journal = Journal(path)
    known = set(checked.answered)
    kept = [
        r for r in without_errors(journal.responses()) if r.question_id not in known
    ]
    if kept:
        _send_responses(self.app, checked.run, kept)
    task_id = self.request.id

    def record(responses: Sequence[Response]) -> None:
        _send_responses(self.app, checked.run, responses)

    remaining = checked.model_copy(
        update={"answered": (*checked.answered, *(r.question_id for r in kept))}
    )
    try:
        summary = run(
            remaining,
            keep=journal.append,
            record=record,
            cancelled=lambda: task_id in revoked,
        ).to_data()
    except Exception as error:
        summary = {"state": "failed", "reason": f"worker: {error!r}"}
        _send(self.app, FINISH, run=checked.run, summary=summary)
        raise
    _send(self.app, FINISH, run=checked.run, summary=summary)
    path.unlink(missing_ok=True)


def _journal_path(spec: RunSpec) -> Path:
    """One file for every delivery of the same run, whatever was answered before."""
    order = spec.model_dump(mode="json", exclude={"answered"})
    digest = hashlib.sha256(json.dumps(order, sort_keys=True).encode()).hexdigest()
    return default_cache() / "runs" / f"{digest}.jsonl"


def _send_responses(app: Celery, run_id: str, responses: Sequence[Response]) -> None:
    data = [response_to_data(response) for response in responses]
    _send(app, RECORD, run=run_id, responses=data)


def _send(app: Celery, task: str, **kwargs: object) -> None:
    app.send_task(task, kwargs=kwargs, queue=BACK)
