"""Slots: assigning, declining, reopening, returning and voiding them."""

import secrets
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from annotation.domain.capabilities import require_supported
from annotation.domain.states import DECLINED, LEASED, OPEN, RETURNED, SUBMITTED
from annotation.models import FINAL_ONCE_SUBMITTED, Draft, Purpose, Slot
from annotation.selectors.available_slots import unfinished_slots
from annotation.selectors.eligibility import eligibility_of
from annotation.selectors.next_assignment import (
    NextAssignment,
    PersonalTask,
    following_item,
    next_assignment,
)
from annotation.selectors.slots import leased_slot, slots_of_same_pass
from annotation.services.first_visit import require_consent
from annotation.services.leases import (
    expire_leases,
    extend_lease,
    lease_end_time,
    lease_slot,
    release_if_excluded,
    release_lease,
    reload_slot,
    require_not_excluded,
)
from annotation.services.people import annotator_of
from projects.domain.protocol.text import in_language
from projects.models import Project, User
from workflow.domain.texts import _
from workflow.errors import ConflictError, FieldProblem, InvalidInputError
from workflow.selectors import life_of
from workflow.services import Actor, transition

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
    handed = assign_slot(project=project, actor=actor)
    return handed.slot if handed else None


def assign_slot(*, project: Project, actor: Actor) -> AssignedSlot | None:
    """Assign the person the slot that they should work on now.

    It is the slot that they hold already, else their next assignment
    (``selectors.next_assignment``), else None.

    Raises NotAllowedError for other roles than annotators and before consent,
    InvalidInputError when the protocol needs something that is not installed.
    """
    person = annotator_of(actor)
    require_supported(project.protocol)
    require_consent(project=project, actor=actor)
    for _attempt in range(_ATTEMPTS):
        eligibility = eligibility_of(project, person)
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
    raise ConflictError(_("Many people are working at once. Try again."))


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
    raise ConflictError(_("Many people are working at once. Try again."))


def decline_slot(*, slot: Slot, actor: Actor, reason_id: str, note: str = "") -> Slot:
    """Decline a slot for its annotator and create a replacement.

    Idempotent. Raises InvalidInputError (reason) for a reason that the protocol does
    not have, ConflictError when the person does not hold the slot.
    """
    person = annotator_of(actor)
    reasons = slot.project.protocol.annotation.decline_reasons
    title = {reason.id: in_language(reason.title, "en") for reason in reasons}
    if reason_id not in title:
        raise InvalidInputError(
            _("The protocol has no such reason."),
            [
                FieldProblem(
                    "reason", _("Choose one of {title}.", title=", ".join(title))
                )
            ],
        )
    for _attempt in range(_ATTEMPTS):
        reload_slot(slot)
        if slot.status == DECLINED and slot.person_id == person.pk:
            return slot
        try:
            with transaction.atomic():
                return _decline(slot, actor, person, title[reason_id], reason_id, note)
        except IntegrityError:
            # Two people declined at once, and the replacement's number is taken.
            continue
    raise ConflictError(_("Many people are declining this item at once. Try again."))


def _decline(
    slot: Slot, actor: Actor, person: User, title: str, reason_id: str, note: str
) -> Slot:
    if slot.status == OPEN:
        slot = extend_lease(slot=slot, actor=actor)
    _require_own(slot, person)
    transition(
        slot,
        "decline",
        actor=actor,
        reason=": ".join(filter(None, [title, note.strip()])),
        data={"reason": reason_id, "note": note.strip(), **slot.lease_record},
        changes={"lease_until": None, "leased_at": None, "moved_at": timezone.now()},
    )
    if slot.purpose == Purpose.WORK:
        open_replacement(slot)
    return slot


