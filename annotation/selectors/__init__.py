"""Reading items, slots, annotations and questions."""

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
"""What is read of an item whole, for the other stages; slots are read below."""

ANNOTATORS = frozenset({Role.ANNOTATOR})
"""Who may annotate. Organizers see everybody's work and so cannot work blind."""

_WORK_AND_EXTRA: set[str] = {Purpose.WORK, Purpose.EXTRA}


# What a person may see of their own work


class MySlot(NamedTuple):
    """A slot as its own person sees it; nothing of anybody else is in it."""

    slot: Slot
    asked: bool
    """Whether the questions in the draft are somebody else's, to be answered."""
    mine: bool
    """Whether it is theirs now; if not, they began it and their time ran out."""
    images: list[Image]
    draft: Draft | None
    annotation: Annotation | None
    feedback: LedgerEntry | None


def my_slot(project: Project, person: User, slot_id: int) -> Slot:
    """The person's place at the item of that slot.

    Work that lapsed may have been taken up in another slot of the same item: whoever
    asks for the old one gets the new one. Raises NotFoundError when the person never held it.
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
    """A person's slot, and what they have typed there."""

    slot: Slot
    draft: Draft | None


def slot_with_draft(project: Project, person: User, slot_id: int) -> SlotWithDraft:
    """``my_slot`` with its draft. Raises NotFoundError when the person never held it."""
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
    """An item with its pictures in order, and those of another one."""

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
    """What the form needs: pictures, what was typed so far, what came back and why.

    ``draft`` and ``pictures`` where they have been read already.
    """
    pictures = pictures or pictures_of(slot.item_id)
    slot.item = pictures.item
    mine = slot.person_id == person.pk and slot.status != OPEN
    annotation = None
    if not slot.untouched:
        annotations = Annotation.objects.filter(slot=slot, person=person)
        annotation = annotations.order_by("-revision").first()
    # Nothing comes back that was not handed in.
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
    """The pictures of an item, and of another, as far as looking at them needs."""
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
    """How many pictures the slot's item has."""
    # Items never have more than the protocol says: it may change before work only.
    if slot.project.protocol.item.up_to == 1:
        return 1
    return ItemImage.objects.filter(item=slot.item_id).count()


def family_of(slot: Slot) -> QuerySet[Slot]:
    """The slots that the same work could be in: those beside it, and the extra ones."""
    return Slot.objects.filter(
        item=slot.item_id, purpose__in=_purposes_of(slot), work_pass=slot.work_pass
    )


def _purposes_of(slot: Slot) -> set[str]:
    return _WORK_AND_EXTRA if slot.purpose in _WORK_AND_EXTRA else {slot.purpose}


def draft_of(slot: Slot, person: User) -> Draft | None:
    """The person's draft of the slot's item, in whichever slot they began it."""
    drafts = Draft.objects.filter(
        person=person,
        slot__item=slot.item_id,
        slot__purpose__in=_purposes_of(slot),
        slot__work_pass=slot.work_pass,
    )
    return drafts.first()


def own_slot_id(person: int | None, item: str = "item") -> Subquery:
    """For ``annotate``: the id of the person's latest slot at a row's item, or None."""
    own = Slot.objects.filter(item=OuterRef(item), person=person)
    return Subquery(own.order_by("-moved_at").values("pk")[:1])


def slots_of_code(project: Project, code: str) -> QuerySet[Slot]:
    """The slots of the project that their people call by this code."""
    slots = Slot.objects.filter(project=project)
    ids = slot_ids_of(code)
    return slots.none() if ids is None else slots.filter(pk__range=ids)


def draft_versions(slot: Slot, person: User) -> QuerySet[DraftVersion]:
    """How the person's draft of the slot's item has stood, to be ordered by number."""
    return DraftVersion.objects.filter(draft=draft_of(slot, person))


def get_draft_version(slot: Slot, person: User, number: int) -> DraftVersion:
    """One of them. Raises NotFoundError."""
    version = draft_versions(slot, person).filter(number=number).first()
    if version is None:
        raise NotFoundError("This draft has no such version.")
    return version


def moved_slots(entries: Iterable[LedgerEntry], purpose: Purpose) -> list[Slot]:
    """For handlers of moves: the slots of a purpose among what moved."""
    moved = [entry.subject for entry in entries]
    return [one for one in moved if isinstance(one, Slot) and one.purpose == purpose]


def my_work(project: Project, person: User) -> QuerySet[Slot]:
    """What the person did, what came back and why; to be ordered by ``moved_at``."""
    entries = LedgerEntry.objects.filter(
        machine="slot", subject_id=OuterRef("pk")
    ).order_by("-version")
    returned = entries.filter(action="send_back")
    declined = entries.filter(target=DECLINED)
    own = Annotation.objects.filter(person=person).order_by("-revision")
    return (
        Slot.objects.filter(project=project, person=person)
        # What lapsed, or waits with their name on, is on nobody's desk.
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
