"""Runs: creating them, sending them to workers, cancelling and continuing them."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from celery import current_app
from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from core.clock import database_now
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError, unknown_choice
from core.heartbeats import keep_calling
from core.jobs import send_stored_jobs
from core.services import Actor, transition
from core.workers import has_worker
from evaluation.dispatch.selectors.endpoints import get_endpoint
from evaluation.dispatch.selectors.run_parameters import run_parameters
from evaluation.dispatch.selectors.run_specs import run_spec
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.runs import Backend, Run
from evaluation.runs.selectors.released_questions import questions_by_split
from evaluation.runs.selectors.runs import SILENT_FOR, covered_ids, splits_of_run
from evaluation.runs.services.responses import record_responses
from evaluation.runs.states import FINISHED, QUEUED, RUNNING, STALE
from evaluation.scores.services.run_scoring import finish_run, score_run
from releases.records.models import Release
from subtext_runner import records
from subtext_runner.cancelling import set_cancel_flag
from subtext_runner.messages import EXECUTE, ORDERS, sign_message
from subtext_runner.parameters import NO_PARAMETERS, RequestParameters

# These modules load boto3, which a web process never needs.
logger = logging.getLogger(__name__)


def create_run(
    *,
    release: Release,
    model: ServedModel,
    setting: str,
    actor: Actor,
    splits: Sequence[str] = (),
    seed: int = 0,
    parameters: RequestParameters = NO_PARAMETERS,
    judges: Run | None = None,
    send: bool = True,
) -> Run:
    """Create a run; a worker of the ``gpu`` queue takes it after the commit.

    ``send=False`` is for a process that does the run itself: a worker that starts later
    would ask and pay for everything again.

    ``splits`` defaults to the main split (the test split of the shipped protocols), or
    to all splits for an open task that says so; a judge uses the splits of the run that
    it ``judges``. ``parameters`` not given are the model card's, else the protocol's. A
    preview can be evaluated only without its images, to find questions
    that do not need them (CMMMU, §3.1). Raises InvalidInputError that names what the
    release does not have, ConflictError when the same run is in progress.
    """
    way = release.protocol.evaluation.setting(setting)
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
    if setting not in release.protocol.evaluation.ways_of_asking:
        raise InvalidInputError(
            _("There is no setting {setting!r}.", setting=setting),
            [unknown_choice("setting", release.protocol.evaluation.ways_of_asking)],
        )
    _require_replies(release, setting, judges)
    if model.backend not in Backend.values:
        raise InvalidInputError(
            _("There is no backend {backend!r}.", backend=model.backend),
            [unknown_choice("backend", Backend.values)],
        )
    if model.endpoint:
        get_endpoint(release.project, model.endpoint)
    own_parameters = run_parameters(release, setting, model, parameters)
    counts = questions_by_split(release)
    chosen = splits_of_run(release, setting, splits, judges)
    missing = [split for split in chosen if split not in counts]
    if missing:
        raise InvalidInputError(
            _("There is no split {missing!r}.", missing=missing[0]),
            [unknown_choice("splits", counts)],
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
                parameters=own_parameters.data(),
                parameters_label=own_parameters.label,
                judges=judges,
                total=len(covered_ids(release, setting, chosen, judges)),
                heard_at=database_now(),
                requested_by_id=actor.user.pk if actor.user else None,
            )
    except IntegrityError as error:
        raise ConflictError(
            _(
                "A run of this model, setting and seed is queued or running on this "
                "release. Wait until it ends, or cancel it."
            )
        ) from error
    if send:
        transaction.on_commit(lambda: send_run(run=run))
    return run


def create_runs(
    *, release: Release, setting: str, seed: int, **fields: Any
) -> list[Run]:
    """Create the runs of a model in ``setting``: as many as the protocol repeats it.

    Their seeds ascend from ``seed``. ``fields`` and errors are those of ``create_run``.
    """
    task = release.protocol.evaluation.open_task(setting)
    with transaction.atomic():
        return [
            create_run(release=release, setting=setting, seed=seed + number, **fields)
            for number in range(task.repeats if task else 1)
        ]


def _require_replies(release: Release, setting: str, judges: Run | None) -> None:
    """Require a finished run to rate for a judge, and none for any other run."""
    rating = release.protocol.evaluation.rating(setting)
    if rating is None:
        if judges is not None:
            raise InvalidInputError(
                _("{setting!r} is not a rating by a judge model.", setting=setting),
                [FieldProblem("judges", _("Only a judge model rates another run."))],
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
        queue_scoring(run_id=run.pk)
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
        kwargs=sign_message(EXECUTE, spec, attempt=run.attempt),
        queue=ORDERS,
    )


def run_in_this_process(*, run: Run, cache: Path | None = None) -> Run:
    """Execute a run in this process: for commands without a worker."""
    # Web processes do without the clients of models.
    from evaluation.runs.selectors.stored_releases import (  # noqa: PLC0415
        StoredRelease,
    )
    from subtext_runner.worker import run_evaluation  # noqa: PLC0415

    if run.summary:
        score_run(run_id=run.pk)
        run.refresh_from_db()
        return run
    record_responses(run_id=run.pk, responses=[])
    with keep_calling(lambda: _hear(run.pk)):
        summary = run_evaluation(
            records.spec_from_data(run_spec(run)),
            record=lambda batch: record_responses(
                run_id=run.pk, responses=[records.response_to_data(r) for r in batch]
            ),
            cache=cache,
            location=StoredRelease(run.release),
        )
    finish_run(run_id=run.pk, summary=summary._asdict())
    run.refresh_from_db()
    return run


def _hear(run_id: int) -> None:
    Run.objects.filter(pk=run_id, status=RUNNING).update(heard_at=database_now())


def queue_scoring(*, run_id: int) -> None:
    """Let a worker score a run that has ended."""
    if current_app.conf.task_always_eager:
        score_run(run_id=run_id)
    else:
        send_stored_jobs("evaluation.run_score", args=[run_id])


def cancel_run(*, run: Run, actor: Actor) -> Run:
    """Cancel a run; its responses are kept, and ``retry_run`` continues it."""
    transition(run, "cancel", actor=actor, changes={"finished_at": timezone.now()})
    attempt = run.attempt
    transaction.on_commit(lambda: stop_worker(run_id=run.pk, attempt=attempt))
    return run


def stop_worker(*, run_id: int, attempt: int) -> None:
    """Tell the worker of an attempt to stop; it looks every second.

    If the broker does not respond, the worker is told at its next report.
    """
    if current_app.conf.task_always_eager:
        return
    try:
        set_cancel_flag(current_app, str(run_id), attempt)
    except BrokerError:
        logger.exception("the broker does not answer: run %s is stopped later", run_id)


def retry_run(*, run: Run, actor: Actor) -> Run:
    """Queue a failed or cancelled run again; only unanswered questions are asked."""
    transition(
        run,
        "retry",
        actor=actor,
        changes={
            "finished_at": None,
            "heard_at": database_now(),
            "attempt": run.attempt + 1,
            "needs_new_run": False,
        },
    )
    transaction.on_commit(lambda: send_run(run=run))
    return run


def dismiss_run(*, run: Run, actor: Actor) -> Run:
    """Leave a failed or cancelled run out of lists; ``retry_run`` brings it back."""
    transition(run, "dismiss", actor=actor)
    return run


def requeue_stale_runs() -> int:
    """Resend runs whose worker died or whose message was lost; return their number.

    A queued run is not lost while a worker is busy with another run, or none is there;
    but one whose responses are complete needs no worker. A running one begins another
    attempt, so that a worker that was only out of reach cannot end it.
    """
    now = database_now()
    under_way = Run.objects.filter(status__in=[QUEUED, RUNNING])
    silent = under_way.filter(heard_at__lt=now - SILENT_FOR).select_related("release")
    lost = [run for run in silent if run.status == RUNNING]
    busy = under_way.filter(status=RUNNING).count() > len(lost)
    waits = bool(lost) or busy or not has_worker(ORDERS)
    queued = [run for run in silent if run.status == QUEUED]
    lost += [run for run in queued if run.summary or not waits]
    for run in lost:
        if run.status == RUNNING:
            run.attempt += 1
        Run.objects.filter(pk=run.pk).update(heard_at=now, attempt=run.attempt)
        send_run(run=run)
    return len(lost)
