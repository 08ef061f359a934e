"""Restoring excluded images, withdrawing images and promoting them to screening."""

from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from curation.domain.states import (
    DISCARDED,
    DUPLICATE,
    IMPORTED,
    TOO_MUCH_TEXT,
)
from curation.models.copies import NotCopies, ReleasedDecision
from curation.models.filters import Measurement
from curation.models.images import Image
from curation.selectors.filters import DUPLICATES, STAGES, TEXT
from curation.services.remaining_filters import enqueue_remaining_filters
from projects.models import Project
from workflow.errors import ConflictError
from workflow.services import Actor, transition, transition_all

_CHUNK = 500


@transaction.atomic
def restore_image(*, image: Image, reason: str, actor: Actor) -> Image:
    """Restore an excluded image; the filter that excluded it will not exclude it again.

    It continues with the next filter. An image discarded in screening is voted on
    again. Raises ConflictError when it is not excluded, and InvalidInputError (reason).
    """
    if image.status == DISCARDED:
        image.votes.all().delete()
        transition(
            image, "restore", actor=actor, reason=reason, changes={"votes_cast": 0}
        )
        return image
    if image.status not in (DUPLICATE, TOO_MUCH_TEXT):
        raise ConflictError("Only removed images can be restored.")
    if image.duplicate_of_id is not None:
        left, right = sorted((image.pk, image.duplicate_of_id))
        NotCopies.objects.get_or_create(
            left_id=left, right_id=right, defaults={"reason": reason}
        )
    image.released_copies.filter(decision=ReleasedDecision.EXCLUDED).update(
        decision=ReleasedDecision.KEPT, reason=reason, decided_at=timezone.now()
    )
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
    _promote([image])
    enqueue_remaining_filters(project=image.project, actor=actor)
    return image


def withdraw_image(*, image: Image, reason: str, actor: Actor) -> Image:
    """Withdraw an image for good. Raises ConflictError, InvalidInputError (reason)."""
    transition(image, "withdraw", actor=actor, reason=reason)
    return image


def images_hold_unvoted(keys: Iterable[int], *, states: Collection[str]) -> list[Image]:
    """Return the images in ``states`` without votes, and block votes until the commit.

    Writing their rows first makes votes wait; these then see the new state.
    """
    ordered = sorted(keys)
    held: list[Image] = []
    for start in range(0, len(ordered), _CHUNK):
        unvoted = Image.objects.filter(
            pk__in=ordered[start : start + _CHUNK], status__in=states, votes_cast=0
        )
        unvoted.update(votes_cast=0)
        held.extend(unvoted)
    return held


def promote_to_screening(*, project: Project) -> int:
    """Promote images to screening that every filter has measured or a person cleared.

    Returns the number of images.
    """
    waiting = Image.objects.filter(project=project, status=IMPORTED)
    return _promote(list(waiting))


def _promote(waiting: Sequence[Image]) -> int:
    measured: set[tuple[int, str]] = set()
    for start in range(0, len(waiting), _CHUNK):
        measured.update(
            Measurement.objects.filter(
                image__in=[image.pk for image in waiting[start : start + _CHUNK]],
                run__preview=False,
            ).values_list("image_id", "run__stage")
        )
    through = [
        image
        for image in waiting
        if all(
            stage in image.cleared or (image.pk, stage) in measured for stage in STAGES
        )
    ]
    transition_all(through, "pass_filters", actor=Actor.system())
    return len(through)
