"""Queueing the stages of curation, which run in one job (``filter_jobs``)."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.jobs import enqueue_job, enqueue_job_after
from core.models import Job
from core.services import Actor
from curation.filters.selectors.runs import list_active_automatic_stages
from curation.filters.services.parameters import checked_parameters
from curation.filters.services.remaining_stages import QUEUE
from curation.images.domain.states import IMPORTED
from curation.images.models import Image
from curation.job_kinds import FILTER
from projects.models import Project


def begin_filters(
    *,
    project: Project,
    stages: Sequence[str] = (),
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    actor: Actor,
) -> Job:
    """Queue stages by their ids, by default all that the protocol uses.

    ``parameters`` of a stage, by its id, default to the current ones. Raises
    InvalidInputError (stages, or the names of parameters), and ConflictError when stages
    are running.
    """
    used = {stage.id: stage for stage in list_active_automatic_stages(project)}
    stages = stages or list(used)
    parameters = parameters or {}
    if not {*stages, *parameters} <= set(used):
        problem = FieldProblem(
            "stages", _("Must be from {used}.", used=", ".join(used))
        )
        raise InvalidInputError(_("The protocol does not use these stages."), [problem])
    for stage_id, values in parameters.items():
        checked_parameters(
            project, used[stage_id], values, within=f"parameters.{stage_id}."
        )
    return enqueue_job(
        kind=FILTER,
        queue=QUEUE,
        scope_id=project.pk,
        actor=actor,
        parameters={
            "stages": [stage_id for stage_id in used if stage_id in stages],
            "parameters": {key: {**values} for key, values in parameters.items()},
        },
    )


def begin_filters_after_import(project: Project) -> Job | None:
    """Queue all stages with the current parameters if images wait for them.

    While stages are running, the new job follows theirs: then returns None.
    """
    if not Image.objects.filter(project=project, status=IMPORTED).exists():
        return None
    try:
        return begin_filters(project=project, actor=Actor.system())
    except ConflictError:
        stages = [stage.id for stage in list_active_automatic_stages(project)]
        parameters = {"stages": stages, "parameters": {}}
        follows = enqueue_job_after(
            kind=FILTER, scope_id=project.pk, parameters=parameters
        )
        # The running job may have ended just now.
        return None if follows else begin_filters_after_import(project)
