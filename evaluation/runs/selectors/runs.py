"""Selectors for runs and their responses."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from django.db.models import Count, QuerySet

from core.clock import database_now
from core.domain.texts import _
from core.selectors import get_or_missing
from evaluation.runs.models.runs import Response, Run
from evaluation.runs.selectors.released_questions import (
    default_splits,
    questions_by_split,
    released_items,
    released_questions,
)
from evaluation.runs.states import QUEUED, RUNNING
from projects.models import Project
from releases.records.models import Release
from subtext_runner.journal import replies_by_id
from subtext_runner.messages import ORDERS
from subtext_runner.parameters import RequestParameters
from subtext_runner.records import digest_of, response_from_data

SILENT_FOR = timedelta(minutes=3)
"""Workers report every half minute; after this time without one they count as dead."""


def list_runs(project: Project, *, version: str = "") -> QuerySet[Run]:
    """Return the runs of ``project``, of one release version or of all."""
    runs = Run.objects.filter(project=project).select_related(
        "release__protocol_version"
    )
    return runs.filter(release__version=version) if version else runs


def get_run(project: Project, run_id: int) -> Run:
    """Return one run. Raises NotFoundError."""
    return get_or_missing(
        list_runs(project).filter(pk=run_id), _("This project has no such run.")
    )


def run_under_way(
    release: Release,
    *,
    model: str,
    backend: str,
    setting: str,
    seed: int,
    parameters: RequestParameters,
    judges: Run | None = None,
) -> Run | None:
    """Return the queued or running run with these properties, or None."""
    return Run.objects.filter(
        release=release,
        model=model,
        backend=backend,
        setting=setting,
        seed=seed,
        parameters_label=parameters.label,
        judges=judges,
        status__in=[QUEUED, RUNNING],
    ).first()


def latest_responses(
    run: Run, question_ids: Collection[str] | None = None
) -> dict[str, Response]:
    """Return the latest response to each question.

    ``question_ids`` limits the questions.
    """
    rows = Response.objects.filter(run=run).order_by("attempt")
    if question_ids is not None:
        rows = rows.filter(question_id__in=question_ids)
    return {row.question_id: row for row in rows}


def replies_of(run: Run, keys: Collection[str] | None = None) -> dict[str, str]:
    """Return the responses of an open task by item, without failed and empty ones.

    ``keys`` limits the items.
    """
    return replies_by_id(
        response_from_data(row.data, where=f"run {run.pk}")
        for row in latest_responses(run, keys).values()
    )


def splits_of_run(
    release: Release, setting: str, chosen: Sequence[str], judges: Run | None
) -> list[str]:
    """Return the splits that a run covers: those ``chosen``, or its default.

    A judge covers those of the run that it ``judges``.
    """
    if judges is not None:
        splits: list[str] = judges.splits
        return splits
    return list(chosen) or default_splits(
        release.protocol, setting, questions_by_split(release)
    )


def covered_ids(
    release: Release, setting: str, splits: Sequence[str], judges: Run | None = None
) -> list[str]:
    """Return the ids that such a run covers: of questions, or of items."""
    if judges is not None:
        return sorted(replies_of(judges))
    task = release.protocol.evaluation.open_task(setting)
    if task is None:
        return list(released_questions(release, splits=splits))
    return [item.key for item in released_items(release, task.only, splits=splits)]


def answered_count(run: Run) -> int:
    """Return how many questions have a response or an error."""
    rows = Response.objects.filter(run=run)
    return rows.values("question_id").distinct().count()


def responses_count(run: Run) -> int:
    """Return how many questions have a response that is no error."""
    return Response.objects.filter(run=run, failed=False).count()


def responses_by_run(runs: Collection[Run]) -> dict[int, int]:
    """Return the ``responses_count`` of each run, by its id; runs without are absent."""
    rows = Response.objects.filter(run__in=runs, failed=False).values("run").order_by()
    return dict(rows.annotate(n=Count("pk")).values_list("run", "n"))


def answered_ids(run: Run) -> list[str]:
    """Return the ids of the questions that need no new call."""
    rows = Response.objects.filter(run=run, failed=False)
    return sorted(rows.values_list("question_id", flat=True))


def responses_digest(run: Run) -> str:
    """Return the SHA-256 of what a finished run answered, to find identical runs.

    Runs that were scored before results recorded it have their responses read.
    """
    recorded: str | None = run.result.get("responses_sha256")
    if recorded:
        return recorded
    return digest_of(
        response_from_data(row.data, where=f"run {run.pk}")
        for row in latest_responses(run).values()
    )


def queue_waited_for(run: Run) -> str | None:
    """Return the queue whose worker a run waits for; None while a worker has it."""
    if run.summary:
        return "default"
    silent_since = database_now() - SILENT_FOR
    if run.status == RUNNING and run.heard_at and run.heard_at > silent_since:
        return None
    return ORDERS
