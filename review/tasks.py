"""The jobs of review."""

from collections.abc import Mapping
from typing import Any

from curation.services.imports import PUBLISHED
from projects.models import Project
from review.selectors.figures import FIGURES
from review.services.figures import figures_compute
from review.services.published_jobs import published_import
from workflow.jobs import JobContext, job


@job(PUBLISHED)
def published_run(context: JobContext) -> Mapping[str, Any]:
    return published_import(job=context.job, progress=context.progress)


@job(FIGURES)
def figures_run(context: JobContext) -> Mapping[str, Any]:
    project = Project.objects.get(pk=context.job.scope_id)
    return {"stored": figures_compute(project=project, progress=context.progress)}
