"""Queries for items, slots, annotations, drafts and questions."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.fields.json import KT

from annotation.domain.slot_codes import slot_ids_of
from annotation.domain.states import DECLINED, OPEN
from annotation.models import (
    Annotation,
    Draft,
    DraftVersion,
    ItemImage,
    Purpose,
    Slot,
)
from annotation.selectors.items import (
    LifeSource,
    annotations_of,
    annotators_of,
    current_content,
    current_contents,
    get_item,
    include_in_item_history,
    item_history,
    items_of,
    latest_annotations,
    live_questions,
    question_history,
    slot_of_item,
    work_annotations,
)
from annotation.selectors.question_source import question_source, questions_without_keys
from curation.models.images import Image
from projects.models import Project, Role, User
from workflow.domain.texts import _
from workflow.errors import NotFoundError
from workflow.models import LedgerEntry
from workflow.selectors import first_or_none, life_of

__all__ = [
    "LifeSource",
    "annotations_of",
    "annotators_of",
    "current_content",
    "current_contents",
    "get_item",
    "include_in_item_history",
    "item_history",
    "items_of",
    "latest_annotations",
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
        own = slots_of_same_pass(slot).filter(person=person).first()
        if own is not None:
            slot = own
        elif draft_of(slot, person) is None:
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


class ItemImages(NamedTuple):
    """The images of an item in order, and the images of a second item."""

    images: list[Image]
    others: list[Image]


def my_slot_view(
    slot: Slot,
    person: User,
    *,
    draft: Draft | None = None,
    pictures: ItemImages | None = None,
) -> MySlot:
    """Return what the form shows: images, draft, annotation and rework reason.

    Pass ``draft`` and ``pictures`` when they have been read already.
    """
    pictures = pictures or list_item_images(slot.item_id)
    is_own = slot.person_id == person.pk and slot.status != OPEN
    annotation = None
    if not slot.untouched:
        annotations = Annotation.objects.filter(slot=slot, person=person)
        annotation = annotations.order_by("-revision").first()
    # Only submitted work can be returned for rework.
    returned = annotation is not None and is_own
    feedback = life_of(slot).filter(action="send_back") if returned else None
    draft = draft or draft_of(slot, person)
    written = question_source(slot, person)
    if draft is not None:
        draft.content = draft_content(draft, slot)
        if written is not None:
            questions = questions_without_keys(written, draft.content)
            draft.content = {**draft.content, "questions": questions}
    return MySlot(
        slot=slot,
        asked=written is not None,
        mine=is_own,
        images=pictures.images,
        draft=draft,
        annotation=annotation,
        feedback=feedback.last() if feedback is not None else None,
    )


def list_item_images(item: int, other_item: int | None = None) -> ItemImages:
    """Return the images of ``item`` and of ``other_item``, with what display needs."""
    images = (
        Image.objects.filter(place__item__in=(item, other_item))
        .only("width", "height", "sha256", "status")
        .annotate(of_item=F("place__item"))
        .order_by("place__position")
    )
    return ItemImages(
        [image for image in images if image.of_item == item],
        [image for image in images if image.of_item != item],
    )


def count_images(slot: Slot) -> int:
    """Return the number of images of the slot's item."""
    # The protocol's maximum can change only before work begins, so 1 is certain.
    if slot.project.protocol.item.up_to == 1:
        return 1
    return ItemImage.objects.filter(item=slot.item_id).count()


def slots_of_same_pass(slot: Slot) -> QuerySet[Slot]:
    """Return the slots that can hold the same work: siblings and extra slots."""
    return Slot.objects.filter(
        item=slot.item_id, purpose__in=_purposes_of(slot), work_pass=slot.work_pass
    )


def _purposes_of(slot: Slot) -> set[str]:
    return _WORK_AND_EXTRA if slot.purpose in _WORK_AND_EXTRA else {slot.purpose}


def draft_of(slot: Slot, person: User) -> Draft | None:
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


def current_version(slot: Slot, person: User) -> DraftVersion | None:
    """Return the person's draft of the slot's item as its latest version.

    None while it is empty.
    """
    draft = draft_of(slot, person)
    if draft is None or draft.version == 1:
        return None
    return DraftVersion(
        draft=draft,
        number=draft.version,
        content=draft_content(draft, slot),
        saved_at=draft.saved_at,
    )


def earlier_versions(slot: Slot, person: User) -> QuerySet[DraftVersion]:
    """Return the versions that the current one replaced, unordered."""
    draft = draft_of(slot, person)
    return DraftVersion.objects.filter(draft=draft.pk if draft else None)


def get_draft_version(slot: Slot, person: User, number: int) -> DraftVersion:
    """Return one version of the person's draft. Raises NotFoundError."""
    version = current_version(slot, person)
    if version is None or version.number != number:
        version = earlier_versions(slot, person).filter(number=number).first()
    if version is None:
        raise NotFoundError(_("This draft has no such version."))
    return version


def slots_of_entries(entries: Iterable[LedgerEntry], purpose: Purpose) -> list[Slot]:
    """Return the slots with this purpose among the ledger entries' subjects."""
    subjects = [entry.subject for entry in entries]
    return [
        subject
        for subject in subjects
        if isinstance(subject, Slot) and subject.purpose == purpose
    ]


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
