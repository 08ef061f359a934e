"""Withdrawing images, and locking those that nobody has voted on."""

from collections.abc import Collection, Iterable

from core.services import Actor, transition
from curation.images.models import Image

_CHUNK = 500


def withdraw_image(*, image: Image, reason: str, actor: Actor) -> Image:
    """Withdraw an image for good. Raises ConflictError, InvalidInputError (reason)."""
    transition(image, "withdraw", actor=actor, reason=reason)
    return image


def lock_unvoted_images(keys: Iterable[int], *, states: Collection[str]) -> list[Image]:
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
