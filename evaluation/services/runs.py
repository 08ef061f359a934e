"""Runs: creating them, sending them to workers, and recording and scoring responses."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery import current_app
from django.db import IntegrityError, transaction
from django.utils import timezone

from evaluation.domain.served_models import ServedModel
from evaluation.domain.states import FINISHED, QUEUED, RUNNING, STALE
from evaluation.models import Backend, Response, Run
from evaluation.runner import records
from evaluation.runner.messages import EXECUTE, ORDERS, sign_message
from evaluation.selectors.endpoints import get_endpoint
from evaluation.selectors.questions import default_splits, questions_by_split
from evaluation.selectors.run_specs import run_spec
from evaluation.selectors.runs import (
    answered_count,
    covered_ids,
    latest_responses,
)
from evaluation.services.columns import count_people
from releases.models import Release
from workflow.clock import database_now
from workflow.domain.texts import _, read_text
from workflow.errors import ConflictError, FieldProblem, InvalidInputError
from workflow.jobs import send_stored_jobs
from workflow.on_demand import on_demand
from workflow.services import Actor, transition
from workflow.workers import live_workers

# These modules load boto3 and sacrebleu, which a web process never needs.
_run_scored: Callable[[Run, dict[str, Any]], dict[str, Any]] = on_demand(
    "evaluation.services.scoring.score_run_responses"
)
_work = on_demand("evaluation.runner.worker.run_evaluation")
_stored = on_demand("evaluation.selectors.stored.StoredRelease")

SILENT_FOR = timedelta(minutes=3)
"""Workers report every half minute; after this time without one they count as dead."""


def create_run(
    *,
    release: Release,
    model: ServedModel,
    setting: str,
    actor: Actor,
    splits: Sequence[str] = (),
    seed: int = 0,
    judges: Run | None = None,
) -> Run:
    """Create a run; a worker of the ``gpu`` queue takes it after the commit.

    ``splits`` defaults to the main split (the test split of the shipped protocols), or
    to all splits for an open task that says so; a judge uses the splits of the run that
    it ``judges``. A preview can be evaluated only without its images, to find questions
    that do not need them (CMMMU, §3.1). Raises InvalidInputError that names what the
    release does not have, ConflictError when the same run is in progress.
    """
    protocol = release.protocol_version.protocol
    way = protocol.evaluation.setting(setting)
    is_blind = way is not None and way.is_blind
    if release.status != "published" and not (
        release.status == "previewed" and is_blind
    ):
        raise InvalidInputError(
            _(
                "Only published releases can be evaluated; a preview only in settings "
                "without images."
            )
        )
    if setting not in protocol.evaluation.ways_of_asking:
        known = ", ".join(protocol.evaluation.ways_of_asking)
        problem = FieldProblem("setting", _("Must be one of {names}.", names=known))
        raise InvalidInputError(
            _("There is no setting {setting!r}.", setting=setting), [problem]
        )
    _require_replies(release, setting, judges)
    if model.backend not in Backend.values:
        known = ", ".join(Backend.values)
        problem = FieldProblem("backend", _("Must be one of {names}.", names=known))
        raise InvalidInputError(
            _("There is no backend {backend!r}.", backend=model.backend), [problem]
        )
    if model.endpoint:
        get_endpoint(release.project, model.endpoint)
    counts = questions_by_split(release)
    chosen = (
        judges.splits
        if judges
        else list(splits) or default_splits(protocol, setting, counts)
    )
    missing = [split for split in chosen if split not in counts]
    if missing:
        problem = FieldProblem(
            "splits", _("Must be one of {names}.", names=", ".join(counts))
        )
        raise InvalidInputError(
            _("There is no split {missing!r}.", missing=missing[0]), [problem]
        )
    try:
        with transaction.atomic():
            run = Run.objects.create(
                project_id=release.project_id,
                release=release,
                model=model.name,
                revision=model.revision,
                backend=model.backend,
                endpoint=model.endpoint,
                base_url=model.base_url,
                by_operator=model.by_operator,
                prompt_price=model.prompt_price,
                completion_price=model.completion_price,
                setting=setting,
                splits=chosen,
                seed=seed,
                judges=judges,
                total=len(covered_ids(release, setting, chosen, judges)),
                heard_at=database_now(),
                requested_by_id=actor.user.pk if actor.user else None,
            )
    except IntegrityError as error:
        raise ConflictError(_("This run is already in progress.")) from error
    transaction.on_commit(lambda: send_run(run=run))
    return run


def create_runs(
    *, release: Release, setting: str, seed: int, **fields: Any
) -> list[Run]:
    """Create the runs of a model in ``setting``: as many as the protocol repeats it.

    Their seeds ascend from ``seed``. ``fields`` and errors are those of ``create_run``.
    """
    task = release.protocol_version.protocol.evaluation.open_task(setting)
    with transaction.atomic():
        return [
            create_run(release=release, setting=setting, seed=seed + number, **fields)
            for number in range(task.repeats if task else 1)
        ]


def _require_replies(release: Release, setting: str, judges: Run | None) -> None:
    """Require a finished run to rate for a judge, and none for any other run."""
    rating = release.protocol_version.protocol.evaluation.rating(setting)
    if rating is None:
        if judges is not None:
            problem = FieldProblem("judges", _("Only a judge model rates another run."))
            raise InvalidInputError(
                _("{setting!r} is not a rating by a judge model.", setting=setting),
                [problem],
            )
        return
    if (
        judges is None
        or judges.release_id != release.pk
        or judges.setting != rating.replies_of
        or judges.status not in (FINISHED, STALE)
    ):
        reason = _(
            "Choose a finished run of {replies_of} on this release.",
            replies_of=rating.replies_of,
        )
        raise InvalidInputError(
            _("A judge model rates responses of a run."),
            [FieldProblem("judges", reason)],
        )


def send_run(*, run: Run) -> None:
    """Send a run to the workers; one whose responses are complete is only scored."""
    if run.summary:
        _queue_scoring(run)
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
        run_in_this_process(run=run)
        return
    send_stored_jobs(
        EXECUTE,
        kwargs=sign_message(EXECUTE, spec),
        queue=ORDERS,
        task_id=_task_id(run),
    )


def _task_id(run: Run) -> str:
    return f"run-{run.pk}-{run.state_version}"


def run_in_this_process(*, run: Run, cache: Path | None = None) -> Run:
    """Execute a run in this process: for commands without a worker."""
    summary = _work(
        records.spec_from_data(run_spec(run)),
        record=lambda batch: record_responses(
            run_id=run.pk, responses=[records.response_to_data(r) for r in batch]
        ),
        cache=cache,
        location=_stored(run.release),
    )
    finish_run(run_id=run.pk, summary=summary._asdict())
    run.refresh_from_db()
    return run


@transaction.atomic
def record_responses(*, run_id: int, responses: Sequence[Mapping[str, Any]]) -> None:
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
                record=records.without_defaults(data),
            )
        )
    Response.objects.bulk_create(rows, ignore_conflicts=True)
    Run.objects.filter(pk=run.pk).update(
        heard_at=database_now(), answered=answered_count(run)
    )


def _queue_scoring(run: Run) -> None:
    if current_app.conf.task_always_eager:
        score_run(run_id=run.pk)
    else:
        send_stored_jobs("evaluation.run_score", args=[run.pk])


def finish_run(*, run_id: int, summary: Mapping[str, Any]) -> bool:
    """Record the end of a run and score it.

    Return False when responses are still missing: messages may overtake each other.
    """
    if not end_run(run_id=run_id, summary=summary):
        return False
    score_run(run_id=run_id)
    return True


@transaction.atomic
def end_run(*, run_id: int, summary: Mapping[str, Any]) -> bool:
    """Record the end of a run; a complete run then needs ``score_run``.

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
            reason=read_text(summary["reason"] or "")
            or _("The worker gave no reason."),
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


