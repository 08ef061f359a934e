"""Figures over a whole project: compute them and keep them current."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.utils import timezone

from projects.models import Project
from review.job_kinds import FIGURES
from review.models import StoredFigures
from review.selectors.figures import (
    FiguresState,
    compute_named_figures,
    figure_names,
    figures_are_due,
    project_position,
)
from workflow.errors import ConflictError
from workflow.job_kinds import Progress
from workflow.jobs import enqueue_job
from workflow.models import Job, JobStatus
from workflow.services import Actor


def queue_figures_if_due(*, project: Project, state: FiguresState) -> None:
    """Queue a job that computes the project's figures again, if that is due.

    Called when someone reads them, so a project that nobody views computes nothing.
    """
    if not figures_are_due(project, state):
        return
    # Only the latest job is kept: it says when the next is due, and the table stays
    # small.
    over = Job.objects.filter(kind=FIGURES, scope_id=project.pk)
    over.exclude(status__in=(JobStatus.QUEUED, JobStatus.RUNNING)).delete()
    with suppress(ConflictError):
        enqueue_job(
            kind=FIGURES, scope_id=project.pk, actor=Actor.system(), parameters={}
        )


def run_figures(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Compute all figures of the job's project; return how many were ``stored``."""
    project = Project.objects.get(pk=job.scope_id)
    return {"stored": compute_figures(project=project, progress=progress)}


def compute_figures(*, project: Project, progress: Callable[[int, int], None]) -> int:
    """Compute all figures of a project and store them together. Returns their number.

    ``position`` is read first, so changes made during the computation outdate the
    figures.
    """
    position, as_of = project_position(project), timezone.now()
    names = figure_names(project)
    rows = []
    for name, data in compute_named_figures(project, names):
        rows.append(
            StoredFigures(
                project=project, name=name, position=position, as_of=as_of, data=data
            )
        )
        progress(len(rows), len(names))
    with transaction.atomic():
        StoredFigures.objects.filter(project=project).delete()
        StoredFigures.objects.bulk_create(rows)
    return len(rows)
