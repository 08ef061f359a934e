"""The next slot of an annotator: found, created where it is theirs alone, and leased."""

import secrets
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max

from annotation.assignment.selectors.available_slots import unfinished_slots
from annotation.assignment.selectors.next_assignment import (
    NextAssignment,
    PersonalTask,
    following_item,
    next_assignment,
)
from annotation.items.domain.slot_states import LEASED, RETURNED
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Draft
from annotation.onboarding.services.consent_and_practice import require_consent
from annotation.records.domain.capabilities import require_supported
from annotation.slots.selectors.eligibility import get_eligibility
from annotation.slots.services.leases import (
    expire_leases,
    extend_lease,
    lease_slot,
    release_if_excluded,
)
from annotation.slots.services.people import require_annotator
from core.domain.texts import _
from core.errors import ChangedError, ConflictError
from core.services import Actor
from projects.models import Project, User

_ATTEMPTS = 50
_WINDOW = 16
"""Number of next slots that are read. A person who loses the first one to another
request tries random others of these, so that simultaneous requests spread out."""
_TRIES = 4
"""Slots of a window that are tried before the window is read again."""


class AssignedSlot(NamedTuple):
    """The slot that a person works on, and the item that will probably follow."""

    slot: Slot
    following: int | None
    draft: Draft | None = None
    """The person's draft, if it was created or read for this assignment."""


def lease_next_slot(*, project: Project, actor: Actor) -> Slot | None:
    """Return only the slot that ``assign_slot`` assigns."""
    assigned = assign_slot(project=project, actor=actor)
    return assigned.slot if assigned else None


def assign_slot(*, project: Project, actor: Actor) -> AssignedSlot | None:
    """Assign the person the slot that they should work on now.

    It is the slot that they hold already, else their next assignment
    (``selectors.next_assignment``), else None.

    Raises NotAllowedError for other roles than annotators and before consent,
    InvalidInputError when the protocol needs something that is not installed.
    """
    person = require_annotator(actor)
    require_supported(project.protocol)
    require_consent(project=project, actor=actor)
    for _attempt in range(_ATTEMPTS):
        eligibility = get_eligibility(project, person)
        unfinished = unfinished_slots(project, person)
        for held in unfinished:
            if held.status == LEASED:
                held.project = project
                extended = extend_lease(slot=held, actor=actor)
                return AssignedSlot(extended, following_item(project, person))
        turn = next_assignment(
            project,
            person,
            limit=_WINDOW,
            unfinished=unfinished,
            eligibility=eligibility,
        )
        if not turn.offered:
            if turn.waiting == "nothing" and expire_leases(project=project):
                continue
            return None
        leased = _take_one(project, actor, person, turn)
        if leased is None:
            continue
        slot, draft = leased
        if not turn.in_order:
            return AssignedSlot(slot, following_item(project, person), draft)
        next_items = (
            offer.item_id for offer in turn.offered if offer.item_id != slot.item_id
        )
        return AssignedSlot(slot, next(next_items, None), draft)
    raise ChangedError(_("Many people are working at once. Try again."))


def _take_one(
    project: Project, actor: Actor, person: User, turn: NextAssignment
) -> tuple[Slot, Draft] | None:
    """Lease the best slot offered, or any other after losing one to another request."""
    left = list(turn.offered)
    for _attempt in range(min(_TRIES, len(left))):
        chosen = left.pop(0)
        slot = (
            _own_slot(project, person, chosen)
            if isinstance(chosen, PersonalTask)
            else chosen
        )
        slot.project = project
        came_back = slot.status == RETURNED
        try:
            draft = lease_slot(slot, actor, person, is_new=turn.is_new)
        except (ConflictError, IntegrityError):
            secrets.SystemRandom().shuffle(left)
            continue
        fresh = slot.purpose == Purpose.WORK and not came_back
        return None if fresh and release_if_excluded(slot, person) else (slot, draft)
    return None


def _own_slot(project: Project, person: User, due: PersonalTask) -> Slot:
    """Return the person's own slot for this task, created at most once."""
    place = {
        "item_id": due.item_id,
        "purpose": due.purpose,
        "work_pass": due.work_pass,
    }
    for _attempt in range(_ATTEMPTS):
        own_slot = Slot.objects.filter(person=person, **place).first()
        if own_slot is not None:
            return own_slot
        last = Slot.objects.filter(**place).aggregate(last=Max("number"))["last"]
        try:
            with transaction.atomic():
                return Slot.objects.create(
                    project=project, person=person, number=(last or 0) + 1, **place
                )
        except IntegrityError:
            # Another person got the number, or the person's other tab created the slot
            # first.
            continue
    raise ChangedError(_("Many people are working at once. Try again."))
