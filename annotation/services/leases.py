"""Leases of slots: beginning, renewing, expiring and releasing them."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.domain.record import empty_record
from annotation.domain.states import LEASED, OPEN, RETURNED, SUBMITTED
from annotation.models import OWN_PURPOSES, Draft, Slot
from annotation.selectors import draft_of, family_of
from annotation.selectors.assignment import is_excluded
from annotation.selectors.question_source import asked_questions, question_source
from annotation.services.people import annotator_of
from projects.models import Project, User
from workflow.clock import database_now
from workflow.errors import ConflictError, NotAllowedError
from workflow.services import Actor, transition

_KEPT = "An organizer assigned this item to someone else."


def lease_slot(
    slot: Slot, actor: Actor, person: User, *, is_new: bool = False
) -> Draft:
    """Lease a slot to a person and return their draft of its item, created if missing.

    ``is_new`` says that the person is known to have no draft of the item. Raises
    ConflictError or IntegrityError when another request changed the slot first.
    """
    with transaction.atomic():
        transition(
            slot,
            "resume" if slot.status == RETURNED else "lease",
            actor=actor,
            changes={
                "person": person,
                "lease_until": lease_end(slot),
                "moved_at": timezone.now(),
            },
            savepoint=False,
        )
        draft = None if is_new else draft_of(slot, person)
        if draft is None:
            content: dict[str, Any] = {**empty_record(slot.project.protocol)}
            written = question_source(slot, person)
            if written is not None:
                content["questions"] = asked_questions(written, {})
            draft = Draft.objects.create(slot=slot, person=person, content=content)
    return draft


def release_if_excluded(slot: Slot, person: User) -> bool:
    """Release a slot from which an organizer has just excluded the person.

    ``add_exclusion`` looks for leases after it saves the exclusion, and this check runs
    after leasing, so one of the two sees the other. Returns whether it was released.
    """
    if not is_excluded(slot, person):
        return False
    with suppress(ConflictError):
        release_lease(slot, Actor.system())
    return True


def slot_heartbeat(*, slot: Slot, actor: Actor) -> Slot:
    """Renew the lease of a slot, or lease it again while it is still free.

    Raises ConflictError when it went to another person or was closed; the draft is kept
    and can still be submitted.
    """
    person = annotator_of(actor)
    until = lease_end(slot)
    kept = Slot.objects.filter(pk=slot.pk, person=person, status=LEASED)
    if kept.update(lease_until=until):
        slot.lease_until = until
        return slot
    read_again(slot)
    if slot.status != OPEN or slot.person_id not in (None, person.pk):
        raise ConflictError(
            "This item is no longer assigned to you. Your draft is kept."
        )
    if draft_of(slot, person) is None:
        raise NotAllowedError("This item was never assigned to you.")
    require_not_excluded(slot, person)
    try:
        lease_slot(slot, actor, person)
    except IntegrityError as error:
        raise ConflictError("You are already working on another item.") from error
    if release_if_excluded(slot, person):
        raise ConflictError(_KEPT)
    return slot


def leases_expire(*, project: Project | None = None) -> int:
    """Expire overdue leases and return how many; the drafts stay with their authors.

    A slot that is renewed or submitted at the same moment is skipped.
    """
    overdue = Slot.objects.filter(status=LEASED, lease_until__lt=database_now())
    if project is not None:
        overdue = overdue.filter(project=project)
    freed = 0
    for slot in overdue.order_by("lease_until")[:500]:
        try:
            release_lease(slot, Actor.system())
        except ConflictError:
            continue
        freed += 1
    return freed


def release_lease(slot: Slot, actor: Actor) -> None:
    """Release a leased slot; one with an earlier submission stays its author's."""
    changes: dict[str, Any] = {"lease_until": None}
    if slot.annotations.filter(person=slot.person_id).exists():
        transition(slot, "put_back", actor=actor, changes=changes)
        return
    siblings = family_of(slot).filter(purpose=slot.purpose)
    if not slot.pinned and slot.purpose not in OWN_PURPOSES:
        changes["person"] = None
    changes["started"] = siblings.filter(status=SUBMITTED).exists()
    transition(slot, "expire", actor=actor, changes=changes)


def lease_end(slot: Slot) -> datetime:
    """Return the end of a lease that begins or is renewed now."""
    minutes = slot.project.protocol.annotation.lease_minutes
    return database_now() + timedelta(minutes=minutes)


def read_again(slot: Slot) -> None:
    """Reload the slot's state from the database; its project stays as loaded."""
    slot.refresh_from_db(fields=["status", "state_version", "person", "lease_until"])


def require_not_excluded(slot: Slot, person: User) -> None:
    """Raise ConflictError when the person is excluded from the slot's item."""
    if is_excluded(slot, person):
        raise ConflictError(_KEPT)
