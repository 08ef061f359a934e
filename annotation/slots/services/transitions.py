"""Slots: declining, reopening, returning, voiding and replacing them."""

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from annotation.items.domain.slot_states import (
    DECLINED,
    LEASED,
    OPEN,
    RETURNED,
    SUBMITTED,
)
from annotation.items.models.slots import FINAL_ONCE_SUBMITTED, Purpose, Slot
from annotation.slots.selectors.slots import leased_slot, slots_of_same_pass
from annotation.slots.services.leases import (
    extend_lease,
    lease_end_time,
    release_lease,
    reload_slot,
    require_not_excluded,
)
from annotation.slots.services.people import require_annotator
from core.domain.texts import _
from core.errors import ChangedError, ConflictError, FieldProblem, InvalidInputError
from core.selectors import list_entries_of_object
from core.services import Actor, transition
from projects.models import User
from subtext_protocol.text import in_language

_ATTEMPTS = 50


def decline_slot(*, slot: Slot, actor: Actor, reason_id: str, note: str = "") -> Slot:
    """Decline a slot for its annotator and create a replacement.

    Idempotent. Raises InvalidInputError (reason) for a reason that the protocol does
    not have, ConflictError when the person does not hold the slot.
    """
    person = require_annotator(actor)
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
    raise ChangedError(_("Many people are declining this item at once. Try again."))


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
    person = require_annotator(actor)
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
    voided = list_entries_of_object(slot).filter(action="void").last()
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
        raise ChangedError(_("Someone else has taken this item over."))
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
