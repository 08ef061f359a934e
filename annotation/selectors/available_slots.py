"""Which slots wait for a person: those in their name, and those for anybody."""

from collections.abc import Sequence

from django.db.models import Case, QuerySet, When

from annotation.domain.states import LEASED, OPEN, RETURNED
from annotation.models import OWN_PURPOSES, Draft, Purpose, Slot
from annotation.selectors.assignment import Eligibility
from annotation.selectors.question_source import (
    are_handed_out_in_order,
    asks_first_annotator,
)
from projects.models import Project, User

_IN_ORDER = ("-started", "item_id", "number")
"""Items that somebody else has finished, then new ones: the index lease_next_slot has it."""


def held_slot(project: Project, person: User) -> Slot | None:
    """The one slot that the person holds now."""
    held = Slot.objects.filter(project=project, person=person, status=LEASED)
    return held.select_related("item").first()


def unfinished_slots(project: Project, person: User) -> list[Slot]:
    """Slots in the person's name that wait for them: held, returned, their own, pinned.

    Longest untouched first.
    """
    waiting = Slot.objects.filter(
        project=project, person=person, status__in=(LEASED, RETURNED, OPEN)
    )
    return list(waiting.order_by("moved_at", "pk"))


def lapsed_items(project: Project, person: User) -> list[int]:
    """Items at which the person has typed something and has no place any more."""
    # All projects at first: a database without fresh statistics would walk all slots.
    begun = Draft.objects.filter(person=person).exclude(slot__person=person)
    items = begun.values_list("slot__item", "slot__project")
    return [item for item, of in items if of == project.pk]


def begun_slot(
    standing: Eligibility, unfinished: Sequence[Slot], lapsed: Sequence[int]
) -> Slot | None:
    """What came back to the person, else what they began and let lapse.

    A slot of their own counts as begun from the beginning.
    """
    for slot in unfinished:
        if slot.status == RETURNED:
            return slot
    for slot in unfinished:
        if slot.status == OPEN and slot.purpose in OWN_PURPOSES:
            return slot
    if not lapsed:
        return None
    free = _free(standing).filter(item_id__in=lapsed)
    return free.order_by("item_id", "number").first()


def free_slots(
    standing: Eligibility, *, limit: int, first_id: int | None = None
) -> Sequence[Slot]:
    """Work for anybody: items that somebody else has finished, then new ones.

    In the order of the items, or of the slots' ids from ``first_id`` on and then from
    the lowest: they are random numbers.
    """
    free = _free(standing)
    if first_id is None:
        return list(free.order_by(*_IN_ORDER)[:limit])
    is_below = Case(When(pk__lt=first_id, then=1), default=0)
    return list(free.order_by("-started", is_below, "pk")[:limit])


def free_items(standing: Eligibility) -> int:
    """How many items there are for anybody that this person could be given."""
    return _free(standing).values("item_id").distinct().count()


def _free(standing: Eligibility) -> QuerySet[Slot]:
    """Free slots at items at which the person has none and from which nothing keeps them."""
    slots = Slot.objects.filter(project=standing.project)
    taken = slots.filter(person=standing.person).values("item_id")
    free = (
        slots.filter(purpose=Purpose.WORK, status=OPEN, person=None)
        .exclude(item_id__in=taken)
        .exclude(standing.barred("item_id"))
    )
    if asks_first_annotator(standing.project.protocol):
        return are_handed_out_in_order(free)
    return free
