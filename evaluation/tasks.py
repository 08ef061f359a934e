"""Messages from the evaluation workers, and the take-up of silent runs."""

from typing import Any

from celery import Task, shared_task
from django.db import OperationalError, transaction

from core.broker.tasks import RowId
from core.selectors import require_row
from core.workers import record_worker
from evaluation.dispatch.services import runs
from evaluation.runs.models.runs import Run
from evaluation.runs.services import responses
from evaluation.runs.services.received_messages import (
    claim_message,
    forget_old_messages,
)
from evaluation.scores.services import run_scoring
from subtext_runner.messages import ALIVE, FINISH, RECORD, verify_message

# Responses were paid for: a database that does not answer is asked again.
_PERSISTENT: dict[str, Any] = {
    "autoretry_for": (OperationalError,),
    "retry_backoff": True,
    "retry_backoff_max": 30,
    "max_retries": None,
}


@shared_task(name=RECORD, **_PERSISTENT)
def record_responses(body: str, signature: str) -> None:
    message = verify_message(RECORD, body, signature)
    run_id = int(message.content["run"])
    require_row(Run.objects.all(), run_id)
    with transaction.atomic():
        claim_message(message)
        goes_on = responses.record_responses(
            run_id=run_id,
            responses=message.content["responses"],
            attempt=message.attempt,
        )
    if not goes_on and message.attempt is not None:
        runs.stop_worker(run_id=run_id, attempt=message.attempt)


@shared_task(name=FINISH, bind=True, **_PERSISTENT)
def finish_run(self: "Task[..., None]", body: str, signature: str) -> None:
    message = verify_message(FINISH, body, signature)
    run_id = int(message.content["run"])
    require_row(Run.objects.all(), run_id)
    with transaction.atomic():
        claim_message(message)
        ended = responses.end_run(
            run_id=run_id,
            summary=message.content["summary"],
            attempt=message.attempt,
        )
        if not ended:
            # Batches of responses may still be behind this message.
            raise self.retry(countdown=2, max_retries=60)
    runs.queue_scoring(run_id=run_id)


@shared_task(name=ALIVE)
def record_evaluation_worker(body: str, signature: str) -> None:
    message = verify_message(ALIVE, body, signature)
    with transaction.atomic():
        claim_message(message)
        # It does one run at a time.
        record_worker(
            message.content["name"],
            queues=message.content["queues"],
            processes=1,
            runs=message.content.get("runs"),
        )


@shared_task(name="evaluation.run_score", **_PERSISTENT)
def run_score(run_id: RowId) -> None:
    require_row(Run.objects.all(), run_id)
    run_scoring.score_run(run_id=run_id)


@shared_task(name="evaluation.runs_take_up")
def runs_take_up() -> None:
    runs.requeue_stale_runs()
    forget_old_messages()
