"""Slots that a person can get: their own unfinished ones and free ones."""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.db.models import Case, QuerySet, When

from annotation.items.domain.slot_states import LEASED, OPEN, RETURNED
from annotation.items.models.slots import OWN_PURPOSES, Purpose, Slot
from annotation.items.models.submissions import Draft
from annotation.items.selectors.question_source import (
    are_handed_out_in_order,
    asks_first_annotator,
)
from annotation.slots.selectors.eligibility import Eligibility
from projects.models import Project, User

_IN_ORDER = ("-started", "item_id", "number")
"""First items that another annotator has finished, then new ones. Index: ``slot_next``.
"""


def unfinished_slots(project: Project, person: User) -> list[Slot]:
    """Return the person's leased, returned, personal and assigned slots.

    The one that was untouched longest comes first, those never touched last.
    """
    waiting = Slot.objects.filter(
        project=project, person=person, status__in=(LEASED, RETURNED, OPEN)
    )
    never = datetime.max.replace(tzinfo=UTC)
    # Databases disagree on where an empty time comes, and these are few.
    return sorted(waiting, key=lambda slot: (slot.moved_at or never, slot.pk))


def items_with_lapsed_lease(project: Project, person: User) -> list[int]:
    """Return the items where the person has a draft but no slot any more."""
    # Query all projects first: without fresh statistics, a database would scan all
    # slots.
    begun = Draft.objects.filter(person=person).exclude(slot__person=person)
    items = begun.values_list("slot__item", "slot__project")
    return [item for item, of in items if of == project.pk]


def skipped_slots(unfinished: Sequence[Slot]) -> list[Slot]:
    """Return those of the person's unfinished slots that they skipped, oldest first."""
    return [slot for slot in unfinished if slot.is_skipped]


def slot_with_open_draft(
    eligibility: Eligibility, unfinished: Sequence[Slot], lapsed: Sequence[int]
) -> Slot | None:
    """Return a slot returned for rework, else one that the person began and let expire.

    A personal slot (practice, calibration, gold) counts as begun from its creation.
    """
    for slot in unfinished:
        if slot.status == RETURNED:
            return slot
    for slot in unfinished:
        if slot.status == OPEN and slot.purpose in OWN_PURPOSES and not slot.is_skipped:
            return slot
    if not lapsed:
        return None
    free = _free(eligibility).filter(item_id__in=lapsed)
    return free.order_by("item_id", "number").first()


def free_slots(
    eligibility: Eligibility, *, limit: int, first_id: int | None = None
) -> Sequence[Slot]:
    """Return free slots: of items that another annotator has finished, then new ones.

    They come in the order of the items. With ``first_id`` they come in the order of the
    slot ids, which are random: from ``first_id`` up, then from the lowest.
    """
    free = _free(eligibility)
    if first_id is None:
        return list(free.order_by(*_IN_ORDER)[:limit])
    is_below = Case(When(pk__lt=first_id, then=1), default=0)
    return list(free.order_by("-started", is_below, "pk")[:limit])


def count_free_items(eligibility: Eligibility) -> int:
    """Return the number of items with a free slot that this person could get."""
    return _free(eligibility).values("item_id").distinct().count()


def _free(eligibility: Eligibility) -> QuerySet[Slot]:
    """Return free slots of items that the person has no slot of and may get."""
    slots = Slot.objects.filter(project=eligibility.project)
    own_items = slots.filter(person=eligibility.person).values("item_id")
    free = slots.filter(purpose=Purpose.WORK, status=OPEN, person=None)
    free = eligibility.keep_allowed_rows(free.exclude(item_id__in=own_items), "item_id")
    if asks_first_annotator(eligibility.project.protocol):
        return are_handed_out_in_order(free)
    return free


def pinned_slots(eligibility: Eligibility) -> QuerySet[Slot]:
    """Return the slots that an organizer assigned to the person, by item."""
    pinned = Slot.objects.filter(
        project=eligibility.project, person=eligibility.person, status=OPEN, pinned=True
    )
    free = eligibility.keep_allowed_rows(pinned, "item_id")
    if asks_first_annotator(eligibility.project.protocol):
        free = are_handed_out_in_order(free)
    return free.select_related("item").order_by("item_id")
