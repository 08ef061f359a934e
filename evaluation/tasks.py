"""Jobs, messages from the evaluation workers, and the take-up of silent runs."""

from collections.abc import Mapping
from typing import Any

from celery import Task, shared_task
from django.db import OperationalError

from evaluation.runner.messages import FINISH, RECORD, verify_message
from evaluation.services import runs
from evaluation.services.site_builds import build_site
from evaluation.services.site_jobs import SITE
from workflow.jobs import JobContext, job


# Responses were paid for: a database that does not answer is asked again.
@shared_task(
    name=RECORD,
    autoretry_for=(OperationalError,),
    retry_backoff=True,
    retry_backoff_max=30,
    max_retries=None,
)
def record_responses(body: str, signature: str) -> None:
    content = verify_message(RECORD, body, signature)
    runs.record_responses(run_id=int(content["run"]), responses=content["responses"])


@shared_task(
    name=FINISH,
    bind=True,
    autoretry_for=(OperationalError,),
    retry_backoff=True,
    retry_backoff_max=30,
    max_retries=None,
)
def finish_run(self: "Task[..., None]", body: str, signature: str) -> None:
    content = verify_message(FINISH, body, signature)
    # Batches of responses may still be behind this message.
    if not runs.finish_run(run_id=int(content["run"]), summary=content["summary"]):
        raise self.retry(countdown=2, max_retries=60)


@shared_task(name="evaluation.run_score")
def run_score(run_id: int) -> None:
    runs.score_run(run_id=run_id)


@shared_task(name="evaluation.runs_take_up")
def runs_take_up() -> None:
    runs.requeue_stale_runs()


@job(SITE)
def build_site_job(context: JobContext) -> Mapping[str, Any]:
    return build_site(context)
