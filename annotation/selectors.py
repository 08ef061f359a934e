"""Reading items, slots, annotations and questions."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from django.db.models import F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery

from annotation.domain.states import (
    CLOSED,
    DECLINED,
    LEASED,
    OPEN,
    RETURNED,
    SUBMITTED,
)
from annotation.models import (
    Annotation,
    Draft,
    Item,
    ItemImage,
    Purpose,
    Question,
    QuestionRevision,
    Slot,
)
from curation.models.images import Image
from projects.models import Project, Role, User
from workflow.errors import Missing
from workflow.models import LedgerEntry
from workflow.selectors import life_of

ANNOTATORS = frozenset({Role.ANNOTATOR})
"""Who may annotate. Organizers see everybody's work and so cannot work blind."""

_GONE = (DECLINED, CLOSED)
_WORK_AND_EXTRA: set[str] = {Purpose.WORK, Purpose.EXTRA}


# What a person may see of their own work


class MySlot(NamedTuple):
    """A slot as its own person sees it; nothing of anybody else is in it."""

    slot: Slot
    mine: bool
    """Whether it is theirs now; if not, they began it and their time ran out."""
    images: list[Image]
    draft: Draft | None
    annotation: Annotation | None
    feedback: LedgerEntry | None


def my_slot(project: Project, person: User, slot_id: int) -> Slot:
    """The person's place at the item of that slot.

    Work that lapsed may have been taken up in another slot of the same item: whoever
    asks for the old one gets the new one. Raises Missing when the person never held it.
    """
    slot = Slot.objects.filter(project=project, pk=slot_id).first()
    if slot is not None and slot.person_id != person.pk:
        own = family_of(slot).filter(person=person).first()
        if own is not None:
            slot = own
        elif draft_of(slot, person) is None:
            slot = None
    if slot is None:
        raise Missing("You have no such work.")
    slot.project = project
    return slot


def my_slot_view(slot: Slot, person: User) -> MySlot:
    """What the form needs: pictures, what was typed so far, what came back and why."""
    mine = slot.person_id == person.pk
    annotations = Annotation.objects.filter(slot=slot, person=person)
    feedback = life_of(slot).filter(action="send_back") if mine else None
    return MySlot(
        slot=slot,
        mine=mine,
        images=[place.image for place in places_of(slot.item_id)],
        draft=draft_of(slot, person),
        annotation=annotations.order_by("-revision").first(),
        feedback=feedback.last() if feedback is not None else None,
    )


def places_of(item_id: int) -> QuerySet[ItemImage]:
    """An item's pictures in order."""
    return (
        ItemImage.objects.filter(item=item_id)
        .select_related("image")
        .order_by("position")
    )


def family_of(slot: Slot) -> QuerySet[Slot]:
    """The slots that the same work could be in: those beside it, and the extra ones."""
    purposes = {slot.purpose}
    if slot.purpose in _WORK_AND_EXTRA:
        purposes = _WORK_AND_EXTRA
    return Slot.objects.filter(
        item=slot.item_id, purpose__in=purposes, work_pass=slot.work_pass
    )


def draft_of(slot: Slot, person: User) -> Draft | None:
    """The person's draft of the slot's item, in whichever slot they began it."""
    return Draft.objects.filter(person=person, slot__in=family_of(slot)).first()


def held_slot(project: Project, person: User) -> Slot | None:
    """The one slot that the person holds now."""
    return Slot.objects.filter(project=project, person=person, status=LEASED).first()


def next_slots(project: Project, person: User, *, limit: int) -> Sequence[Slot]:
    """Slots to offer a person who holds none, best first.

    1. What came back to them.
    2. What they began and let lapse, while it is free.
    3. Items that somebody else has finished, then new ones in order.

    Never an item at which they have a slot already, declined ones included.
    """
    slots = Slot.objects.filter(project=project)
    returned = slots.filter(person=person, status=RETURNED).order_by("moved_at")
    first = returned.first()
    if first is not None:
        return [first]
    free = _free_for(project, person)
    begun = Draft.objects.filter(person=person, slot__project=project)
    lapsed = free.filter(item_id__in=begun.values("slot__item_id"))
    lapsed_first = lapsed.order_by("item_id", "number").first()
    if lapsed_first is not None:
        return [lapsed_first]
    return list(free.order_by("-started", "item_id", "number")[:limit])


def _free_for(project: Project, person: User) -> QuerySet[Slot]:
    """Free slots at items at which the person has none."""
    slots = Slot.objects.filter(project=project)
    taken = slots.filter(person=person).values("item_id")
    return slots.filter(purpose=Purpose.WORK, status=OPEN).exclude(item_id__in=taken)


class AnnotationProgress(NamedTuple):
    """How far a person is with annotating, counted in items."""

    waiting: int
    """Items that this person could be given; others may be faster."""
    held: int
    """On their desk now: 0 or 1."""
    returned: int
    """Handed in once, and sent back to them."""
    submitted: int


