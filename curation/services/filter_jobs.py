"""Jobs that run the filters and their previews.

They are separate from the functions that queue them, because this module loads OpenCV
and the text engine.
"""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from django.db import transaction

from curation.models.filters import Change, FilterChange, FilterRun
from curation.selectors.duplicates import duplicates_changes
from curation.selectors.filters import DUPLICATES, TEXT, filter_runs
from curation.services.clusters import settle_duplicates
from curation.services.duplicate_scan import measure_duplicates
from curation.services.images import promote_to_screening
from curation.services.released_comparison import compare_with_released
from curation.services.runs import run_of
from curation.services.text_area import settle_text_area
from curation.services.text_measurement import measure_text_area
from projects.selectors import project_of
from workflow.models import Job
from workflow.services import Actor

Progress = Callable[[int, int], None]
_CHUNK = 500


def run_filters(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Run the filters of a job and promote images that pass all of them to screening.

    Returns by stage what was measured, excluded, restored and left ``untouched``
    because people have worked on it, and how many images ``entered`` screening.
    """
    project = project_of(job.scope_id)
    result: dict[str, Any] = {"seconds": {}}
    before = 0
    for stage in job.parameters["stages"]:
        begun = monotonic()
        run = run_of(project, job, stage)
        total = 0

        def stage_progress(done: int, todo: int, before: int = before) -> None:
            nonlocal total
            total = todo
            progress(before + done, before + todo)

        counts, untouched = _STAGES[stage](run, stage_progress)
        before += total
        # After a restart this is only the time of the last part.
        run.seconds = round(monotonic() - begun, 3)
        run.counts = {**counts, "untouched": len(untouched)}
        run.save(update_fields=["seconds", "counts"])
        result[stage] = {**counts, "untouched": untouched}
        result["seconds"][stage] = run.seconds
    result["entered"] = promote_to_screening(project=project)
    return result


def _run_duplicates(
    run: FilterRun, progress: Progress
) -> tuple[dict[str, int], list[Any]]:
    released = compare_with_released(run=run, progress=progress)
    counts = measure_duplicates(run=run, progress=progress)
    settled = settle_duplicates(run=run, actor=Actor.system())
    counts |= {
        "excluded": settled.excluded,
        "restored": settled.restored,
        "released": released,
    }
    return counts, settled.untouched


def _run_text(run: FilterRun, progress: Progress) -> tuple[dict[str, int], list[Any]]:
    counts = measure_text_area(run=run, progress=progress)
    settled = settle_text_area(run=run, actor=Actor.system())
    counts |= {"excluded": settled.excluded, "restored": settled.restored}
    return counts, settled.untouched


_STAGES: Mapping[
    str, Callable[[FilterRun, Progress], tuple[dict[str, int], list[Any]]]
] = {DUPLICATES: _run_duplicates, TEXT: _run_text}


def run_preview(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Measure for a preview of near-duplicates and list its changes.

    No image changes its state. Returns the counts, which are also stored in the run.
    """
    begun = monotonic()
    run = run_of(project_of(job.scope_id), job, DUPLICATES, preview=True)
    counts = measure_duplicates(run=run, progress=progress)
    with transaction.atomic():
        changes = duplicates_changes(run)
        FilterChange.objects.filter(run=run).delete()
        FilterChange.objects.bulk_create(changes, batch_size=_CHUNK)
    kinds = [one.change for one in changes]
    run.counts = {
        **counts,
        **{change.value: kinds.count(change) for change in Change},
    }
    run.seconds = round(monotonic() - begun, 3)
    run.save(update_fields=["counts", "seconds"])
    return {"run": run.pk, **run.counts}


def run_text_preview(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Judge the text of every image for a preview, recognising it only where needed.

    No image changes its state. Returns the run and the numbers of images measured and
    read.
    """
    begun = monotonic()
    project = project_of(job.scope_id)
    run = run_of(project, job, TEXT, preview=True)
    filter_runs(project).filter(stage=TEXT, preview=True, pk__lt=run.pk).delete()
    run.counts = measure_text_area(run=run, progress=progress)
    run.seconds = round(monotonic() - begun, 3)
    run.save(update_fields=["counts", "seconds"])
    return {"run": run.pk, **run.counts}
