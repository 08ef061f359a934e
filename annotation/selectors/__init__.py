"""Queries for items, slots, annotations, drafts and questions."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.fields.json import KT

from annotation.domain.slot_codes import slot_ids_of
from annotation.domain.states import DECLINED, OPEN
from annotation.models import (
    Annotation,
    Draft,
    DraftVersion,
    Item,
    ItemImage,
    Purpose,
    Slot,
)
from annotation.selectors.items import (
    LifeSource,
    annotations_of,
    annotators_of,
    contents_now,
    get_item,
    items_of,
    life_include,
    life_of_item,
    live_questions,
    question_history,
    slot_of_item,
    work_annotations,
)
from annotation.selectors.question_source import asked_questions, question_source
from curation.models.images import Image
from projects.models import Project, Role, User
from workflow.errors import NotFoundError
from workflow.models import LedgerEntry
from workflow.selectors import first_or_none, life_of

__all__ = [
    "LifeSource",
    "annotations_of",
    "annotators_of",
    "contents_now",
    "get_item",
    "items_of",
    "life_include",
    "life_of_item",
    "live_questions",
    "question_history",
    "slot_of_item",
    "work_annotations",
]
"""Whole-item queries that other stages use (annotation.selectors.items)."""

ANNOTATORS = frozenset({Role.ANNOTATOR})
"""The roles that may annotate. Organizers see all work, so theirs is not independent.
"""

_WORK_AND_EXTRA: set[str] = {Purpose.WORK, Purpose.EXTRA}


# What a person may see of their own work


class MySlot(NamedTuple):
    """A slot as its own person sees it, without other people's work."""

    slot: Slot
    asked: bool
    """Whether the questions in the draft are another annotator's, to be answered."""
    mine: bool
    """Whether the slot is theirs now. If not, they began it and the lease expired."""
    images: list[Image]
    draft: Draft | None
    annotation: Annotation | None
    feedback: LedgerEntry | None


def my_slot(project: Project, person: User, slot_id: int) -> Slot:
    """Return the person's slot of the item that ``slot_id`` belongs to.

    The person may have resumed an expired slot in another slot of the same item: then
    the old id gives the new slot. Raises NotFoundError when the person never held it.
    """
    slot = first_or_none(Slot.objects.filter(project=project, pk=slot_id))
    if slot is not None and slot.person_id != person.pk:
        own = family_of(slot).filter(person=person).first()
        if own is not None:
            slot = own
        elif draft_of(slot, person) is None:
            slot = None
    if slot is None:
        raise NotFoundError("You have no such annotation.")
    slot.project = project
    return slot


class SlotWithDraft(NamedTuple):
    """A person's slot and their draft of its item."""

    slot: Slot
    draft: Draft | None


def slot_with_draft(project: Project, person: User, slot_id: int) -> SlotWithDraft:
    """Return ``my_slot`` with the person's draft.

    Raises NotFoundError when the person never held the slot.
    """
    draft = first_or_none(
        Draft.objects.filter(
            person=person, slot=slot_id, slot__person=person, slot__project=project
        ).select_related("slot")
    )
    if draft is None:
        slot = my_slot(project, person, slot_id)
        return SlotWithDraft(slot, draft_of(slot, person))
    draft.slot.project = project
    return SlotWithDraft(draft.slot, draft)


class Pictures(NamedTuple):
    """An item with its images in order, and the images of a second item."""

    item: Item
    images: list[Image]
    others: list[Image]


def my_slot_view(
    slot: Slot,
    person: User,
    *,
    draft: Draft | None = None,
    pictures: Pictures | None = None,
) -> MySlot:
    """Return what the form shows: images, draft, annotation and rework reason.

    Pass ``draft`` and ``pictures`` when they have been read already.
    """
    pictures = pictures or pictures_of(slot.item_id)
    slot.item = pictures.item
    mine = slot.person_id == person.pk and slot.status != OPEN
    annotation = None
    if not slot.untouched:
        annotations = Annotation.objects.filter(slot=slot, person=person)
        annotation = annotations.order_by("-revision").first()
    # Only submitted work can be returned for rework.
    returned = annotation is not None and mine
    feedback = life_of(slot).filter(action="send_back") if returned else None
    draft = draft or draft_of(slot, person)
    written = question_source(slot, person)
    if draft is not None and written is not None:
        questions = asked_questions(written, draft.content)
        draft.content = {**draft.content, "questions": questions}
    return MySlot(
        slot=slot,
        asked=written is not None,
        mine=mine,
        images=pictures.images,
        draft=draft,
        annotation=annotation,
        feedback=feedback.last() if feedback is not None else None,
    )


