"""Whole items: annotations, questions and history."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet

from annotation.items.domain.slot_states import GONE, SUBMITTED
from annotation.items.models.items import Item, ItemImage
from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.question_source import separate_answers
from annotation.ports import ITEM_SUBJECTS
from core.domain.texts import _
from core.errors import NotFoundError
from core.models import LedgerEntry
from core.selectors import list_entries_about
from projects.models import Project, ProtocolVersion
from projects.protocol_versions.selectors import list_version_mappings
from subtext_protocol.changes import Carrying, map_values


def list_items_with_slots(
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
    item = list_items_with_slots(project).filter(pk=item_id).first()
    if item is None:
        raise NotFoundError(_("This project has no such item."))
    return item


def slot_of_item(item: Item, slot_id: int) -> Slot:
    """Return a slot of the item. Raises NotFoundError."""
    slot = Slot.objects.filter(item=item, pk=slot_id).select_related("person").first()
    if slot is None:
        raise NotFoundError(_("This project has no such annotation."))
    return slot


def list_item_annotations(item: Item) -> QuerySet[Annotation]:
    """Return all annotations of an item, every revision, for organizers."""
    return (
        Annotation.objects.filter(slot__item=item)
        .select_related("person", "slot", "protocol_version")
        .order_by("slot__purpose", "slot__number", "revision")
    )


def latest_annotations(item_id: int) -> dict[int, Annotation]:
    """Return the latest annotation of each of the item's work slots, by slot id."""
    annotations = Annotation.objects.filter(
        slot__item=item_id, slot__purpose=Purpose.WORK
    ).order_by("revision")
    return {annotation.slot_id: annotation for annotation in annotations}


def work_annotations(
    item_id: int, latest: Mapping[int, Annotation] | None = None
) -> list[Annotation]:
    """Return the latest annotation of each of the item's live work slots, by number.

    Empty until as many are submitted as the item's protocol asks for, so that a
    comparison never sees only some of them. Pass ``latest`` (``latest_annotations``)
    when it has been read already.
    """
    slots = (
        Slot.objects.filter(item=item_id, purpose=Purpose.WORK)
        .order_by("number")
        .values_list("pk", "status", "work_pass")
    )
    current = max((work_pass for _pk, _status, work_pass in slots), default=0)
    live = {
        pk: status
        for pk, status, work_pass in slots
        if work_pass == current and status not in GONE
    }
    if not live or any(status != SUBMITTED for status in live.values()):
        return []
    version = ProtocolVersion.objects.only("sha256").get(item=item_id)
    if len(live) != version.protocol.annotation.people:
        return []
    if latest is None:
        latest = latest_annotations(item_id)
    return [latest[pk] for pk in live]


def newest_annotations(slots: QuerySet[Slot]) -> QuerySet[Annotation]:
    """Return the latest annotation of each of these slots."""
    newer = Annotation.objects.filter(
        slot=OuterRef("slot"), revision__gt=OuterRef("revision")
    )
    return Annotation.objects.filter(~Exists(newer), slot__in=slots)


def current_contents(
    project: Project, annotations: Iterable[Annotation]
) -> list[dict[str, Any]]:
    """Return the contents of annotations in the labels of the current protocol.

    Stored annotations never change. Labels that later versions removed are translated
    by the mappings of those versions. Answers to another annotator's questions are kept
    apart (annotation.items.selectors.question_source).
    """
    annotations = list(annotations)
    mappings = _later_mappings(project, annotations)
    return [
        separate_answers(annotation, _translated(annotation, mappings))
        for annotation in annotations
    ]


def current_content(project: Project, annotation: Annotation) -> dict[str, Any]:
    """Return one annotation's content likewise, answers in place of the keys."""
    return _translated(annotation, _later_mappings(project, [annotation]))


def _later_mappings(
    project: Project, annotations: Iterable[Annotation]
) -> list[tuple[int, Carrying]]:
    current = project.current_protocol_id
    if all(annotation.protocol_version_id == current for annotation in annotations):
        return []
    return list_version_mappings(project)


def _translated(
    annotation: Annotation, mappings: Iterable[tuple[int, Carrying]]
) -> dict[str, Any]:
    content: dict[str, Any] = annotation.content
    for version_id, mapping in mappings:
        if version_id > annotation.protocol_version_id:
            content = map_values(content, mapping)
    return content


def annotator_ids_of_item(item: Item) -> set[int]:
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


def item_history(item: Item) -> QuerySet[LedgerEntry]:
    """Return the full history of an item: images, slots and later stages."""
    subjects: dict[str, Collection[int]] = {
        "image": [*item.places.values_list("image_id", flat=True)],
        "slot": [*item.slots.values_list("pk", flat=True)],
        **{machine: subjects(item) for machine, subjects in ITEM_SUBJECTS.items()},
    }
    return list_entries_about(item.project_id, subjects)
