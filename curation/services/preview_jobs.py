"""The job that compares images for a preview of near-duplicates."""

from collections.abc import Mapping
from time import monotonic
from typing import Any

from django.db import transaction

from curation.models.filters import Change, FilterChange
from curation.selectors.duplicates import duplicates_changes
from curation.services.duplicate_scan import measure_duplicates
from curation.services.runs import run_of
from curation.stages.near_duplicates.stage import NearDuplicates
from projects.selectors import project_of
from workflow.job_kinds import Progress
from workflow.models import Job

_CHUNK = 500


def run_preview(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Measure for a preview of near-duplicates and list its changes.

    No image changes its state. Returns the counts, which are also stored in the run.
    """
    begun = monotonic()
    run = run_of(project_of(job.scope_id), job, NearDuplicates(), preview=True)
    counts = measure_duplicates(run=run, progress=progress)
    with transaction.atomic():
        changes = duplicates_changes(run)
        FilterChange.objects.filter(run=run).delete()
        FilterChange.objects.bulk_create(changes, batch_size=_CHUNK)
    kinds = [change.change for change in changes]
    run.counts = {
        **counts,
        **{change.value: kinds.count(change) for change in Change},
    }
    run.seconds = round(monotonic() - begun, 3)
    run.save(update_fields=["counts", "seconds"])
    return {"run": run.pk, **run.counts}
