"""Scoring a run when its responses are complete."""

import json
import logging
from collections.abc import Mapping
from typing import Any

from django.db import OperationalError, transaction
from django.utils import timezone

from core.domain.texts import _
from core.errors import ConflictError
from core.selectors import list_entries_of_object
from core.services import Actor, transition
from evaluation.runs.models.runs import Run
from evaluation.runs.services.responses import end_run
from evaluation.runs.states import FINISHED, QUEUED, RUNNING, STALE
from evaluation.scores.services.outcome_arrays import count_people
from subtext_runner.errors import RunnerError

# This module loads sacrebleu, which a web process never needs.
_logger = logging.getLogger(__name__)


def finish_run(*, run_id: int, summary: Mapping[str, Any]) -> bool:
    """Record the end of a run and score it.

    Return False when responses are still missing: messages may overtake each other.
    """
    if not end_run(run_id=run_id, summary=summary):
        return False
    score_run(run_id=run_id)
    return True


def score_run(*, run_id: int) -> None:
    """Score a run that has ended, without holding a database lock meanwhile.

    A run that was cancelled or scored in the meantime does not change. Any problem but
    a database that does not answer fails the run; ``retry_run`` scores it again.
    """
    run = Run.objects.select_related("release").get(pk=run_id)
    if run.status not in (QUEUED, RUNNING) or not run.summary:
        return
    # It loads SciPy, which web processes do without.
    from evaluation.scores.services.response_scoring import (  # noqa: PLC0415
        score_run_responses,
    )

    changes: dict[str, Any] = {}
    try:
        scored = score_run_responses(run, run.summary["provenance"])
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
            if (
                run.status == FINISHED
                and list_entries_of_object(run).filter(target=STALE).exists()
            ):
                transition(run, "supersede", actor=Actor.system())
    count_people(run.release)