def score_run(*, run_id: int) -> None:
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
    count_people(run.release)


def cancel_run(*, run: Run, actor: Actor) -> Run:
    """Cancel a run; its responses are kept, and ``retry_run`` continues it."""
    task_id = _task_id(run)
    transition(run, "cancel", actor=actor, changes={"finished_at": timezone.now()})
    if not current_app.conf.task_always_eager:
        current_app.control.revoke(task_id)
    return run


def retry_run(*, run: Run, actor: Actor) -> Run:
    """Queue a failed or cancelled run again; only unanswered questions are asked."""
    transition(
        run,
        "retry",
        actor=actor,
        changes={"finished_at": None, "heard_at": database_now()},
    )
    transaction.on_commit(lambda: send_run(run=run))
    return run


def dismiss_run(*, run: Run, actor: Actor) -> Run:
    """Leave a failed or cancelled run out of lists; ``retry_run`` brings it back."""
    transition(run, "dismiss", actor=actor)
    return run


def requeue_stale_runs() -> int:
    """Resend runs whose worker died or whose message was lost; return their number.

    A queued run is not lost while a worker is busy with another run, or none is there.
    """
    now = database_now()
    under_way = Run.objects.filter(status__in=[QUEUED, RUNNING])
    silent = under_way.filter(heard_at__lt=now - SILENT_FOR).select_related("release")
    lost = [run for run in silent if run.status == RUNNING]
    busy = under_way.filter(status=RUNNING).count() > len(lost)
    if not lost and not busy and any("gpu" in w.queues for w in live_workers()):
        lost = [run for run in silent if run.status == QUEUED]
    for run in lost:
        Run.objects.filter(pk=run.pk).update(heard_at=now)
        send_run(run=run)
    return len(lost)
