"""Whole items: annotations, questions and history."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery

from annotation.domain.states import (
    GONE,
    SUBMITTED,
)
from annotation.models import (
    Annotation,
    Item,
    ItemImage,
    Purpose,
    Question,
    QuestionRevision,
    Slot,
)
from annotation.selectors.question_source import (
    split_answers,
)
from projects.domain.protocol.changes import carried
from projects.models import Project
from projects.selectors import mappings_of
from workflow.errors import NotFoundError
from workflow.models import LedgerEntry


def items_of(
    project: Project,
    *,
    slot_status: str | None = None,
    image_id: int | None = None,
) -> QuerySet[Item]:
    """Return items with their images and slots, for organizers.

    Optionally only those with a slot in state ``slot_status`` or with one image.
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


def get_item(project: Project, item_id: int) -> Item:
    """Return an item of the project. Raises NotFoundError."""
    item = items_of(project).filter(pk=item_id).first()
    if item is None:
        raise NotFoundError("This project has no such item.")
    return item


def slot_of_item(item: Item, slot_id: int) -> Slot:
    """Return a slot of the item. Raises NotFoundError."""
    slot = Slot.objects.filter(item=item, pk=slot_id).select_related("person").first()
    if slot is None:
        raise NotFoundError("This project has no such annotation.")
    return slot


def annotations_of(item: Item) -> QuerySet[Annotation]:
    """Return all annotations of an item, every revision, for organizers."""
    return (
        Annotation.objects.filter(slot__item=item)
        .select_related("person", "slot", "protocol_version")
        .order_by("slot__purpose", "slot__number", "revision")
    )


def work_annotations(item_id: int) -> list[Annotation]:
    """Return the latest annotation of each of the item's work slots, by slot number.

    Empty until as many are submitted as the item's protocol asks for, so that a
    comparison never sees only some of them.
    """
    slots = (
        Slot.objects.filter(item=item_id, purpose=Purpose.WORK)
        .select_related("item__protocol_version")
        .only("status", "work_pass", "item__protocol_version__sha256")
    )
    work_pass = max((slot.work_pass for slot in slots), default=0)
    live = [
        slot
        for slot in slots
        if slot.work_pass == work_pass and slot.status not in GONE
    ]
    if not live or any(slot.status != SUBMITTED for slot in live):
        return []
    if len(live) != live[0].item.protocol_version.protocol.annotation.people:
        return []
    newest = Annotation.objects.filter(slot=OuterRef("slot")).order_by("-revision")
    return list(
        Annotation.objects.filter(
            slot__in=live, pk=Subquery(newest.values("pk")[:1])
        ).order_by("slot__number")
    )


def newest_annotations(slots: QuerySet[Slot]) -> QuerySet[Annotation]:
    """Return the latest annotation of each of these slots."""
    newer = Annotation.objects.filter(
        slot=OuterRef("slot"), revision__gt=OuterRef("revision")
    )
    return Annotation.objects.filter(~Exists(newer), slot__in=slots)


def contents_now(
    project: Project, annotations: Iterable[Annotation]
) -> list[dict[str, Any]]:
    """Return the contents of annotations in the labels of the current protocol.

    Stored annotations never change. Labels that later versions removed are translated
    by the mappings of those versions. Answers to another annotator's questions are kept
    apart (annotation.selectors.question_source).
    """
    annotations = list(annotations)
    older = any(
        one.protocol_version_id != project.current_protocol_id for one in annotations
    )
    mappings = mappings_of(project) if older else []
    contents = []
    for annotation in annotations:
        content = annotation.content
        for version_id, mapping in mappings:
            if version_id > annotation.protocol_version_id:
                content = carried(content, mapping)
        contents.append(split_answers(annotation, content))
    return contents


def annotators_of(item: Item) -> set[int]:
    """Return the ids of the people who annotated the item, in slots of any purpose."""
    return set(
        Annotation.objects.filter(slot__item=item).values_list("person_id", flat=True)
    )


def live_questions(item: Item) -> list[QuestionRevision]:
    """Return the current revision of each question that was not dropped, in order."""
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
    """Return all questions of an item with every revision, dropped ones included."""
    revisions = QuestionRevision.objects.select_related("author").order_by("number")
    return (
        Question.objects.filter(item=item)
        .select_related("dropped_by")
        .prefetch_related(Prefetch("revisions", queryset=revisions))
        .order_by("position", "id")
    )


# Full history of an item


LifeSource = Callable[[Item], Collection[int]]
_life_sources: dict[str, LifeSource] = {}


def life_include(machine: str, source: LifeSource) -> None:
    """Include the ledger entries of a later stage's machine in an item's history.

    ``source`` returns the ids of that machine's objects for an item.
    """
    _life_sources[machine] = source


def life_of_item(item: Item) -> QuerySet[LedgerEntry]:
    """Return the full history of an item: images, slots and later stages."""
    images = item.places.values("image_id")
    happened = Q(machine="image", subject_id__in=images)
    happened |= Q(machine="slot", subject_id__in=item.slots.values("pk"))
    for machine, source in _life_sources.items():
        happened |= Q(machine=machine, subject_id__in=list(source(item)))
    return LedgerEntry.objects.filter(happened, scope_id=item.project_id)
