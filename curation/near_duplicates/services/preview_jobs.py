"""The job that compares images for a preview of near-duplicates."""

from collections.abc import Mapping
from time import monotonic
from typing import Any

from django.db import transaction

from core.job_kinds import Progress
from core.models import Job
from curation.filters.models import Change, FilterChange
from curation.filters.services.runs import get_or_create_run
from curation.near_duplicates.domain.stage import NearDuplicates
from curation.near_duplicates.selectors.clusters import duplicates_changes
from curation.near_duplicates.services.scan import measure_duplicates
from projects.access.selectors import get_project_by_id

_CHUNK = 500


def run_preview(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Measure for a preview of near-duplicates and list its changes.

    No image changes its state. Returns the counts, which are also stored in the run.
    """
    begun = monotonic()
    run = get_or_create_run(
        get_project_by_id(job.scope_id), job, NearDuplicates(), preview=True
    )
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
