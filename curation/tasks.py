"""Celery tasks in which workers help with each other's jobs."""

from celery import shared_task

from core.broker.tasks import RowId
from core.models import Job
from core.on_demand import on_demand
from core.selectors import require_row
from curation.filters.models import FilterRun
from curation.filters.services.remaining_stages import SEARCH_HELP
from curation.imports.services.requests import IMPORT_HELP, QUEUE

# Workers load OpenCV, FAISS and SciPy for work that needs them.
_help_import = on_demand("curation.imports.services.jobs.help_import")
_help_duplicate_scan = on_demand(
    "curation.near_duplicates.services.scan.help_duplicate_scan"
)


@shared_task(name=IMPORT_HELP, queue=QUEUE)
def help_with_import(job_id: RowId) -> None:
    require_row(Job.objects.all(), job_id)
    if _help_import(job_id=job_id):
        help_with_import.delay(job_id)


@shared_task(name=SEARCH_HELP, queue=QUEUE)
def help_with_search(run_id: RowId) -> None:
    require_row(FilterRun.objects.all(), run_id)
    _help_duplicate_scan(run_id=run_id)
