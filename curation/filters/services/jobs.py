"""Jobs that run the stages of curation, and previews of those that measure images.

They are separate from the functions that queue them, because stages load OpenCV and
text engines here.
"""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from core.models import Job
from core.on_demand import import_on_demand
from core.services import Actor, transition_all
from curation.filters.models import FilterRun
from curation.filters.selectors.runs import (
    AutomaticStage,
    filter_runs,
    get_threshold_stage,
    list_active_automatic_stages,
)
from curation.filters.services.measurement import measure_images
from curation.filters.services.promotion import promote_to_screening
from curation.filters.services.runs import get_or_create_run
from curation.filters.services.thresholds import settle_thresholds
from curation.images.models import Image
from curation.stages.base import CollectionStage
from curation.stages.registry import automatic_stages
from projects.access.selectors import get_project_by_id
from projects.models import Project

Progress = Callable[[int, int], None]


def run_filters(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Run the stages of a job and promote images that pass all of them to screening.

    Images that a stage excluded which the protocol does not use any more are restored
    first. Returns by stage what was measured, excluded, restored and left ``untouched``
    because people have worked on it, and how many images ``entered`` screening.
    """
    project = get_project_by_id(job.scope_id)
    result: dict[str, Any] = {"seconds": {}}
    before = 0
    _restore_from_stages_off(project)
    for stage in list_active_automatic_stages(project):
        if stage.id not in job.parameters["stages"]:
            continue
        begun = monotonic()
        run = get_or_create_run(project, job, stage)
        total = 0

        def stage_progress(done: int, todo: int, before: int = before) -> None:
            nonlocal total
            total = todo
            progress(before + done, before + todo)

        counts, untouched = _run_stage(stage, run, stage_progress)
        before += total
        # After a restart this is only the time of the last part.
        run.seconds = round(monotonic() - begun, 3)
        run.counts = {**counts, "untouched": len(untouched)}
        run.save(update_fields=["seconds", "counts"])
        result[stage.id] = {**counts, "untouched": untouched}
        result["seconds"][stage.id] = run.seconds
    result["entered"] = promote_to_screening(project=project)
    return result


def _restore_from_stages_off(project: Project) -> None:
    used = list_active_automatic_stages(project)
    off = [stage.state for stage in automatic_stages() if stage not in used]
    images = Image.objects.filter(project=project, status__in=off)
    transition_all(
        images, "refilter", actor=Actor.system(), changes={"duplicate_of": None}
    )


def _run_stage(
    stage: AutomaticStage, run: FilterRun, progress: Progress
) -> tuple[dict[str, int], list[Any]]:
    if isinstance(stage, CollectionStage):
        counts, untouched = import_on_demand(stage.run)(run, progress)
        return counts, untouched
    counts = measure_images(run=run, stage=stage, progress=progress)
    settled = settle_thresholds(run=run, stage=stage, actor=Actor.system())
    counts |= {"excluded": settled.excluded, "restored": settled.restored}
    return counts, settled.untouched


def run_stage_preview(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Measure every image for a preview, from stored details where they suffice.

    No image changes its state. Returns the run and the numbers of images measured and
    read.
    """
    begun = monotonic()
    project = get_project_by_id(job.scope_id)
    (stage_id,) = job.parameters["stages"]
    stage = get_threshold_stage(project, stage_id)
    run = get_or_create_run(project, job, stage, preview=True)
    older_previews = filter_runs(project).filter(
        stage=stage.id, preview=True, pk__lt=run.pk
    )
    older_previews.delete()
    run.counts = measure_images(run=run, stage=stage, progress=progress)
    run.seconds = round(monotonic() - begun, 3)
    run.save(update_fields=["counts", "seconds"])
    return {"run": run.pk, **run.counts}
