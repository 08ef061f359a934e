"""Slots, and the draft that a person has of a slot's item."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from annotation.items.domain.slot_codes import slot_id_range_of_code
from annotation.items.domain.slot_states import LEASED
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation, Draft
from annotation.items.selectors.items import current_content
from core.domain.texts import _
from core.errors import NotFoundError
from core.models import LedgerEntry
from core.selectors import first_or_none
from projects.models import Project, User

_WORK_AND_EXTRA: set[str] = {Purpose.WORK, Purpose.EXTRA}


def get_own_slot(project: Project, person: User, slot_id: int) -> Slot:
    """Return the person's slot of the item that ``slot_id`` belongs to.

    The person may have resumed an expired slot in another slot of the same item: then
    the old id gives the new slot. Raises NotFoundError when the person never held it.
    """
    slot = first_or_none(Slot.objects.filter(project=project, pk=slot_id))
    if slot is not None and slot.person_id != person.pk:
        own = slots_of_same_pass(slot).filter(person=person).first()
        if own is not None:
            slot = own
        elif get_draft(slot, person) is None:
            slot = None
    if slot is None:
        raise NotFoundError(_("You have no such annotation."))
    slot.project = project
    return slot


class SlotWithDraft(NamedTuple):
    """A person's slot and their draft of its item."""

    slot: Slot
    draft: Draft | None


def slot_with_draft(project: Project, person: User, slot_id: int) -> SlotWithDraft:
    """Return ``get_own_slot`` with the person's draft.

    Raises NotFoundError when the person never held the slot.
    """
    draft = first_or_none(
        Draft.objects.filter(
            person=person, slot=slot_id, slot__person=person, slot__project=project
        ).select_related("slot")
    )
    if draft is None:
        slot = get_own_slot(project, person, slot_id)
        return SlotWithDraft(slot, get_draft(slot, person))
    draft.slot.project = project
    return SlotWithDraft(draft.slot, draft)


def slots_of_same_pass(slot: Slot) -> QuerySet[Slot]:
    """Return the slots that can hold the same work: siblings and extra slots."""
    return Slot.objects.filter(
        item=slot.item_id, purpose__in=_purposes_of(slot), work_pass=slot.work_pass
    )


def _purposes_of(slot: Slot) -> set[str]:
    return _WORK_AND_EXTRA if slot.purpose in _WORK_AND_EXTRA else {slot.purpose}


def get_draft(slot: Slot, person: User) -> Draft | None:
    """Return the person's draft of the slot's item, whichever slot they began it in.

    A submitted draft without a row is made from its annotation, and not stored.
    """
    same_pass = {
        "person": person,
        "slot__item": slot.item_id,
        "slot__purpose__in": _purposes_of(slot),
        "slot__work_pass": slot.work_pass,
    }
    draft = Draft.objects.filter(**same_pass).first()
    if draft is not None:
        return draft
    submitted = Annotation.objects.filter(**same_pass)
    latest = submitted.order_by("-submitted_at", "-pk").defer("content").first()
    if latest is None:
        return None
    return Draft(
        slot_id=latest.slot_id,
        person=person,
        version=latest.draft_version,
        begun_at=latest.submitted_at,
        saved_at=latest.submitted_at,
    )


def draft_content(draft: Draft, slot: Slot) -> dict[str, Any]:
    """Return the draft's record; that of a submitted draft is in its annotation.

    ``slot`` is any slot that can hold the same work. Labels of an annotation that later
    protocol versions removed are translated by the mappings of those versions.
    """
    content: dict[str, Any] | None = draft.content
    if content is not None:
        return content
    own = Annotation.objects.filter(
        person=draft.person_id, slot__in=slots_of_same_pass(slot)
    )
    return current_content(slot.project, own.latest("submitted_at", "pk"))


def latest_own_slot_id(person: int | None, item: str = "item") -> Subquery:
    """Return a subquery for the id of the person's latest slot of the item, or None.

    For ``annotate``; ``item`` is the path from a row to its item.
    """
    own = Slot.objects.filter(item=OuterRef(item), person=person)
    return Subquery(own.order_by("-moved_at").values("pk")[:1])


def slots_of_code(project: Project, code: str) -> QuerySet[Slot]:
    """Return the project's slots that their annotators see under this code."""
    slots = Slot.objects.filter(project=project)
    ids = slot_id_range_of_code(code)
    return slots.none() if ids is None else slots.filter(pk__range=ids)


def slots_of_entries(entries: Iterable[LedgerEntry], purpose: Purpose) -> list[Slot]:
    """Return the slots with this purpose among the ledger entries' subjects."""
    subjects = [entry.subject for entry in entries]
    return [
        subject
        for subject in subjects
        if isinstance(subject, Slot) and subject.purpose == purpose
    ]


def leased_slot(project: Project, person: User) -> Slot | None:
    """Return the slot that the person holds a lease on, if any."""
    held = Slot.objects.filter(project=project, person=person, status=LEASED)
    return held.select_related("item").first()
