"""What an annotator sees of their own work: slots, images, drafts and their versions."""

from typing import NamedTuple

from django.db.models import F, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.fields.json import KT

from annotation.items.domain.slot_states import DECLINED, OPEN
from annotation.items.models.items import ItemImage
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation, Draft, DraftVersion
from annotation.items.selectors.question_source import (
    question_source,
    questions_without_keys,
)
from annotation.slots.selectors.slots import draft_content, get_draft
from core.domain.texts import _
from core.errors import NotFoundError
from core.models import LedgerEntry
from core.selectors import list_entries_of_object
from curation.images.models import Image
from projects.models import Project, User


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


class ItemImages(NamedTuple):
    """The images of an item in order, and the images of a second item."""

    images: list[Image]
    others: list[Image]


def read_own_slot(
    slot: Slot,
    person: User,
    *,
    draft: Draft | None = None,
    images: ItemImages | None = None,
) -> MySlot:
    """Return what the form shows: images, draft, annotation and rework reason.

    Pass ``draft`` and ``images`` when they have been read already.
    """
    images = images or list_item_images(slot.item_id)
    is_own = slot.person_id == person.pk and slot.status != OPEN
    annotation = None
    if not slot.was_never_annotated:
        annotations = Annotation.objects.filter(slot=slot, person=person)
        annotation = annotations.order_by("-revision").first()
    # Only submitted work can be returned for rework.
    returned = annotation is not None and is_own
    feedback = (
        list_entries_of_object(slot).filter(action="send_back") if returned else None
    )
    draft = draft or get_draft(slot, person)
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
        images=images.images,
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


def current_version(slot: Slot, person: User) -> DraftVersion | None:
    """Return the person's draft of the slot's item as its latest version.

    None while it is empty.
    """
    draft = get_draft(slot, person)
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
    draft = get_draft(slot, person)
    return DraftVersion.objects.filter(draft=draft.pk if draft else None)


def get_draft_version(slot: Slot, person: User, number: int) -> DraftVersion:
    """Return one version of the person's draft. Raises NotFoundError."""
    version = current_version(slot, person)
    if version is None or version.number != number:
        version = earlier_versions(slot, person).filter(number=number).first()
    if version is None:
        raise NotFoundError(_("This draft has no such version."))
    return version


def list_own_slots(project: Project, person: User) -> QuerySet[Slot]:
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
