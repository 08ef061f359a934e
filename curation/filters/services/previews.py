"""Previews of a stage with other parameters, most of one that measures images."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from core.domain.texts import _
from core.errors import ChangedError, ConflictError, FieldProblem, InvalidInputError
from core.jobs import enqueue_job
from core.models import Job
from core.services import Actor, require_reason
from curation.filters.models import FilterRun, Measurement
from curation.filters.selectors.runs import is_preview_outdated
from curation.filters.services.current_values import store_stage_values
from curation.filters.services.parameters import checked_parameters
from curation.filters.services.remaining_stages import QUEUE
from curation.filters.services.thresholds import (
    enforce_thresholds,
    parameters_with_threshold,
)
from curation.job_kinds import STAGE_PREVIEW
from curation.stages.base import ImageMeasure, ImageStage
from projects.models import Project


def begin_stage_preview(
    *,
    project: Project,
    stage: ImageStage[Any],
    parameters: Mapping[str, Any],
    actor: Actor,
) -> Job:
    """Queue a preview, which replaces one that was not applied.

    Raises InvalidInputError naming the parameters that are not valid, and ConflictError
    when a preview is running.
    """
    problems = [
        FieldProblem(f"parameters.{name}", _("Only the protocol sets this parameter."))
        for name in parameters
        if name not in stage.sliders
    ]
    if problems:
        raise InvalidInputError(_("There is nothing to preview."), problems)
    checked_parameters(project, stage, parameters, within="parameters.")
    return enqueue_job(
        kind=STAGE_PREVIEW,
        queue=QUEUE,
        scope_id=project.pk,
        actor=actor,
        parameters={"stages": [stage.id], "parameters": {stage.id: {**parameters}}},
    )


@transaction.atomic
def apply_stage_preview(
    *,
    run: FilterRun,
    stage: ImageStage[Any],
    measure: ImageMeasure,
    threshold: float,
    reason: str,
    actor: Actor,
) -> FilterRun:
    """Apply a preview's parameters and this threshold.

    They remain current until a person or another protocol changes them. Raises
    InvalidInputError (threshold, reason), and ConflictError when the preview is
    unfinished, applied or older than the last run.
    """
    applied = parameters_with_threshold(run.project, stage, measure, threshold)
    require_reason(reason)
    parameters = {**run.parameters, measure.threshold: applied[measure.threshold]}
    preview_take(run, reason=reason, parameters=parameters)
    measured = Measurement.objects.filter(run=run)
    measured.filter(measure=measure.id).update(threshold=applied[measure.threshold])
    values: defaultdict[int, dict[str, float]] = defaultdict(dict)
    for image, name, value in measured.values_list("image_id", "measure", "value"):
        if value is not None:
            values[image][name] = value
    store_stage_values(stage, values)
    return enforce_thresholds(run=run, stage=stage, actor=actor)


def drop_stage_preview(*, run: FilterRun, actor: Actor) -> None:
    """Delete a preview. Raises ConflictError when it has been applied."""
    if not run.preview:
        raise ConflictError(_("This preview is already applied."))
    run.delete()


def preview_take(preview: FilterRun, *, reason: str, **changes: Any) -> None:
    """Make a preview the current run, with these ``changes`` to its row.

    Raises ConflictError when it is unfinished, applied or older than the last run.
    """
    if preview.seconds is None:
        raise ConflictError(_("This preview is not finished. Wait until it is."))
    if is_preview_outdated(preview):
        raise ChangedError(
            _("The filter has run since this preview. Create a new preview.")
        )
    waiting = FilterRun.objects.filter(pk=preview.pk, preview=True)
    if not waiting.update(preview=False, reason=reason, **changes):
        raise ConflictError(_("This preview is already applied."))
    preview.refresh_from_db()
