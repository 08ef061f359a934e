"""Whose turn it is at what: what "next" gives a person, and how much waits for them."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from annotation.domain.states import LEASED, RETURNED, SUBMITTED
from annotation.models import Purpose, Slot
from annotation.selectors.assignment import Eligibility, eligibility_of, pinned_slots
from annotation.selectors.available_slots import (
    begun_slot,
    free_items,
    free_slots,
    lapsed_items,
    unfinished_slots,
)
from annotation.selectors.calibration import (
    calibration_blocks,
    calibration_left,
    open_batch,
)
from annotation.selectors.first_visit import practice_due
from annotation.selectors.gold import (
    assignments_begun,
    first_slot_id,
    gold_due,
    gold_left,
    gold_share,
    training_of,
)
from projects.models import Project, User

Waiting = Literal["nothing", "held_back", "day", "all", "lacking"]
"""Why somebody is given nothing: there is nothing, they have not passed the calibration,
a cap is reached, or they lack a language or skill that the protocol asks of everybody."""


class PersonalTask(NamedTuple):
    """A slot of the person's own that it is time for. It is made when handed out."""

    purpose: str
    item_id: int
    work_pass: int = 1


class NextAssignment(NamedTuple):
    """What a person who holds nothing is given, best first; or why there is nothing."""

    offered: Sequence[Slot | PersonalTask] = ()
    waiting: Waiting = "nothing"
    in_order: bool = False
    """Whether whoever takes one of them is given another of them after it."""
    is_new: bool = False
    """Whether they have typed nothing at any of them."""


def next_assignment(
    project: Project,
    person: User,
    *,
    limit: int,
    unfinished: Sequence[Slot] | None = None,
    standing: Eligibility | None = None,
) -> NextAssignment:
    """What this person is given next.

    1. What came back to them, or what they began and let lapse.
    2. The practice item, then what the calibration batch still lacks of them.
    3. What an organizer has put their name on.
    4. Now and then a finished item, unseen (gold); else ``limit`` slots for anybody:
       items that somebody else has finished, then new ones. Where gold is mixed in, the
       new ones come in no order, so that an earlier item among later ones tells nothing.

    ``unfinished``, the slots in their name that wait for them, and ``standing`` where
    they are known.
    """
    if unfinished is None:
        unfinished = unfinished_slots(project, person)
    standing = standing or eligibility_of(project, person)
    lapsed = lapsed_items(project, person)
    begun = begun_slot(standing, unfinished, lapsed)
    if begun is not None:
        return NextAssignment([begun])
    if standing.lacking:
        return NextAssignment(waiting="lacking")
    training = training_of(project)
    if training.practice_item_id is not None:
        practice = practice_due(project, person)
        if practice is not None:
            return NextAssignment([PersonalTask(Purpose.PRACTICE, practice.pk)])
    batch = open_batch(project)
    if batch is not None:
        left = calibration_left(batch, standing)
        if left:
            return NextAssignment(
                [PersonalTask(Purpose.CALIBRATION, left[0], batch.number)]
            )
        if calibration_blocks(batch, person):
            return NextAssignment(waiting="held_back")
    cap = standing.cap()
    if cap:
        return NextAssignment(waiting=cap)
    if any(slot.pinned for slot in unfinished):
        pinned = pinned_slots(standing).first()
        if pinned is not None:
            return NextAssignment([pinned])
    share = gold_share(project, training)
    if not share:
        free = free_slots(standing, limit=limit)
        return NextAssignment(free, in_order=True, is_new=not lapsed)
    done = assignments_begun(standing)
    free = free_slots(standing, limit=limit, first_id=first_slot_id(standing, done))
    # Gold has to be mixed into other work.
    gold = gold_due(standing, share, done) if free else None
    if gold is not None:
        return NextAssignment([PersonalTask(Purpose.GOLD, gold)])
    return NextAssignment(free, is_new=not lapsed)


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
    standing = eligibility_of(project, person)
    if standing.lacking:
        return 0
    practice = int(practice_due(project, person) is not None)
    batch = open_batch(project)
    left = practice
    if batch is not None:
        left += len(calibration_left(batch, standing))
    if standing.cap() or (batch is not None and calibration_blocks(batch, person)):
        return left
    pinned = pinned_slots(standing).count()
    free = free_items(standing)
    if free and gold_share(project):
        # One less with each that is handed out, as with any other work.
        free += len(gold_left(standing))
    return left + pinned + free


def following_item(project: Project, person: User) -> int | None:
    """The item that the person will probably get next."""
    return next(
        (one.item_id for one in next_assignment(project, person, limit=1).offered), None
    )
