"""Previews of the text filter with other parameters."""

from django.db import transaction
from django.db.models import OuterRef, Subquery

from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image
from curation.services.previews import preview_take
from curation.services.remaining_filters import QUEUE
from curation.services.text_area import text_enforce, text_problems
from projects.models import Project
from workflow.errors import ConflictError, FieldProblem, InvalidInputError
from workflow.jobs import enqueue_job
from workflow.models import Job
from workflow.services import Actor

KIND = "curation.text_preview"


def begin_text_preview(
    *, project: Project, confidence: float, minimum_characters: int, actor: Actor
) -> Job:
    """Queue a preview, which replaces one that was not applied.

    Raises InvalidInputError (confidence, minimum_characters), and ConflictError when
    one is running.
    """
    problems = []
    if not 0 <= confidence <= 1:
        problems.append(FieldProblem("confidence", "Must be from 0 to 1."))
    if minimum_characters < 1:
        problems.append(FieldProblem("minimum_characters", "Must be at least 1."))
    if problems:
        raise InvalidInputError(
            "These text-recognition settings are not valid.", problems
        )
    return enqueue_job(
        kind=KIND,
        queue=QUEUE,
        scope_id=project.pk,
        actor=actor,
        parameters={
            "confidence": confidence,
            "minimum_characters": minimum_characters,
        },
    )


@transaction.atomic
def apply_text_preview(
    *, run: FilterRun, threshold: float, reason: str, actor: Actor
) -> FilterRun:
    """Apply a preview's parameters and this threshold.

    They remain current until a person or another protocol changes them. Raises
    InvalidInputError (threshold, reason), and ConflictError when the preview is
    unfinished, applied or older than the last run.
    """
    problems = text_problems(threshold, reason)
    if problems:
        raise InvalidInputError("This threshold cannot be applied.", problems)
    parameters = {**run.parameters, "threshold": threshold}
    preview_take(run, reason=reason, parameters=parameters)
    measured = Measurement.objects.filter(run=run)
    measured.update(threshold=threshold)
    Image.objects.filter(pk__in=measured.values("image_id")).update(
        text_area=Subquery(measured.filter(image=OuterRef("pk")).values("value"))
    )
    return text_enforce(run=run, actor=actor)


def drop_text_preview(*, run: FilterRun, actor: Actor) -> None:
    """Delete a preview. Raises ConflictError when it has been applied."""
    if not run.preview:
        raise ConflictError("This preview is already applied.")
    run.delete()
