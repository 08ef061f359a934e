"""Messages from the evaluation workers, and the take-up of silent runs."""

from typing import Any

from celery import Task, shared_task

from evaluation.services import runs


@shared_task(name="evaluation.record_responses")
def record_responses(run: str, responses: list[dict[str, Any]]) -> None:
    runs.responses_record(run_id=int(run), responses=responses)


@shared_task(name="evaluation.finish_run", bind=True, max_retries=60)
def finish_run(self: "Task[..., None]", run: str, summary: dict[str, Any]) -> None:
    # Batches of responses may still be behind this message.
    if not runs.run_finish(run_id=int(run), summary=summary):
        raise self.retry(countdown=2)


@shared_task(name="evaluation.runs_take_up")
def runs_take_up() -> None:
    runs.runs_take_up()
