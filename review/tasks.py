"""The jobs of review."""

from collections.abc import Mapping
from typing import Any

from curation.services.imports import PUBLISHED
from review.services.published_jobs import published_import
from workflow.jobs import JobContext, job


@job(PUBLISHED)
def published_run(context: JobContext) -> Mapping[str, Any]:
    return published_import(job=context.job, progress=context.progress)
