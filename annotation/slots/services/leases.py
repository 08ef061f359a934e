"""Leases of slots: beginning, renewing, expiring and releasing them."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from annotation.items.domain.slot_states import LEASED, OPEN, RETURNED, SUBMITTED
from annotation.items.models.slots import OWN_PURPOSES, Purpose, Slot
from annotation.items.models.submissions import Draft
from annotation.items.selectors.question_source import (
    question_source,
    questions_without_keys,
)
from annotation.records.domain.record import empty_record
from annotation.slots.selectors.eligibility import (
    is_blind_to_others_work,
    is_person_excluded,
)
from annotation.slots.selectors.slots import get_draft, slots_of_same_pass
from annotation.slots.services.people import require_annotator
from core.clock import database_now
from core.domain.texts import _
from core.errors import ConflictError, NotAllowedError
from core.services import Actor, transition
from projects.models import Project, User

_PUT_OFF = timedelta(days=1)
"""How long a skipped slot waits for its person."""
_KEPT = _("An organizer assigned this item to someone else.")
_KNOWN = _(
    "As an organizer you could read other annotations of this item, so yours cannot "
    "change any more."
)


def lease_slot(
    slot: Slot, actor: Actor, person: User, *, is_new: bool = False
) -> Draft:
    """Lease a slot to a person and return their draft of its item, created if missing.

    ``is_new`` says that the person is known to have no draft of the item. Raises
    ConflictError or IntegrityError when another request changed the slot first.
    """
    now = timezone.now()
    with transaction.atomic():
        transition(
            slot,
            "resume" if slot.status == RETURNED else "lease",
            actor=actor,
            changes={
                "person": person,
                "lease_until": lease_end_time(slot),
                "leased_at": None if slot.status == RETURNED else now,
                "moved_at": now,
            },
            savepoint=False,
        )
        draft = None if is_new else get_draft(slot, person)
        if draft is None:
            content: dict[str, Any] = {**empty_record(slot.project.protocol)}
            written = question_source(slot, person)
            if written is not None:
                content["questions"] = questions_without_keys(written, {})
            draft = Draft.objects.create(slot=slot, person=person, content=content)
    return draft


def release_if_excluded(slot: Slot, person: User) -> bool:
    """Release a slot from which an organizer has just excluded the person.

    ``add_exclusion`` looks for leases after it saves the exclusion, and this check runs
    after leasing, so one of the two sees the other. Returns whether it was released.
    """
    if not is_person_excluded(slot, person):
        return False
    with suppress(ConflictError):
        release_lease(slot, Actor.system())
    return True


def extend_lease(*, slot: Slot, actor: Actor) -> Slot:
    """Renew the lease of a slot, or lease it again while it is still free.

    Raises ConflictError when it went to another person or was closed; the draft is kept
    and can still be submitted.
    """
    person = require_annotator(actor)
    until = lease_end_time(slot)
    leased_slot = Slot.objects.filter(pk=slot.pk, person=person, status=LEASED)
    if leased_slot.update(lease_until=until):
        slot.lease_until = until
        return slot
    reload_slot(slot)
    if slot.status != OPEN or slot.person_id not in (None, person.pk):
        raise ConflictError(
            _("This item is no longer assigned to you. Your draft is kept.")
        )
    if get_draft(slot, person) is None:
        raise NotAllowedError(_("This item was never assigned to you."))
    require_not_excluded(slot, person)
    try:
        lease_slot(slot, actor, person)
    except IntegrityError as error:
        raise ConflictError(_("You are already working on another item.")) from error
    if release_if_excluded(slot, person):
        raise ConflictError(_KEPT)
    return slot


def expire_leases(*, project: Project | None = None) -> int:
    """Expire overdue leases and return how many; the drafts stay with their authors.

    A slot that is renewed or submitted at the same moment is skipped.
    """
    overdue = Slot.objects.filter(status=LEASED, lease_until__lt=database_now())
    put_off = Slot.objects.filter(status=OPEN, lease_until__lt=database_now())
    if project is not None:
        overdue = overdue.filter(project=project)
        put_off = put_off.filter(project=project)
    freed = free_skipped_slots(put_off)
    for slot in overdue.order_by("lease_until")[:500]:
        try:
            release_lease(slot, Actor.system())
        except ConflictError:
            continue
        freed += 1
    return freed


def free_skipped_slots(skipped: QuerySet[Slot]) -> int:
    """Offer skipped slots to others, except those that only their person may take."""
    own = Q(pinned=True) | Q(purpose__in=OWN_PURPOSES)
    skipped.filter(own).update(lease_until=None)
    return skipped.exclude(own).update(lease_until=None, person=None)


def skip_slot(*, slot: Slot, actor: Actor) -> Slot:
    """Put a leased slot off: it comes after the person's other work, for a day at most.

    Its draft is kept. Raises ConflictError when the person does not hold the slot, and
    for practice and calibration, which come in order.
    """
    person = require_annotator(actor)
    reload_slot(slot)
    if slot.status != LEASED or slot.person_id != person.pk:
        raise ConflictError(
            _("This item is no longer assigned to you. Your draft is kept.")
        )
    if slot.purpose in (Purpose.PRACTICE, Purpose.CALIBRATION):
        raise ConflictError(_("Practice and calibration items cannot be skipped."))
    if slot.annotations.filter(person=person).exists():
        raise ConflictError(_("An item in rework cannot be skipped. Submit it first."))
    transition(
        slot,
        "skip",
        actor=actor,
        data=slot.lease_record,
        changes={
            "lease_until": database_now() + _PUT_OFF,
            "leased_at": None,
            "moved_at": timezone.now(),
        },
    )
    return slot


def release_lease(slot: Slot, actor: Actor) -> None:
    """Release a leased slot; one with an earlier submission stays its author's."""
    changes: dict[str, Any] = {"lease_until": None, "leased_at": None}
    data = slot.lease_record
    if slot.annotations.filter(person=slot.person_id).exists():
        transition(slot, "put_back", actor=actor, changes=changes, data=data)
        return
    siblings = slots_of_same_pass(slot).filter(purpose=slot.purpose)
    if not slot.pinned and slot.purpose not in OWN_PURPOSES:
        changes["person"] = None
    changes["started"] = siblings.filter(status=SUBMITTED).exists()
    transition(slot, "expire", actor=actor, changes=changes, data=data)


def lease_end_time(slot: Slot) -> datetime:
    """Return the end of a lease that begins or is renewed now."""
    minutes = slot.project.protocol.annotation.lease_minutes
    return database_now() + timedelta(minutes=minutes)


def reload_slot(slot: Slot) -> None:
    """Reload the slot's state from the database; its project stays as loaded."""
    slot.refresh_from_db(fields=["status", "state_version", "person", "lease_until"])


def require_not_excluded(slot: Slot, person: User) -> None:
    """Raise ConflictError when the person must not get the slot's item."""
    if is_person_excluded(slot, person):
        raise ConflictError(_KEPT if is_blind_to_others_work(slot, person) else _KNOWN)