def pictures_of(item: int, other: int | None = None) -> Pictures:
    """Return the images of ``item`` and of ``other``, with what display needs."""
    places = (
        ItemImage.objects.filter(item__in=(item, other))
        .select_related("item", "image")
        .only(
            "item__project",
            *("image__width", "image__height", "image__sha256", "image__status"),
        )
    )
    own = [place for place in places if place.item_id == item]
    others = [place.image for place in places if place.item_id != item]
    return Pictures(own[0].item, [place.image for place in own], others)


def picture_count(slot: Slot) -> int:
    """Return the number of images of the slot's item."""
    # The protocol's maximum can change only before work begins, so 1 is certain.
    if slot.project.protocol.item.up_to == 1:
        return 1
    return ItemImage.objects.filter(item=slot.item_id).count()


def family_of(slot: Slot) -> QuerySet[Slot]:
    """Return the slots that can hold the same work: siblings and extra slots."""
    return Slot.objects.filter(
        item=slot.item_id, purpose__in=_purposes_of(slot), work_pass=slot.work_pass
    )


def _purposes_of(slot: Slot) -> set[str]:
    return _WORK_AND_EXTRA if slot.purpose in _WORK_AND_EXTRA else {slot.purpose}


def draft_of(slot: Slot, person: User) -> Draft | None:
    """Return the person's draft of the slot's item, whichever slot they began it in."""
    drafts = Draft.objects.filter(
        person=person,
        slot__item=slot.item_id,
        slot__purpose__in=_purposes_of(slot),
        slot__work_pass=slot.work_pass,
    )
    return drafts.first()


def own_slot_id(person: int | None, item: str = "item") -> Subquery:
    """Return a subquery for the id of the person's latest slot of the item, or None.

    For ``annotate``; ``item`` is the path from a row to its item.
    """
    own = Slot.objects.filter(item=OuterRef(item), person=person)
    return Subquery(own.order_by("-moved_at").values("pk")[:1])


def slots_of_code(project: Project, code: str) -> QuerySet[Slot]:
    """Return the project's slots that their annotators see under this code."""
    slots = Slot.objects.filter(project=project)
    ids = slot_ids_of(code)
    return slots.none() if ids is None else slots.filter(pk__range=ids)


def draft_versions(slot: Slot, person: User) -> QuerySet[DraftVersion]:
    """Return the versions of the person's draft of the slot's item, unordered."""
    return DraftVersion.objects.filter(draft=draft_of(slot, person))


def get_draft_version(slot: Slot, person: User, number: int) -> DraftVersion:
    """Return one version of the person's draft. Raises NotFoundError."""
    version = draft_versions(slot, person).filter(number=number).first()
    if version is None:
        raise NotFoundError("This draft has no such version.")
    return version


def moved_slots(entries: Iterable[LedgerEntry], purpose: Purpose) -> list[Slot]:
    """Return the slots with this purpose among the ledger entries' subjects."""
    moved = [entry.subject for entry in entries]
    return [one for one in moved if isinstance(one, Slot) and one.purpose == purpose]


def my_work(project: Project, person: User) -> QuerySet[Slot]:
    """Return the person's slots with rework and decline reasons, unordered.

    Callers order them by ``moved_at``.
    """
    entries = LedgerEntry.objects.filter(
        machine="slot", subject_id=OuterRef("pk")
    ).order_by("-version")
    returned = entries.filter(action="send_back")
    declined = entries.filter(target=DECLINED)
    own = Annotation.objects.filter(person=person).order_by("-revision")
    return (
        Slot.objects.filter(project=project, person=person)
        # Expired slots and assigned slots that are not begun are not in progress.
        .exclude(status=OPEN)
        .select_related("item")
        .prefetch_related(
            Prefetch("item__places", ItemImage.objects.select_related("image")),
            Prefetch("annotations", own, to_attr="own_annotations"),
        )
        .annotate(
            feedback=Subquery(returned.values("reason")[:1]),
            feedback_at=Subquery(returned.values("at")[:1]),
            decline_reason=Subquery(declined.values(asked=KT("data__reason"))[:1]),
            decline_note=Subquery(declined.values(asked=KT("data__note"))[:1]),
        )
    )
