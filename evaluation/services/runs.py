"""Runs: creating them, sending them to workers, and recording and scoring responses."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery import current_app
from django.db import IntegrityError, transaction
from django.utils import timezone

from evaluation.domain.states import FINISHED, QUEUED, RUNNING, STALE
from evaluation.models import Backend, Response, Run
from evaluation.runner import records
from evaluation.runner.messages import EXECUTE, ORDERS, signed
from evaluation.selectors.endpoints import endpoint_of, get_endpoint
from evaluation.selectors.questions import questions_by_split
from evaluation.selectors.runs import (
    answered_count,
    answered_ids,
    asked_about,
    latest_responses,
    replies_of,
)
from releases.models import Release
from releases.selectors.files import release_uri
from workflow.clock import database_now
from workflow.errors import ConflictError, FieldProblem, InvalidInputError
from workflow.jobs import send_kept, workers_seen
from workflow.on_demand import on_demand
from workflow.services import Actor, transition

# These modules load boto3 and sacrebleu, which a web process never needs.
_run_scored: Callable[[Run, dict[str, Any]], dict[str, Any]] = on_demand(
    "evaluation.services.scoring.score_run_responses"
)
_work = on_demand("evaluation.runner.worker.run")
_stored = on_demand("evaluation.selectors.stored.StoredRelease")

SILENT_FOR = timedelta(minutes=3)
"""Workers report every half minute; after this time without one they count as dead."""


def run_create(
    *,
    release: Release,
    model: str,
    backend: str,
    setting: str,
    actor: Actor,
    endpoint: str = "",
    base_url: str = "",
    by_operator: bool = False,
    revision: str = "",
    splits: Sequence[str] = (),
    seed: int = 0,
    prompt_price: float | None = None,
    completion_price: float | None = None,
    judges: Run | None = None,
) -> Run:
    """Create a run; a worker of the ``gpu`` queue takes it after the commit.

    ``splits`` defaults to the main split (the test split of the shipped protocols); a
    judge uses the splits of the run that it ``judges``. A served model is called at the
    operator's ``endpoint``. A ``base_url`` is only called if it is one of the
    operator's endpoints or was entered ``by_operator``. Raises InvalidInputError that
    names what the release does not have, ConflictError when the same run is in
    progress.
    """
    protocol = release.protocol_version.protocol
    if release.status != "published":
        raise InvalidInputError("Only published releases can be evaluated.")
    if setting not in protocol.evaluation.ways_of_asking:
        known = ", ".join(protocol.evaluation.ways_of_asking)
        problem = FieldProblem("setting", f"Must be one of {known}.")
        raise InvalidInputError(f"There is no setting {setting!r}.", [problem])
    _require_replies(release, setting, judges)
    if backend not in Backend.values:
        known = ", ".join(Backend.values)
        problem = FieldProblem("backend", f"Must be one of {known}.")
        raise InvalidInputError(f"There is no backend {backend!r}.", [problem])
    if endpoint:
        get_endpoint(release.project, endpoint)
    chosen = judges.splits if judges else list(splits) or [protocol.release.main_split]
    counts = questions_by_split(release)
    missing = [split for split in chosen if split not in counts]
    if missing:
        problem = FieldProblem("splits", f"Must be one of {', '.join(counts)}.")
        raise InvalidInputError(f"There is no split {missing[0]!r}.", [problem])
    try:
        with transaction.atomic():
            run = Run.objects.create(
                project_id=release.project_id,
                release=release,
                model=model,
                revision=revision,
                backend=backend,
                endpoint=endpoint,
                base_url=base_url,
                by_operator=by_operator,
                prompt_price=prompt_price,
                completion_price=completion_price,
                setting=setting,
                splits=chosen,
                seed=seed,
                judges=judges,
                total=len(asked_about(release, setting, chosen, judges)),
                heard_at=database_now(),
                requested_by_id=actor.user.pk if actor.user else None,
            )
    except IntegrityError as error:
        raise ConflictError("This run is already in progress.") from error
    transaction.on_commit(lambda: run_send(run=run))
    return run


def _require_replies(release: Release, setting: str, judges: Run | None) -> None:
    """Require a finished run to rate for a judge, and none for any other run."""
    rating = release.protocol_version.protocol.evaluation.rating(setting)
    if rating is None:
        if judges is not None:
            problem = FieldProblem("judges", "Only a judge model rates another run.")
            raise InvalidInputError(
                f"{setting!r} is not a rating by a judge model.", [problem]
            )
        return
    if (
        judges is None
        or judges.release_id != release.pk
        or judges.setting != rating.replies_of
        or judges.status not in (FINISHED, STALE)
    ):
        reason = f"Choose a finished run of {rating.replies_of} on this release."
        raise InvalidInputError(
            "A judge model rates responses of a run.", [FieldProblem("judges", reason)]
        )


def run_spec(run: Run) -> dict[str, Any]:
    """Return the message to the worker, with all it needs (evaluation.runner.records).

    Raises InvalidInputError when the project may not use the run's endpoint.
    """
    endpoint = endpoint_of(run)
    served = endpoint and {
        "base_url": endpoint.address,
        "api_key_variable": endpoint.key_variable,
    }
    return {
        "run": str(run.pk),
        "release": {
            "uri": release_uri(run.release),
            "sha256": run.release.manifest_sha256,
        },
        "model": {
            "name": run.model,
            "backend": run.backend,
            "revision": run.revision or None,
            "prompt_price": run.prompt_price,
            "completion_price": run.completion_price,
            **(served or {}),
        },
        "setting": run.setting,
        "judged": _judged(run),
        "splits": run.splits,
        "seed": run.seed,
        "temperature": 0,
        "answered": answered_ids(run),
    }


def _judged(run: Run) -> dict[str, Any] | None:
    if run.judges is None:
        return None
    said = run.judges
    return {
        "what": f"{said.model}, {said.setting}, run {said.pk}",
        "replies": replies_of(said),
    }


def run_send(*, run: Run) -> None:
    """Send a run to the workers; one whose responses are complete is only scored."""
    if run.summary:
        _send_to_be_scored(run)
        return
    try:
        spec = run_spec(run)
    except InvalidInputError as problem:
        transition(
            run,
            "fail",
            actor=Actor.system(),
            reason=problem.detail,
            changes={"finished_at": timezone.now()},
        )
        return
    if current_app.conf.task_always_eager:
        run_here(run=run)
        return
    send_kept(
        EXECUTE,
        kwargs=signed(EXECUTE, spec),
        queue=ORDERS,
        task_id=_task_id(run),
    )


def _task_id(run: Run) -> str:
    return f"run-{run.pk}-{run.state_version}"


def run_here(*, run: Run, cache: Path | None = None) -> Run:
    """Execute a run in this process: for commands without a worker."""
    summary = _work(
        records.spec_from_data(run_spec(run)),
        record=lambda batch: responses_record(
            run_id=run.pk, responses=[records.response_to_data(r) for r in batch]
        ),
        cache=cache,
        location=_stored(run.release),
    )
    run_finish(run_id=run.pk, summary=summary._asdict())
    run.refresh_from_db()
    return run


@transaction.atomic
def responses_record(*, run_id: int, responses: Sequence[Mapping[str, Any]]) -> None:
    """Store a batch of responses unchanged; a batch that arrives twice is stored once.

    An empty batch reports that a worker is busy with the run.
    """
    # Process one message at a time: if two began a run, one would lose its responses.
    run = Run.objects.select_for_update().get(pk=run_id)
    if run.status == QUEUED:
        transition(
            run,
            "begin",
            actor=Actor.system(),
            changes={"started_at": timezone.now()},
        )
    known = latest_responses(run, [data["question_id"] for data in responses])
    rows = []
    for data in responses:
        earlier = known.get(data["question_id"])
        if earlier is not None and not earlier.failed:
            continue
        rows.append(
            Response(
                run=run,
                question_id=data["question_id"],
                attempt=earlier.attempt + 1 if earlier else 1,
                failed=data.get("error") is not None,
                record=dict(data),
            )
        )
    Response.objects.bulk_create(rows, ignore_conflicts=True)
    Run.objects.filter(pk=run.pk).update(
        heard_at=database_now(), answered=answered_count(run)
    )


def _send_to_be_scored(run: Run) -> None:
    if current_app.conf.task_always_eager:
        run_score(run_id=run.pk)
    else:
        send_kept("evaluation.run_score", args=[run.pk])


def run_finish(*, run_id: int, summary: Mapping[str, Any]) -> bool:
    """Record the end of a run and score it.

    Return False when responses are still missing: messages may overtake each other.
    """
    if not run_end(run_id=run_id, summary=summary):
        return False
    run_score(run_id=run_id)
    return True


@transaction.atomic
def run_end(*, run_id: int, summary: Mapping[str, Any]) -> bool:
    """Record the end of a run; a complete run then needs ``run_score``.

    Return False when responses are still missing.
    """
    run = Run.objects.select_for_update().get(pk=run_id)
    if run.status not in (QUEUED, RUNNING):
        return True
    now = timezone.now()
    if summary["state"] == "failed":
        transition(
            run,
            "fail",
            actor=Actor.system(),
            reason=summary["reason"] or "The worker gave no reason.",
            changes={"finished_at": now},
        )
        return True
    if summary["state"] == "cancelled":
        transition(run, "cancel", actor=Actor.system(), changes={"finished_at": now})
        return True
    if answered_count(run) < run.total:
        return False
    Run.objects.filter(pk=run.pk).update(summary=dict(summary), heard_at=database_now())
    return True


def run_score(*, run_id: int) -> None:
    """Score a run that has ended, without holding a database lock meanwhile.

    A run that was cancelled or scored in the meantime does not change.
    """
    run = Run.objects.select_related("release").get(pk=run_id)
    if run.status not in (QUEUED, RUNNING) or not run.summary:
        return
    changes: dict[str, Any] = {}
    try:
        result = _run_scored(run, run.summary["provenance"])
        changes["answered"] = run.total
        changes["result"] = {**result, "seconds": run.summary["seconds"]}
        edge, reason = "finish", ""
    except ConflictError as problem:
        edge, reason = "fail", problem.detail
    with transaction.atomic():
        now = Run.objects.select_for_update().get(pk=run.pk)
        if now.state_version == run.state_version:
            changes["finished_at"] = timezone.now()
            transition(run, edge, actor=Actor.system(), reason=reason, changes=changes)


def run_cancel(*, run: Run, actor: Actor) -> Run:
    """Cancel a run; its responses are kept, and ``run_retry`` continues it."""
    task_id = _task_id(run)
    transition(run, "cancel", actor=actor, changes={"finished_at": timezone.now()})
    if not current_app.conf.task_always_eager:
        current_app.control.revoke(task_id)
    return run


def run_retry(*, run: Run, actor: Actor) -> Run:
    """Queue a failed or cancelled run again; only unanswered questions are asked."""
    transition(
        run,
        "retry",
        actor=actor,
        changes={"finished_at": None, "heard_at": database_now()},
    )
    transaction.on_commit(lambda: run_send(run=run))
    return run


def runs_take_up() -> int:
    """Resend runs whose worker died or whose message was lost; return their number.

    A queued run is not lost while a worker is busy with another run, or none is there.
    """
    now = database_now()
    under_way = Run.objects.filter(status__in=[QUEUED, RUNNING])
    silent = under_way.filter(heard_at__lt=now - SILENT_FOR).select_related("release")
    lost = [run for run in silent if run.status == RUNNING]
    busy = under_way.filter(status=RUNNING).count() > len(lost)
    if not lost and not busy and any("gpu" in w.queues for w in workers_seen()):
        lost = [run for run in silent if run.status == QUEUED]
    for run in lost:
        Run.objects.filter(pk=run.pk).update(heard_at=now)
        run_send(run=run)
    return len(lost)
