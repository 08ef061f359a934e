"""Running the filters one after another, as one job."""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any

from curation.domain.states import IMPORTED
from curation.models.filters import FilterRun
from curation.models.images import Image
from curation.selectors.filters import DUPLICATES, STAGES, TEXT
from curation.services.clusters import duplicates_settle
from curation.services.images import images_let_through
from curation.services.pending import KIND
from curation.services.released import released_compare
from curation.services.runs import run_of
from curation.services.searching import duplicates_measure
from curation.services.text_area import text_measure, text_settle
from projects.models import Project
from projects.selectors import project_of
from workflow.errors import FieldProblem, Invalid
from workflow.jobs import job_enqueue
from workflow.models import Job
from workflow.services import Actor

Progress = Callable[[int, int], None]


def filters_begin(
    *,
    project: Project,
    stages: Sequence[str],
    radius: int | None = None,
    threshold: float | None = None,
    actor: Actor,
) -> Job:
    """Queue the filters of ``stages``; what is not given is as the project has it.

    Raises Invalid (stages, radius, threshold), Conflict when filters are running.
    """
    problems = []
    if not stages or not set(stages) <= set(STAGES):
        problems.append(FieldProblem("stages", f"Some of {', '.join(STAGES)}."))
    if radius is not None and not 0 <= radius <= 32:
        problems.append(FieldProblem("radius", "From 0 to 32 bits."))
    if threshold is not None and not 0 < threshold <= 1:
        problems.append(FieldProblem("threshold", "Above 0, at most 1."))
    if problems:
        raise Invalid("The filters cannot run so.", problems)
    return job_enqueue(
        kind=KIND,
        scope_id=project.pk,
        actor=actor,
        parameters={
            "stages": [stage for stage in STAGES if stage in stages],
            "radius": radius,
            "threshold": threshold,
        },
    )


def filters_run(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Do it: measure what has not been measured, move what has to move, and let what
    passed every filter into screening.

    Returns by stage what was measured, excluded, restored and left ``untouched``
    because people have worked on it, and how many ``entered`` screening.
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
        # A run that was taken up again keeps the time of its last part only.
        run.seconds = round(monotonic() - begun, 3)
        run.counts = {**counts, "untouched": len(untouched)}
        run.save(update_fields=["seconds", "counts"])
        result[stage] = {**counts, "untouched": untouched}
        result["seconds"][stage] = run.seconds
    waiting = Image.objects.filter(project=project, status=IMPORTED)
    result["entered"] = images_let_through(images=list(waiting), actor=Actor.system())
    return result


def _run_duplicates(
    run: FilterRun, progress: Progress
) -> tuple[dict[str, int], list[Any]]:
    released = released_compare(run=run, progress=progress)
    counts = duplicates_measure(run=run, progress=progress)
    settled = duplicates_settle(run=run, actor=Actor.system())
    counts |= {
        "excluded": settled.excluded,
        "restored": settled.restored,
        "released": released,
    }
    return counts, settled.untouched


def _run_text(run: FilterRun, progress: Progress) -> tuple[dict[str, int], list[Any]]:
    counts = text_measure(run=run, progress=progress)
    settled = text_settle(run=run, actor=Actor.system())
    counts |= {"excluded": settled.excluded, "restored": settled.restored}
    return counts, settled.untouched


_STAGES: Mapping[
    str, Callable[[FilterRun, Progress], tuple[dict[str, int], list[Any]]]
] = {DUPLICATES: _run_duplicates, TEXT: _run_text}
