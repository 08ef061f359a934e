"""Celery tasks in which workers help with each other's jobs.

Workers load OpenCV, FAISS and SciPy for work that needs them, so tasks import it.
"""

from celery import shared_task

from core.broker.tasks import RowId
from core.models import Job
from core.selectors import require_row
from curation.filters.models import FilterRun
from curation.filters.services.remaining_stages import SEARCH_HELP
from curation.imports.services.requests import IMPORT_HELP, QUEUE


@shared_task(name=IMPORT_HELP, queue=QUEUE)
def help_with_import(job_id: RowId) -> None:
    from curation.imports.services.jobs import help_with_import_job  # noqa: PLC0415

    require_row(Job.objects.all(), job_id)
    if help_with_import_job(job_id=job_id):
        help_with_import.delay(job_id)


@shared_task(name=SEARCH_HELP, queue=QUEUE)
def help_with_search(run_id: RowId) -> None:
    from curation.near_duplicates.services.scan import (  # noqa: PLC0415
        help_duplicate_scan,
    )

    require_row(FilterRun.objects.all(), run_id)
    help_duplicate_scan(run_id=run_id)
