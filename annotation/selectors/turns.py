"""Whose turn it is at what: what "next" gives a person, and how much waits for them."""

from collections.abc import Sequence
from typing import NamedTuple

from annotation.domain.states import LEASED, RETURNED, SUBMITTED
from annotation.models import Purpose, Slot
from annotation.selectors import begun_slot, free_items, free_slots, places_of
from annotation.selectors.calibration import (
    calibration_left,
    held_back,
    holds_back,
    open_batch,
)
from annotation.selectors.first_visit import practice_due
from annotation.selectors.gold import gold_due, gold_left, gold_share
from curation.models.images import Image
from projects.models import Project, User


class Due(NamedTuple):
    """A slot of the person's own that it is time for. It is made when handed out."""

    purpose: str
    item_id: int
    work_pass: int = 1


def own_due(project: Project, person: User) -> Due | None:
    """What this person does before, or among, the work that is for anybody."""
    practice = practice_due(project, person)
    if practice is not None:
        return Due(Purpose.PRACTICE, practice.pk)
    batch = open_batch(project)
    if batch is not None:
        left = calibration_left(batch, person)
        if left:
            return Due(Purpose.CALIBRATION, left[0], batch.number)
    gold = gold_due(project, person)
    if gold is None or held_back(project, person):
        return None
    # It has to be mixed into other work.
    return Due(Purpose.GOLD, gold) if free_items(project, person) else None


def free_for_anybody(project: Project, person: User, *, limit: int) -> Sequence[Slot]:
    """Work for anybody, best first.

    Where gold is mixed in, new items come in no order, so that an earlier item among
    later ones tells nothing.
    """
    shuffled = gold_share(project) > 0
    return free_slots(project, person, limit=limit, shuffled=shuffled)


class AnnotationProgress(NamedTuple):
    """How far a person is with annotating, counted in items."""

    waiting: int
    """Items that this person could be given; others may be faster."""
    held: int
    """On their desk now: 0 or 1."""
    returned: int
    """Handed in once, and sent back to them."""
    submitted: int


def annotation_progress(project: Project, person: User) -> AnnotationProgress:
    """How far this person is."""
    own = Slot.objects.filter(project=project, person=person)
    return AnnotationProgress(
        _waiting(project, person),
        own.filter(status=LEASED).count(),
        own.filter(status=RETURNED).count(),
        own.filter(status=SUBMITTED).count(),
    )


def _waiting(project: Project, person: User) -> int:
    practice = int(practice_due(project, person) is not None)
    free = free_items(project, person)
    if free and gold_share(project):
        # One less with each that is handed out, as with any other work.
        free += len(gold_left(project, person))
    batch = open_batch(project)
    if batch is None:
        return practice + free
    batch.project = project
    left = practice + len(calibration_left(batch, person))
    if holds_back(batch, person):
        return left
    return left + free


def upcoming_images(project: Project, person: User) -> list[Image]:
    """Pictures of the item that the person will probably get next."""
    first = begun_slot(project, person) or own_due(project, person)
    following: Sequence[Slot | Due] = [first] if first else []
    if first is None and not held_back(project, person):
        following = free_for_anybody(project, person, limit=1)
    return [place.image for one in following for place in places_of(one.item_id)]
