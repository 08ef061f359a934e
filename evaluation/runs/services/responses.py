"""Receiving a run's responses and recording its end."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.broker.messages import RefusedMessageError
from core.clock import database_now
from core.domain.texts import _, read_text
from core.services import Actor, transition
from evaluation.runs.models.runs import Response, Run
from evaluation.runs.selectors.runs import (
    answered_count,
    latest_responses,
    responses_count,
)
from evaluation.runs.states import QUEUED, RUNNING
from subtext_runner import records


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
                record=records.drop_default_fields(records.response_to_data(response)),
            )
        )
    Response.objects.bulk_create(rows, ignore_conflicts=True)
    # While errors are retried, only responses count as progress.
    count = responses_count if run.result else answered_count
    heard_at = database_now() if is_current else run.heard_at
    Run.objects.filter(pk=run.pk).update(heard_at=heard_at, answered=count(run))
    return is_current and run.status == RUNNING


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
