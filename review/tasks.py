"""The jobs of review."""

from collections.abc import Mapping
from typing import Any

from celery import shared_task

from curation.services.imports import PUBLISHED
from projects.models import Project
from review.selectors.figures import FIGURES
from review.services.figures import compute_figures
from review.services.published_jobs import import_published
from review.services.rounds import advance_automatic_rounds
from workflow.jobs import JobContext, job


@job(PUBLISHED)
def published_run(context: JobContext) -> Mapping[str, Any]:
    return import_published(job=context.job, progress=context.progress)


@job(FIGURES)
def figures_run(context: JobContext) -> Mapping[str, Any]:
    project = Project.objects.get(pk=context.job.scope_id)
    return {"stored": compute_figures(project=project, progress=context.progress)}


@shared_task(name="review.rounds_advance")
def rounds_advance() -> int:
    return advance_automatic_rounds()
