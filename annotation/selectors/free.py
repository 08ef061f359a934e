"""Which slots wait for a person: those in their name, and those for anybody."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.domain.states import LEASED, OPEN, RETURNED
from annotation.models import OWN_PURPOSES, Draft, Purpose, Slot
from annotation.selectors.asked import asks_the_first, handed_out_in_turn
from annotation.selectors.assignment import Standing, barred
from projects.models import Project, User
from workflow.prepared import Given, Prepared

_IN_ORDER = ("-started", "item_id", "number")
"""Items that somebody else has finished, then new ones: the index slot_next has it."""


def held_slot(project: Project, person: User) -> Slot | None:
    """The one slot that the person holds now."""
    held = Slot.objects.filter(project=project, person=person, status=LEASED)
    return held.select_related("item").first()


_unfinished = Prepared(
    lambda: Slot.objects.filter(
        project=Given("project"),
        person=Given("person"),
        status__in=(LEASED, RETURNED, OPEN),
    ).order_by("moved_at", "pk")
)


def unfinished_slots(project: Project, person: User) -> list[Slot]:
    """Slots in the person's name that wait for them: held, returned, their own, pinned.

    Longest untouched first.
    """
    return _unfinished(project=project.pk, person=person.pk)


# All projects at first: a database without fresh statistics would walk all slots.
_begun = Prepared(
    lambda: (
        Draft.objects.filter(person=Given("person"))
        .exclude(slot__person=Given("person"))
        .values_list("slot__item", "slot__project")
    )
)


def lapsed_items(project: Project, person: User) -> list[int]:
    """Items at which the person has typed something and has no place any more."""
    return [item for item, of in _begun(person=person.pk) if of == project.pk]


def begun_slot(
    standing: Standing, unfinished: Sequence[Slot], lapsed: Sequence[int]
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
    free = _free_for(standing).filter(item_id__in=lapsed)
    return free.order_by("item_id", "number").first()


def free_slots(
    standing: Standing, *, limit: int, shuffled: bool = False
) -> Sequence[Slot]:
    """Work for anybody: items that somebody else has finished, then new ones.

    The new ones in order, or ``shuffled``: a slot's key is a random number.
    """
    free = _free_slots(_kind(standing), limit, shuffled)
    return free(project=standing.project.pk, person=standing.person.pk)


def free_items(standing: Standing) -> int:
    """How many items there are for anybody that this person could be given."""
    return _free_for(standing).values("item_id").distinct().count()


class _Kind(NamedTuple):
    """What the query for free slots depends on; few of them for all people together."""

    lacking_tags: tuple[str, ...]
    is_kept: bool
    in_turn: bool


def _kind(standing: Standing) -> _Kind:
    in_turn = asks_the_first(standing.project.protocol)
    return _Kind(standing.lacking_tags, standing.is_kept, in_turn)


@lru_cache(maxsize=64)
def _free_slots(kind: _Kind, limit: int, shuffled: bool) -> Prepared[Slot]:
    order = ("-started", "pk") if shuffled else _IN_ORDER
    return Prepared(
        lambda: _free(kind, Given("project"), Given("person")).order_by(*order)[:limit]
    )


def _free_for(standing: Standing) -> QuerySet[Slot]:
    return _free(_kind(standing), standing.project.pk, standing.person.pk)


def _free(kind: _Kind, project: int | Given, person: int | Given) -> QuerySet[Slot]:
    """Free slots at items at which the person has none and from which nothing keeps them."""
    slots = Slot.objects.filter(project=project)
    taken = slots.filter(person=person).values("item_id")
    free = slots.filter(purpose=Purpose.WORK, status=OPEN, person=None)
    free = free.exclude(item_id__in=taken).exclude(
        barred(kind.lacking_tags, kind.is_kept, project, person, "item_id")
    )
    return handed_out_in_turn(free) if kind.in_turn else free