def reopen_slot(*, slot: Slot, actor: Actor) -> Slot:
    """Reopen a submitted, declined or returned slot, to change it.

    Any other slot that the person holds is released and comes next. Raises
    ConflictError when a later stage has decided the item, or when another person took
    over a declined slot.
    """
    person = annotator_of(actor)
    reload_slot(slot)
    if slot.status == LEASED and slot.person_id == person.pk:
        return slot
    _require_own(slot, person)
    if slot.purpose in FINAL_ONCE_SUBMITTED and slot.status == SUBMITTED:
        raise ConflictError(
            _(
                "You have already seen the answers of others. The submission cannot be taken back."
            )
        )
    if slot.status != RETURNED:
        require_not_excluded(slot, person)
    action = {DECLINED: "take_back", RETURNED: "resume"}.get(slot.status, "reopen")
    with transaction.atomic():
        held = leased_slot(slot.project, person)
        if held is not None:
            release_lease(held, actor)
        if slot.status == DECLINED and slot.purpose == Purpose.WORK:
            withdraw_replacement(slot, actor)
        transition(
            slot,
            action,
            actor=actor,
            changes={"lease_until": lease_end_time(slot), "moved_at": timezone.now()},
        )
    return slot


def return_slot(*, slot: Slot, actor: Actor, reason: str) -> Slot:
    """Return an annotation to its author for rework, with the reason.

    Raises InvalidInputError without a reason, ConflictError when it is not submitted.
    """
    transition(
        slot,
        "send_back",
        actor=actor,
        reason=reason,
        changes={"moved_at": timezone.now()},
    )
    return slot


@transaction.atomic
def void_slot(*, slot: Slot, actor: Actor, reason: str) -> Slot:
    """Void the slot's annotation, so that it no longer counts, and open a replacement.

    The annotation is kept, and its author never gets this item again. Raises
    InvalidInputError without a reason, ConflictError when nothing is submitted or a
    later stage depends on it.
    """
    transition(
        slot,
        "void",
        actor=actor,
        reason=reason,
        changes={"lease_until": None, "moved_at": timezone.now()},
    )
    if slot.purpose == Purpose.WORK:
        open_replacement(slot)
    return slot


@transaction.atomic
def unvoid_slot(*, slot: Slot, actor: Actor) -> Slot:
    """Restore a voided annotation in the state in which it was voided.

    Raises ConflictError when another person has taken the replacement slot.
    """
    if slot.purpose == Purpose.WORK:
        withdraw_replacement(slot, actor)
    voided = life_of(slot).filter(action="void").last()
    returned = voided is not None and voided.source == RETURNED
    transition(
        slot,
        "unvoid_returned" if returned else "unvoid",
        actor=actor,
        changes={"moved_at": timezone.now()},
    )
    return slot


def unpin_slot(slot: Slot, actor: Actor) -> None:
    """Free a slot that an organizer assigned to a person who has not begun it."""
    data = {"person": slot.person_id}
    changes = {"person": None, "pinned": False}
    transition(slot, "unpin", actor=actor, changes=changes, data=data)


def open_replacement(slot: Slot) -> None:
    """Create a replacement slot, so that k slots stay live."""
    siblings = slots_of_same_pass(slot).filter(purpose=slot.purpose)
    last = siblings.aggregate(last=Max("number"))["last"]
    Slot.objects.create(
        project_id=slot.project_id,
        item_id=slot.item_id,
        purpose=slot.purpose,
        work_pass=slot.work_pass,
        number=last + 1,
        started=siblings.filter(status=SUBMITTED).exists(),
    )


def withdraw_replacement(slot: Slot, actor: Actor) -> None:
    """Close a free slot of the item, so that restoring another does not make k + 1."""
    siblings = slots_of_same_pass(slot).filter(purpose=slot.purpose)
    free = siblings.filter(status=OPEN, person=None).order_by("-number").first()
    if free is None:
        raise ConflictError(_("Someone else has taken this item over."))
    transition(
        free,
        "close",
        actor=actor,
        reason=_("The annotation that it replaces was taken back."),
    )


def _require_own(slot: Slot, person: User) -> None:
    if slot.person_id != person.pk:
        raise ConflictError(
            _("This item is no longer assigned to you. Your draft is kept.")
        )
