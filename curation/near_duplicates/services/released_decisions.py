"""Decisions on images that are near-duplicates of released images."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.services import Actor, transition
from curation.filters.models import Measurement
from curation.filters.services.promotion import restore_image
from curation.images.domain.states import IMPORTED, IN_SCREENING
from curation.images.services.withdrawal import lock_unvoted_images
from curation.near_duplicates.domain.stage import NearDuplicates
from curation.near_duplicates.models import ReleasedCopy, ReleasedDecision
from curation.near_duplicates.selectors.clusters import minimum_certainty_of_run
from curation.ports import released_images


@transaction.atomic
def decide_released_copy(
    *, copy: ReleasedCopy, decision: str, reason: str, actor: Actor
) -> ReleasedCopy:
    """Exclude or keep an image that is a near-duplicate of a released one.

    Raises InvalidInputError (decision, reason), and ConflictError when people have
    worked on the image, so that it cannot be excluded any more.
    """
    problems = []
    if decision not in (ReleasedDecision.EXCLUDED, ReleasedDecision.KEPT):
        problems.append(FieldProblem("decision", _("Must be excluded or kept.")))
    if not reason.strip():
        problems.append(FieldProblem("reason", _("Please give a reason.")))
    if problems:
        raise InvalidInputError(_("This decision is not valid."), problems)
    excluded = copy.decision == ReleasedDecision.EXCLUDED
    if decision == ReleasedDecision.EXCLUDED and not excluded:
        _exclude(copy, reason, actor)
    if decision == ReleasedDecision.KEPT and excluded:
        restore_image(image=copy.image, reason=reason, actor=actor)
    copy.decision = decision
    copy.reason = reason
    copy.decided_at = timezone.now()
    copy.save(update_fields=["decision", "reason", "decided_at"])
    return copy


def _exclude(copy: ReleasedCopy, reason: str, actor: Actor) -> None:
    held = lock_unvoted_images([copy.image_id], states=(IMPORTED, IN_SCREENING))
    if not held:
        raise ConflictError(
            _("People have worked on this image, or it is already removed.")
        )
    (image,) = held
    data = _verdict(copy)
    transition(image, NearDuplicates.action, actor=actor, reason=reason, data=data)
    Measurement.objects.update_or_create(
        run=copy.run,
        image=image,
        defaults={
            "value": data["value"],
            "threshold": data["threshold"],
            "excluded": True,
            "details": data,
        },
    )
    copy.image = image


def _verdict(copy: ReleasedCopy) -> dict[str, Any]:
    where = (
        released_images().release_of_images([copy.released_id]).get(copy.released_id)
    )
    return {
        "run": copy.run_id,
        "rule": "released",
        "released": {"image": copy.released_id, **(where._asdict() if where else {})},
        "value": copy.confirmation["certainty"],
        "threshold": minimum_certainty_of_run(copy.run),
        "distance": copy.distance,
    }
