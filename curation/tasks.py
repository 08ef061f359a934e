"""The jobs of curation."""

from collections.abc import Mapping
from typing import Any

from celery import shared_task

from curation.services.duplicate_scan import HELP as SEARCH_HELP
from curation.services.duplicate_scan import help_duplicate_scan
from curation.services.filter_jobs import run_filters, run_preview, run_stage_preview
from curation.services.import_jobs import help_import, import_images
from curation.services.importing.worker_sessions import HELP
from curation.services.imports import KIND as IMPORT
from curation.services.imports import QUEUE
from curation.services.previews import KIND as PREVIEW
from curation.services.remaining_filters import KIND as FILTER
from curation.services.stage_previews import KIND as STAGE_PREVIEW
from workflow.jobs import JobContext, job


@job(IMPORT)
def import_run(context: JobContext) -> Mapping[str, Any]:
    return import_images(job=context.job, progress=context.progress)


@shared_task(name=HELP, queue=QUEUE)
def help_with_import(job_id: int) -> None:
    if help_import(job_id=job_id):
        help_with_import.delay(job_id)


@shared_task(name=SEARCH_HELP, queue=QUEUE)
def help_with_search(run_id: int) -> None:
    help_duplicate_scan(run_id=run_id)


@job(FILTER)
def filter_run(context: JobContext) -> Mapping[str, Any]:
    return run_filters(job=context.job, progress=context.progress)


@job(PREVIEW)
def preview(context: JobContext) -> Mapping[str, Any]:
    return run_preview(job=context.job, progress=context.progress)


@job(STAGE_PREVIEW)
def stage_preview(context: JobContext) -> Mapping[str, Any]:
    return run_stage_preview(job=context.job, progress=context.progress)
