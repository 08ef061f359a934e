"""Bringing back what was excluded, and taking away what may not be used."""

from django.db import transaction

from curation.domain.states import (
    DISCARDED,
    DUPLICATE,
    IMPORTED,
    TOO_MUCH_TEXT,
)
from curation.models import Image, Measurement
from workflow.errors import Conflict
from workflow.services import Actor, transition, transition_all

DUPLICATES = "duplicates"
TEXT = "text"


@transaction.atomic
def image_restore(*, image: Image, reason: str, actor: Actor) -> Image:
    """Bring an excluded image back; what excluded it will not take it again.

    It enters at the filter after that one; from screening it goes back to be voted on
    anew. Raises Conflict (not excluded), Invalid (reason).
    """
    if image.status == DISCARDED:
        image.votes.all().delete()
        transition(
            image, "restore", actor=actor, reason=reason, changes={"votes_cast": 0}
        )
        return image
    if image.status not in (DUPLICATE, TOO_MUCH_TEXT):
        raise Conflict("Only excluded images can be restored.")
    overruled = DUPLICATES if image.status == DUPLICATE else TEXT
    copy_of = image.duplicate_of_id
    transition(
        image,
        "restore",
        actor=actor,
        reason=reason,
        data={"overruled": overruled, "copy_of": copy_of},
        changes={
            "duplicate_of": None,
            "cleared": sorted({*image.cleared, overruled}),
        },
    )
    images_let_through(images=[image], actor=Actor.system())
    return image


def image_withdraw(*, image: Image, reason: str, actor: Actor) -> Image:
    """Take an image out for good. Raises Conflict, Invalid (reason)."""
    transition(image, "withdraw", actor=actor, reason=reason)
    return image


def images_let_through(*, images: list[Image], actor: Actor) -> int:
    """Pass those to screening that every filter has measured or a person has cleared.

    Returns how many.
    """
    waiting = [image for image in images if image.status == IMPORTED]
    measured = {
        (image_id, stage)
        for image_id, stage in Measurement.objects.filter(
            image__in=[image.pk for image in waiting]
        ).values_list("image_id", "run__stage")
    }
    through = [
        image
        for image in waiting
        if all(
            stage in image.cleared or (image.pk, stage) in measured
            for stage in (DUPLICATES, TEXT)
        )
    ]
    transition_all(through, "pass_filters", actor=actor)
    return len(through)
