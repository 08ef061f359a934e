"""Excluding and restoring images by the thresholds of a stage that measures them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from core.services import Actor, require_reason, transition_all
from curation.filters.models import FilterRun, Measurement
from curation.filters.selectors.runs import last_finished_run
from curation.filters.selectors.thresholds import (
    images_kept_by_work,
    images_to_exclude,
    images_to_restore,
    measurements_of_stage,
)
from curation.filters.services.parameters import checked_parameters
from curation.filters.services.promotion import promote_to_screening
from curation.filters.services.remaining_stages import enqueue_remaining_filters
from curation.images.domain.states import IMPORTED, IN_SCREENING
from curation.images.models import Image
from curation.images.services.withdrawal import lock_unvoted_images
from curation.stages.base import ImageMeasure, ImageStage
from projects.models import Project


@dataclass
class ThresholdsSettled:
    """Changes that settling made."""

    excluded: int = 0
    restored: int = 0
    untouched: list[int] = field(default_factory=list)
    """Images beyond a threshold that stay because people have worked on them."""


@transaction.atomic
def settle_thresholds(
    *, run: FilterRun, stage: ImageStage[Any], actor: Actor
) -> ThresholdsSettled:
    """Exclude and restore images according to the run's thresholds.

    Uses the stored values; nothing is measured again.
    """
    project, thresholds = run.project, run.parameters
    back = list(images_to_restore(project, stage, thresholds))
    beyond = images_to_exclude(project, stage, thresholds).values_list("pk", flat=True)
    go = lock_unvoted_images(beyond, states=(IMPORTED, IN_SCREENING))
    values = {image.pk: image.stage_values[stage.id] for image in (*back, *go)}

    def decided(image: Image) -> dict[str, Any]:
        of_image = values[image.pk]
        measure = _deciding(stage, of_image, thresholds)
        return {
            "run": run.pk,
            "measure": measure.id,
            "value": of_image[measure.id],
            "threshold": thresholds[measure.threshold],
        }

    transition_all(back, "refilter", actor=actor, reason=run.reason, data=decided)
    transition_all(go, stage.action, actor=actor, reason=run.reason, data=decided)
    _record_verdicts(run, stage, back, values)
    _record_verdicts(run, stage, go, values)
    untouched = images_kept_by_work(project, stage, thresholds).order_by("pk")
    return ThresholdsSettled(
        excluded=len(go),
        restored=len(back),
        untouched=list(untouched.values_list("pk", flat=True)),
    )


def _deciding(
    stage: ImageStage[Any], values: dict[str, float], thresholds: dict[str, Any]
) -> ImageMeasure:
    """Return the first measure that excludes, else the first of the stage."""
    for measure in stage.measures:
        if measure.is_excluded(values[measure.id], thresholds[measure.threshold]):
            return measure
    return stage.measures[0]


def _record_verdicts(
    run: FilterRun,
    stage: ImageStage[Any],
    images: Sequence[Image],
    values: dict[int, dict[str, float]],
) -> None:
    """Store the results with the run, including the details of the measurement."""
    latest = measurements_of_stage(stage, images)
    rows = []
    for image in images:
        for measure in stage.measures:
            value = values[image.pk][measure.id]
            threshold = run.parameters[measure.threshold]
            rows.append(
                Measurement(
                    run=run,
                    image=image,
                    measure=measure.id,
                    value=value,
                    threshold=threshold,
                    excluded=measure.is_excluded(value, threshold),
                    details=latest[image.pk].details,
                )
            )
    Measurement.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["run", "image", "measure"],
        update_fields=["value", "threshold", "excluded"],
        batch_size=500,
    )


@transaction.atomic
def apply_threshold(
    *,
    project: Project,
    stage: ImageStage[Any],
    measure: ImageMeasure,
    threshold: float,
    reason: str,
    actor: Actor,
) -> FilterRun:
    """Apply another threshold: restore and exclude images without measuring again.

    Raises InvalidInputError (threshold, reason), also when nothing is measured yet.
    """
    parameters = parameters_with_threshold(project, stage, measure, threshold)
    require_reason(reason)
    last = last_finished_run(project, stage.id)
    if last is None:
        problem = FieldProblem(
            "threshold", _("Nothing is measured yet. Run the filters first.")
        )
        raise InvalidInputError(_("This threshold cannot be applied."), [problem])
    version = project.current_protocol
    run = FilterRun.objects.create(
        project=project,
        stage=stage.id,
        signature=last.signature,
        tools=last.tools,
        parameters={
            **last.parameters,
            **parameters,
            "protocol_version": version and version.number,
        },
        reason=reason,
        seconds=0,
    )
    return enforce_thresholds(run=run, stage=stage, actor=actor)


def parameters_with_threshold(
    project: Project, stage: ImageStage[Any], measure: ImageMeasure, threshold: float
) -> dict[str, Any]:
    """Return the current parameters with another threshold.

    Raises InvalidInputError (threshold) for one that protocols may not have.
    """
    try:
        return checked_parameters(project, stage, {measure.threshold: threshold})
    except InvalidInputError as error:
        problems = [
            FieldProblem("threshold", problem.message) for problem in error.fields
        ]
        raise InvalidInputError(
            _("This threshold cannot be applied."), problems
        ) from error


def enforce_thresholds(
    *, run: FilterRun, stage: ImageStage[Any], actor: Actor
) -> FilterRun:
    """Apply a run's thresholds, promote images that pass, and store the counts.

    Restored images that a later stage has not measured yet are queued for it.
    """
    settled = settle_thresholds(run=run, stage=stage, actor=actor)
    promote_to_screening(project=run.project)
    enqueue_remaining_filters(project=run.project, actor=actor)
    run.counts = {
        "excluded": settled.excluded,
        "restored": settled.restored,
        "untouched": len(settled.untouched),
    }
    run.save(update_fields=["counts"])
    return run
