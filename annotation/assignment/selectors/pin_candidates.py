"""Annotators to whom an organizer can assign chosen items, and why not to others."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q

from annotation.items.domain.slot_states import OPEN
from annotation.items.models.items import Item
from annotation.items.models.slots import Purpose, Slot
from annotation.slots.selectors.eligibility import get_eligibilities
from projects.access.selectors import active_people
from projects.models import Project, User
from projects.roles import ANNOTATORS


class PinCandidate(NamedTuple):
    """How many of the chosen items an annotator can get, and why not the others."""

    person: User
    assignable: int
    has: int
    """Items that the person has or had a slot of."""
    kept: int
    """Other items that they must not get: excluded, known, or a skill is lacking."""
    pinned: int
    """Items assigned to them that they have not begun."""


class PinCandidates(NamedTuple):
    people: list[PinCandidate]
    full: int
    """Chosen items without a free slot, which nobody can get."""


def pin_candidates(project: Project, items: Sequence[int]) -> PinCandidates:
    """Return every annotator with how many of the items they can be assigned."""
    chosen = Item.objects.filter(project=project, pk__in=items)
    item_ids = set(chosen.values_list("pk", flat=True))
    slots = Slot.objects.filter(project=project, item__in=item_ids)
    free = slots.filter(purpose=Purpose.WORK, status=OPEN, person=None)
    free_items = set(free.values_list("item", flat=True))
    had: dict[int, set[int]] = {}
    pinned: dict[int, int] = {}
    assigned = slots.filter(~Q(person=None)).values_list(
        "person", "item", "pinned", "status"
    )
    for person_id, item_id, is_pinned, status in assigned:
        had.setdefault(person_id, set()).add(item_id)
        if is_pinned and status == OPEN:
            pinned[person_id] = pinned.get(person_id, 0) + 1
    people = []
    for eligibility in get_eligibilities(project, active_people(project, ANNOTATORS)):
        person = eligibility.person
        left = item_ids - had.get(person.pk, set())
        allowed = eligibility.keep_allowed_rows(chosen, "pk")
        # Most people are barred from nothing: their rows are the chosen ones.
        may = left & (
            item_ids if allowed is chosen else set(allowed.values_list("pk", flat=True))
        )
        people.append(
            PinCandidate(
                person,
                assignable=len(may & free_items),
                has=len(item_ids) - len(left),
                kept=len(left) - len(may),
                pinned=pinned.get(person.pk, 0),
            )
        )
    return PinCandidates(people, len(item_ids - free_items))
