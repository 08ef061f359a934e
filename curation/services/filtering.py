"""Queueing the filters, which run one after another in one job (``filter_jobs``)."""

from collections.abc import Sequence

from curation.selectors.filters import STAGES
from curation.services.remaining_filters import KIND, QUEUE
from projects.models import Project
from workflow.errors import FieldProblem, InvalidInputError
from workflow.jobs import enqueue_job
from workflow.models import Job
from workflow.services import Actor


def begin_filters(
    *,
    project: Project,
    stages: Sequence[str],
    radius: int | None = None,
    threshold: float | None = None,
    actor: Actor,
) -> Job:
    """Queue the filters of ``stages``; parameters default to the current ones.

    Raises InvalidInputError (stages, radius, threshold), and ConflictError when filters
    are running.
    """
    problems = []
    if not stages or not set(stages) <= set(STAGES):
        problems.append(FieldProblem("stages", f"Must be from {', '.join(STAGES)}."))
    if radius is not None and not 0 <= radius <= 32:
        problems.append(FieldProblem("radius", "Must be from 0 to 32 bits."))
    if threshold is not None and not 0 < threshold <= 1:
        problems.append(FieldProblem("threshold", "Must be above 0 and at most 1."))
    if problems:
        raise InvalidInputError("The filters cannot run with these settings.", problems)
    return enqueue_job(
        kind=KIND,
        queue=QUEUE,
        scope_id=project.pk,
        actor=actor,
        parameters={
            "stages": [stage for stage in STAGES if stage in stages],
            "radius": radius,
            "threshold": threshold,
        },
    )
