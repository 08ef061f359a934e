"""The jobs of curation."""

from collections.abc import Mapping
from typing import Any

from celery import shared_task

from curation.services.filter_jobs import filters_run, preview_run, text_preview_run
from curation.services.import_jobs import images_import, import_help
from curation.services.importing.shifts import HELP
from curation.services.imports import KIND as IMPORT
from curation.services.imports import QUEUE
from curation.services.pending import KIND as FILTER
from curation.services.previews import KIND as PREVIEW
from curation.services.searching import HELP as SEARCH_HELP
from curation.services.searching import search_help
from curation.services.text_previews import KIND as TEXT_PREVIEW
from workflow.jobs import JobContext, job


@job(IMPORT)
def import_run(context: JobContext) -> Mapping[str, Any]:
    return images_import(job=context.job, progress=context.progress)


@shared_task(name=HELP, queue=QUEUE)
def help_with_import(job_id: int) -> None:
    if import_help(job_id=job_id):
        help_with_import.delay(job_id)


@shared_task(name=SEARCH_HELP, queue=QUEUE)
def help_with_search(run_id: int) -> None:
    search_help(run_id=run_id)


@job(FILTER)
def filter_run(context: JobContext) -> Mapping[str, Any]:
    return filters_run(job=context.job, progress=context.progress)


@job(PREVIEW)
def preview(context: JobContext) -> Mapping[str, Any]:
    return preview_run(job=context.job, progress=context.progress)


@job(TEXT_PREVIEW)
def text_preview(context: JobContext) -> Mapping[str, Any]:
    return text_preview_run(job=context.job, progress=context.progress)