def annotation_progress(project: Project, person: User) -> AnnotationProgress:
    """How far this person is."""
    own = Slot.objects.filter(project=project, person=person)
    free = _free_for(project, person).values("item_id").distinct()
    return AnnotationProgress(
        free.count(),
        own.filter(status=LEASED).count(),
        own.filter(status=RETURNED).count(),
        own.filter(status=SUBMITTED).count(),
    )


def upcoming_images(project: Project, person: User) -> list[Image]:
    """Pictures of the item that the person will probably get next."""
    following = next_slots(project, person, limit=1)
    return [place.image for slot in following for place in places_of(slot.item_id)]


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
        .select_related("item")
        .prefetch_related(
            Prefetch("item__places", ItemImage.objects.select_related("image")),
            Prefetch("annotations", own, to_attr="own_annotations"),
        )
        .annotate(
            feedback=Subquery(returned.values("reason")[:1]),
            feedback_at=Subquery(returned.values("at")[:1]),
            decline_reason=Subquery(declined.values("reason")[:1]),
        )
    )


# What other stages need to know of an item


def items_of(
    project: Project,
    *,
    slot_status: str | None = None,
    image_id: int | None = None,
) -> QuerySet[Item]:
    """Items with their pictures and slots, for organizers.

    All of them, or those that have a slot in one state or one picture.
    """
    slots = Slot.objects.select_related("person").order_by("purpose", "number")
    items = Item.objects.filter(project=project).select_related("protocol_version")
    if slot_status:
        matching = Slot.objects.filter(project=project, status=slot_status)
        items = items.filter(pk__in=matching.values("item_id"))
    if image_id is not None:
        items = items.filter(places__image=image_id)
    return items.prefetch_related(
        Prefetch("places", ItemImage.objects.select_related("image")),
        Prefetch("slots", slots),
    )


def item_get(project: Project, item_id: int) -> Item:
    """An item of the project. Raises Missing."""
    item = items_of(project).filter(pk=item_id).first()
    if item is None:
        raise Missing("There is no such item.")
    return item


def slot_of_item(item: Item, slot_id: int) -> Slot:
    """A slot of the item. Raises Missing."""
    slot = Slot.objects.filter(item=item, pk=slot_id).select_related("person").first()
    if slot is None:
        raise Missing("There is no such annotation.")
    return slot


def annotations_of(item: Item) -> QuerySet[Annotation]:
    """Everything handed in for an item, every revision, for organizers."""
    return (
        Annotation.objects.filter(slot__item=item)
        .select_related("person", "slot", "protocol_version")
        .order_by("slot__purpose", "slot__number", "revision")
    )


def work_annotations(item: Item) -> list[Annotation]:
    """The latest annotation of each work slot, by slot number.

    Empty until exactly as many are in as the item's protocol asks for: whoever compares
    them never sees half of them.
    """
    slots = Slot.objects.filter(item=item, purpose=Purpose.WORK)
    work_pass = slots.aggregate(latest=Max("work_pass"))["latest"]
    live = list(slots.filter(work_pass=work_pass).exclude(status__in=_GONE))
    wanted = item.protocol_version.protocol.annotation.people
    if len(live) != wanted or any(slot.status != SUBMITTED for slot in live):
        return []
    newest = Annotation.objects.filter(slot=OuterRef("slot")).order_by("-revision")
    return list(
        Annotation.objects.filter(slot__in=live, pk=Subquery(newest.values("pk")[:1]))
        .select_related("slot", "person", "protocol_version")
        .order_by("slot__number")
    )


def annotators_of(item: Item) -> set[int]:
    """Keys of the people who have annotated an item, in whatever kind of slot."""
    return set(
        Annotation.objects.filter(slot__item=item).values_list("person_id", flat=True)
    )


def live_questions(item: Item) -> list[QuestionRevision]:
    """The current revision of each question that was not dropped, in order."""
    return list(
        QuestionRevision.objects.filter(
            question__item=item,
            question__live=True,
            number=F("question__current_number"),
        )
        .select_related("question", "author")
        .order_by("question__position", "question_id")
    )


def question_history(item: Item) -> QuerySet[Question]:
    """All questions of an item with all their revisions, dropped ones too."""
    revisions = QuestionRevision.objects.select_related("author").order_by("number")
    return (
        Question.objects.filter(item=item)
        .select_related("dropped_by")
        .prefetch_related(Prefetch("revisions", queryset=revisions))
        .order_by("position", "id")
    )


# One item's life


LifeSource = Callable[[Item], Collection[int]]
_life_sources: dict[str, LifeSource] = {}


def life_include(machine: str, source: LifeSource) -> None:
    """Let things of a later stage appear in an item's life.

    ``source`` gives the keys of an item's things of that machine.
    """
    _life_sources[machine] = source


def life_of_item(item: Item) -> QuerySet[LedgerEntry]:
    """Everything that happened to an item: pictures, slots, what later stages added."""
    images = item.places.values("image_id")
    happened = Q(machine="image", subject_id__in=images)
    happened |= Q(machine="slot", subject_id__in=item.slots.values("pk"))
    for machine, source in _life_sources.items():
        happened |= Q(machine=machine, subject_id__in=list(source(item)))
    return LedgerEntry.objects.filter(happened, scope_id=item.project_id)
