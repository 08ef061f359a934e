"""Next assignment of an annotator, and how much work is left for them."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from annotation.assignment.selectors.available_slots import (
    count_free_items,
    free_slots,
    items_with_lapsed_lease,
    pinned_slots,
    skipped_slots,
    slot_with_open_draft,
    unfinished_slots,
)
from annotation.gold.selectors import (
    count_begun_assignments,
    first_slot_id,
    get_onboarding_settings,
    gold_share,
    list_unseen_gold_items,
    next_due_gold_item,
)
from annotation.items.domain.slot_states import LEASED, RETURNED, SUBMITTED
from annotation.items.models.slots import Purpose, Slot
from annotation.onboarding.selectors.calibration import (
    calibration_blocks,
    get_open_batch,
    list_unbegun_calibration_items,
)
from annotation.onboarding.selectors.consent_and_practice import get_due_practice_item
from annotation.slots.selectors.eligibility import Eligibility, get_eligibility
from projects.models import Project, User

Waiting = Literal["nothing", "held_back", "day", "all", "lacking"]
"""Why a person gets nothing. ``nothing``: no work is left. ``held_back``: calibration
is not passed. ``day``, ``all``: a cap is reached. ``lacking``: they lack a skill or
language that the protocol requires."""


class PersonalTask(NamedTuple):
    """A practice, calibration or gold item that is due.

    Its slot is created on assignment.
    """

    purpose: str
    item_id: int
    work_pass: int = 1


class NextAssignment(NamedTuple):
    """What a person without a lease gets, best first, or why there is nothing."""

    offered: Sequence[Slot | PersonalTask] = ()
    waiting: Waiting = "nothing"
    in_order: bool = False
    """Whether a person who takes one of these gets another of them next."""
    is_new: bool = False
    """Whether the person has no draft at any of these."""


def next_assignment(
    project: Project,
    person: User,
    *,
    limit: int,
    unfinished: Sequence[Slot] | None = None,
    eligibility: Eligibility | None = None,
) -> NextAssignment:
    """Return what this person gets next.

    1. A slot returned for rework, or one that they began and that expired.
    2. The practice item, then the items that they lack in the calibration batch.
    3. A slot that an organizer assigned to them.
    4. At the gold share, a gold item; else up to ``limit`` free slots: first of items
       that another annotator has finished, then new ones. Where gold is used, the slots
       come in random order, so that an old item among new ones does not stand out.
    5. When nothing else is left, what they skipped.

    Pass ``unfinished`` (the person's unfinished slots) and ``eligibility`` when they
    have been read already.
    """
    if unfinished is None:
        unfinished = unfinished_slots(project, person)
    eligibility = eligibility or get_eligibility(project, person)
    lapsed = items_with_lapsed_lease(project, person)
    begun = slot_with_open_draft(eligibility, unfinished, lapsed)
    if begun is not None:
        return NextAssignment([begun])
    if eligibility.missing_qualifications:
        return NextAssignment(waiting="lacking")
    training = get_onboarding_settings(project)
    if training.practice_item_id is not None:
        practice = get_due_practice_item(project, person)
        if practice is not None:
            return NextAssignment([PersonalTask(Purpose.PRACTICE, practice.pk)])
    batch = get_open_batch(project)
    if batch is not None:
        left = list_unbegun_calibration_items(batch, eligibility)
        if left:
            return NextAssignment(
                [PersonalTask(Purpose.CALIBRATION, left[0], batch.number)]
            )
        if calibration_blocks(batch, person):
            return NextAssignment(waiting="held_back")
    cap = eligibility.reached_cap()
    if cap:
        return NextAssignment(waiting=cap)
    skipped = skipped_slots(unfinished)
    if any(slot.pinned and not slot.is_skipped for slot in unfinished):
        pinned = pinned_slots(eligibility).filter(lease_until=None).first()
        if pinned is not None:
            return NextAssignment([pinned])
    share = gold_share(project, training)
    if not share:
        free = free_slots(eligibility, limit=limit)
        if not free and skipped:
            return NextAssignment(skipped[:1])
        return NextAssignment(free, in_order=True, is_new=not lapsed)
    done = count_begun_assignments(eligibility)
    free = free_slots(
        eligibility, limit=limit, first_id=first_slot_id(eligibility, done)
    )
    if not free and skipped:
        return NextAssignment(skipped[:1])
    # Gold items are given only while there is other work to mix them into.
    gold = next_due_gold_item(eligibility, share, done) if free else None
    if gold is not None:
        return NextAssignment([PersonalTask(Purpose.GOLD, gold)])
    return NextAssignment(free, is_new=not lapsed)


class AnnotationProgress(NamedTuple):
    """A person's annotation progress, counted in items."""

    waiting: int
    """Items that this person could get; others may get them first."""
    held: int
    """Leased to them now: 0 or 1."""
    returned: int
    """Submitted and returned to them for rework."""
    submitted: int


def annotation_progress(project: Project, person: User) -> AnnotationProgress:
    """Return this person's progress."""
    own = Slot.objects.filter(project=project, person=person)
    return AnnotationProgress(
        _waiting(project, person),
        own.filter(status=LEASED).count(),
        own.filter(status=RETURNED).count(),
        own.filter(status=SUBMITTED).count(),
    )


def _waiting(project: Project, person: User) -> int:
    eligibility = get_eligibility(project, person)
    if eligibility.missing_qualifications:
        return 0
    practice = int(get_due_practice_item(project, person) is not None)
    batch = get_open_batch(project)
    left = practice
    if batch is not None:
        left += len(list_unbegun_calibration_items(batch, eligibility))
    if eligibility.reached_cap() or (
        batch is not None and calibration_blocks(batch, person)
    ):
        return left
    pinned = pinned_slots(eligibility).count()
    free = count_free_items(eligibility)
    if free and gold_share(project):
        # The count decreases with each gold item assigned, as with any other work.
        free += len(list_unseen_gold_items(eligibility))
    put_off = skipped_slots(unfinished_slots(project, person))
    return left + pinned + free + sum(not slot.pinned for slot in put_off)


def following_item(project: Project, person: User) -> int | None:
    """Return the id of the item that the person will probably get next."""
    return next(
        (slot.item_id for slot in next_assignment(project, person, limit=1).offered),
        None,
    )
