"""Celery tasks in which workers help with each other's jobs."""

from celery import shared_task

from curation.models.filters import FilterRun
from curation.services.imports import IMPORT_HELP, QUEUE
from curation.services.remaining_filters import SEARCH_HELP
from workflow.broker.tasks import RowId
from workflow.models import Job
from workflow.on_demand import on_demand
from workflow.selectors import require_row

# Workers load OpenCV, FAISS and SciPy for work that needs them.
_help_import = on_demand("curation.services.import_jobs.help_import")
_help_duplicate_scan = on_demand("curation.services.duplicate_scan.help_duplicate_scan")


@shared_task(name=IMPORT_HELP, queue=QUEUE)
def help_with_import(job_id: RowId) -> None:
    require_row(Job.objects.all(), job_id)
    if _help_import(job_id=job_id):
        help_with_import.delay(job_id)


@shared_task(name=SEARCH_HELP, queue=QUEUE)
def help_with_search(run_id: RowId) -> None:
    require_row(FilterRun.objects.all(), run_id)
    _help_duplicate_scan(run_id=run_id)
