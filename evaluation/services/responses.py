"""Receiving a run's responses, recording its end and scoring it."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import OperationalError, transaction
from django.utils import timezone

from evaluation.domain.states import FINISHED, QUEUED, RUNNING, STALE
from evaluation.models import Response, Run
from evaluation.runner import records
from evaluation.runner.errors import RunnerError
from evaluation.selectors.runs import answered_count, latest_responses, responses_count
from evaluation.services.columns import count_people
from workflow.broker.messages import RefusedMessageError
from workflow.clock import database_now
from workflow.domain.texts import _, read_text
from workflow.errors import ConflictError
from workflow.on_demand import on_demand
from workflow.selectors import life_of
from workflow.services import Actor, transition

# This module loads sacrebleu, which a web process never needs.
_run_scored: Callable[[Run, dict[str, Any]], dict[str, Any]] = on_demand(
    "evaluation.services.scoring.score_run_responses"
)

_logger = logging.getLogger(__name__)


@transaction.atomic
def record_responses(
    *, run_id: int, responses: Sequence[Mapping[str, Any]], attempt: int | None = None
) -> bool:
    """Store a batch of responses; a batch that arrives twice is stored once.

    A response that cannot be read is its question's error. An empty batch reports that
    a worker is busy with the run. Of an ``attempt`` before the current one, answers are
    kept, because they were paid for, but no errors, and it is no sign of life. Returns
    whether the worker should go on with the attempt.
    """
    # Process one message at a time: if two began a run, one would lose its responses.
    run = Run.objects.select_for_update().get(pk=run_id)
    is_current = attempt in (None, run.attempt)
    if run.status == QUEUED and is_current:
        transition(
            run,
            "begin",
            actor=Actor.system(),
            changes={"started_at": timezone.now()},
        )
    received = [
        response
        for data in responses
        if (response := records.received_response(data)) is not None
        and len(response.question_id) <= records.LONGEST_ID
        and (is_current or response.error is None)
    ]
    known = latest_responses(run, [response.question_id for response in received])
    rows = []
    for response in received:
        earlier = known.get(response.question_id)
        if earlier is not None and not earlier.failed:
            continue
        rows.append(
            Response(
                run=run,
                question_id=response.question_id,
                attempt=earlier.attempt + 1 if earlier else 1,
                failed=response.error is not None,
                record=records.without_defaults(records.response_to_data(response)),
            )
        )
    Response.objects.bulk_create(rows, ignore_conflicts=True)
    # While errors are retried, only responses count as progress.
    count = responses_count if run.result else answered_count
    heard_at = database_now() if is_current else run.heard_at
    Run.objects.filter(pk=run.pk).update(heard_at=heard_at, answered=count(run))
    return is_current and run.status == RUNNING


def finish_run(*, run_id: int, summary: Mapping[str, Any]) -> bool:
    """Record the end of a run and score it.

    Return False when responses are still missing: messages may overtake each other.
    """
    if not end_run(run_id=run_id, summary=summary):
        return False
    score_run(run_id=run_id)
    return True


@transaction.atomic
def end_run(
    *, run_id: int, summary: Mapping[str, Any], attempt: int | None = None
) -> bool:
    """Record the end of a run; a complete run then needs ``score_run``.

    Return False when responses are still missing. Raises RefusedMessageError if
    ``attempt`` is not the current one: a later attempt is under way.
    """
    run = Run.objects.select_for_update().get(pk=run_id)
    if attempt not in (None, run.attempt):
        raise RefusedMessageError(
            f"It ends attempt {attempt} of run {run.pk}, whose attempt is "
            f"{run.attempt} now."
        )
    if run.status not in (QUEUED, RUNNING):
        return True
    now = timezone.now()
    if summary["state"] == "failed":
        transition(
            run,
            "fail",
            actor=Actor.system(),
            reason=records.storable_text(read_text(summary["reason"] or ""))
            or _("The worker gave no reason."),
            # Workers of the version before do not say it.
            changes={
                "finished_at": now,
                "needs_new_run": summary.get("needs_new_run", False),
            },
        )
        return True
    if summary["state"] == "cancelled":
        transition(run, "cancel", actor=Actor.system(), changes={"finished_at": now})
        return True
    errors = summary.get("errors", run.total)
    if answered_count(run) < run.total or responses_count(run) + errors < run.total:
        return False
    Run.objects.filter(pk=run.pk).update(summary=dict(summary), heard_at=database_now())
    return True


def score_run(*, run_id: int) -> None:
    """Score a run that has ended, without holding a database lock meanwhile.

    A run that was cancelled or scored in the meantime does not change. Any problem but
    a database that does not answer fails the run; ``retry_run`` scores it again.
    """
    run = Run.objects.select_related("release").get(pk=run_id)
    if run.status not in (QUEUED, RUNNING) or not run.summary:
        return
    changes: dict[str, Any] = {}
    try:
        scored = _run_scored(run, run.summary["provenance"])
        seconds = run.summary["seconds"] + run.result.get("seconds", 0)
        result = {**scored, "seconds": seconds}
        json.dumps(result, allow_nan=False)  # no database holds NaN
        changes = {"answered": run.total, "result": result}
        edge, reason = "finish", ""
    except OperationalError:
        raise
    except (ConflictError, RunnerError) as problem:
        edge, reason = "fail", str(problem)
    except Exception as problem:
        _logger.exception("Scoring of run %s", run.pk)
        edge = "fail"
        reason = _(
            "The responses are complete, but scoring stopped with an unexpected error "
            "({error}). Continue the run to score them again.",
            error=type(problem).__name__,
        )
    with transaction.atomic():
        now = Run.objects.select_for_update().get(pk=run.pk)
        if now.state_version == run.state_version:
            changes["finished_at"] = timezone.now()
            transition(run, edge, actor=Actor.system(), reason=reason, changes=changes)
            if run.status == FINISHED and life_of(run).filter(target=STALE).exists():
                transition(run, "supersede", actor=Actor.system())
    count_people(run.release)
