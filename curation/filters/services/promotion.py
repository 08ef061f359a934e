"""Promoting images to screening, and restoring excluded ones."""

from collections.abc import Sequence

from django.db import transaction

from core.domain.texts import _
from core.errors import ConflictError
from core.on_demand import import_on_demand
from core.services import Actor, transition, transition_all
from curation.filters.models import Measurement
from curation.filters.selectors.runs import (
    comparisons_by_stage,
    list_active_automatic_stages,
)
from curation.filters.services.remaining_stages import enqueue_remaining_filters
from curation.images.domain.states import DISCARDED, IMPORTED
from curation.images.models import Image
from curation.stages.base import CollectionStage
from curation.stages.registry import automatic_stages
from projects.models import Project

_CHUNK = 500


@transaction.atomic
def restore_image(*, image: Image, reason: str, actor: Actor) -> Image:
    """Restore an excluded image; the stage that excluded it will not exclude it again.

    It continues with the next stage. An image discarded in screening is voted on
    again. Raises ConflictError when it is not excluded, and InvalidInputError (reason).
    """
    if image.status == DISCARDED:
        image.votes.all().delete()
        transition(
            image, "restore", actor=actor, reason=reason, changes={"votes_cast": 0}
        )
        return image
    stage = next(
        (stage for stage in automatic_stages() if stage.state == image.status), None
    )
    if stage is None:
        raise ConflictError(_("Only removed images can be restored."))
    data = {"overruled": stage.id}
    if isinstance(stage, CollectionStage):
        data |= import_on_demand(stage.release)(image, reason)
    transition(
        image,
        "restore",
        actor=actor,
        reason=reason,
        data=data,
        changes={
            "duplicate_of": None,
            "overridden_stages": sorted({*image.overridden_stages, stage.id}),
        },
    )
    _promote(image.project, [image])
    enqueue_remaining_filters(project=image.project, actor=actor)
    return image


def promote_to_screening(*, project: Project) -> int:
    """Promote images to screening that passed every stage or that a person restored.

    Returns the number of images.
    """
    waiting = Image.objects.filter(project=project, status=IMPORTED)
    return _promote(project, list(waiting))


def _promote(project: Project, waiting: Sequence[Image]) -> int:
    measured = {
        (key, stage)
        for stage, keys in comparisons_by_stage(project).items()
        for key in keys
    }
    for start in range(0, len(waiting), _CHUNK):
        measured.update(
            Measurement.objects.filter(
                image__in=[image.pk for image in waiting[start : start + _CHUNK]],
                run__preview=False,
            ).values_list("image_id", "run__stage")
        )
    used = [stage.id for stage in list_active_automatic_stages(project)]
    through = [
        image
        for image in waiting
        if all(
            stage in image.overridden_stages or (image.pk, stage) in measured
            for stage in used
        )
    ]
    transition_all(through, "pass_filters", actor=Actor.system())
    return len(through)
