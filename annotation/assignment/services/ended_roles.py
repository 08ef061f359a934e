"""Work that people hold is released when they stop being annotators.

Submissions and drafts stay. Drafts of free slots come back by themselves when their
author is an annotator again; returned annotations are given back.
"""

from collections.abc import Sequence
from contextlib import suppress

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.assignment.models import CollectionRequest
from annotation.items.domain.slot_states import CLOSED, LEASED, OPEN, RETURNED
from annotation.items.models.slots import Purpose, Slot
from annotation.slots.selectors.eligibility import is_person_excluded
from annotation.slots.services.leases import free_skipped_slots, release_lease
from annotation.slots.services.transitions import (
    open_replacement,
    unpin_slot,
    withdraw_replacement,
)
from core.domain.texts import _
from core.errors import ConflictError
from core.models import LedgerEntry
from core.services import Actor, transition
from projects.access.selectors import list_ended_roles, list_resumed_roles
from projects.models import Membership
from projects.roles import ANNOTATORS
from projects.states import MEMBER

_HELD = (OPEN, LEASED, RETURNED)


def release_work_of_former_annotators(entries: Sequence[LedgerEntry]) -> None:
    """Handler of membership → member or removed: release what former annotators hold.

    They are no longer asked by open collection requests either.
    """
    for membership in list_ended_roles(entries):
        if membership.role not in ANNOTATORS:
            continue
        project, person = membership.project_id, membership.user_id
        release_slots(Slot.objects.filter(project=project, person=person))
        for request in CollectionRequest.objects.filter(
            project=project, people=person, status=OPEN
        ):
            request.people.remove(person)


def release_slots_without_annotator() -> int:
    """Release slots of people who are no annotators now, and return how many.

    Covers people removed by earlier versions, closed accounts, and leases that began
    while the role ended.
    """
    annotators = Membership.objects.filter(
        status=MEMBER, role__in=ANNOTATORS, user__is_active=True
    )
    former = Membership.objects.exclude(pk__in=annotators.values("pk"))
    of_annotator = annotators.filter(
        project=OuterRef("project"), user=OuterRef("person")
    )
    return release_slots(
        Slot.objects.filter(~Exists(of_annotator), person__in=former.values("user"))
    )


def release_slots(slots: QuerySet[Slot]) -> int:
    """Release those of ``slots`` that are held and open, and return how many.

    Slots of practice, calibration, gold and late submissions fill no item: only their
    leases end. A slot that its person submits at this moment is skipped.
    """
    held = slots.filter(
        Q(purpose=Purpose.WORK, status__in=_HELD) | Q(status=LEASED),
        person__isnull=False,
    )
    released = 0
    for slot in held.order_by("pk"):
        with suppress(ConflictError):
            _release(slot)
            released += 1
    return released


@transaction.atomic
def _release(slot: Slot) -> None:
    if slot.purpose != Purpose.WORK:
        release_lease(slot, Actor.system())
        return
    if slot.annotations.filter(person=slot.person_id).exists():
        transition(
            slot,
            "vacate",
            actor=Actor.system(),
            reason=_("Its annotator is no longer an annotator of the project."),
            data=slot.lease_record,
            changes={"lease_until": None, "leased_at": None, "pinned": False},
        )
        open_replacement(slot)
        return
    if slot.status == LEASED:
        release_lease(slot, Actor.system())
    if slot.pinned:
        unpin_slot(slot, Actor.system())
    free_skipped_slots(Slot.objects.filter(pk=slot.pk, status=OPEN))


def give_back_work(entries: Sequence[LedgerEntry]) -> None:
    """Handler of membership → member: give returned annotations back to annotators.

    Left out are items that others have taken over, and those that the person must not
    get any more.
    """
    for membership in list_resumed_roles(entries, ANNOTATORS):
        closed = Slot.objects.filter(
            project=membership.project_id,
            person=membership.user_id,
            purpose=Purpose.WORK,
            status=CLOSED,
        )
        released = LedgerEntry.objects.filter(
            machine="slot", action="vacate", subject_id__in=closed.values("pk")
        )
        last_version = dict(
            released.order_by("version").values_list("subject_id", "version")
        )
        for slot in closed.select_related("project").order_by("pk"):
            if last_version.get(slot.pk) != slot.state_version:
                continue
            if is_person_excluded(slot, membership.user):
                continue
            with suppress(ConflictError), transaction.atomic():
                withdraw_replacement(slot, Actor.system())
                transition(slot, "give_back", actor=Actor.system())
