"""Figures over a whole project: compute them and keep them current."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.job_kinds import Progress
from core.models import Job
from projects.models import Project
from review.progress.selectors.figures import (
    compute_named_figures,
    figure_names,
    project_position,
)
from review.stored_statistics.models import StoredFigures


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
