"""Search for items, and preview what voiding one person's work would change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan

from annotation.domain.search import folded, label_token
from annotation.domain.states import CLOSED, OPEN, RETURNED, SUBMITTED, VOIDED
from annotation.models import (
    Annotation,
    Item,
    ItemImage,
    Purpose,
    QuestionRevision,
    Slot,
)
from annotation.selectors import slots_of_code
from curation.models.images import Image
from projects.models import Project
from review.domain.states import COMPARING, VALIDATED
from review.models import Case
from review.selectors.cases import DECIDED, UNDECIDED
from workflow.selectors import get_or_missing

UNBEGUN = "unbegun"
"""The state of an item without any submission."""


class Wanted(NamedTuple):
    """The search criteria; an empty one does not restrict the search."""

    text: str = ""
    """Part of a text, a question, an option or a label's title; or a whole assignment
    code."""
    labels: Mapping[str, str] = {}
    """Choices by field."""
    person: int | None = None
    """A person who has a slot of the item."""
    state: str = ""
    """A state of its case, or ``unbegun``."""
    tag: str = ""


@dataclass(frozen=True)
class FoundCase:
    id: int
    status: str


@dataclass(frozen=True)
class FoundItem:
    """An item in a list.

    ``labels`` and ``text`` are those of the final record, else of a submission.
    """

    id: int
    number: int
    images: Sequence[Image]
    case: FoundCase | None
    shared: bool
    """Whether it left the benchmark by being shared for calibration before any work."""
    labels: Mapping[str, Sequence[str]]
    text: str
    people: Sequence[str]
    pinned: Sequence[str]
    """The people it is assigned to and waits for."""
    tags: Sequence[str]


def items_found(project: Project, wanted: Wanted) -> QuerySet[Item]:
    """Return the matching items with images, slots and case; to be ordered by number.

    A decided item is searched by its final record, another by its submissions.
    """
    items = Item.objects.filter(project=project)
    if wanted.state == UNBEGUN:
        items = unbegun(project)
    elif wanted.state:
        items = items.filter(case__status=wanted.state)
    if wanted.person is not None:
        own = Slot.objects.filter(item=OuterRef("pk"), person=wanted.person)
        items = items.filter(Exists(own))
    if wanted.tag:
        items = items.filter(tags__tag=wanted.tag)
    for field, choice in wanted.labels.items():
        label = _contains("search_labels", label_token(field, choice))
        items = items.filter(_said(project, label))
    words = wanted.text.strip()
    if words:
        coded = slots_of_code(project, words).values("item")
        items = _written(items, project, words) | items.filter(pk__in=coded)
    slots = Slot.objects.select_related("person").order_by("purpose", "number")
    # Not a join, which would sort thousands of records to show one page.
    cases = Case.objects.defer("search_text", "search_labels", "comparison")
    return items.prefetch_related(
        Prefetch("case", cases),
        Prefetch("places", ItemImage.objects.select_related("image")),
        Prefetch("slots", slots.filter(purpose=Purpose.WORK)),
        "tags",
    )


def unbegun(project: Project) -> QuerySet[Item]:
    """Return items without a submission, except those shared for calibration."""
    there = Slot.objects.filter(item=OuterRef("pk"), purpose=Purpose.WORK)
    shared = Exists(there.filter(status=CLOSED)) & ~Exists(there.exclude(status=CLOSED))
    return Item.objects.filter(project=project, case=None).exclude(shared)


def _written(items: QuerySet[Item], project: Project, words: str) -> QuerySet[Item]:
    """Filter items by ``words`` in their record, a question or a label's title."""
    sought = folded([words])
    has_words = _contains("search_text", sought)
    said = has_words
    for label in project.protocol.labels:
        for choice in label.choices:
            if any(sought in title.casefold() for title in choice.title.values()):
                said |= _contains("search_labels", label_token(label.id, choice.id))
    asked = QuestionRevision.objects.filter(
        has_words,
        question__item__project=project,
        question__live=True,
        number=F("question__current_number"),
    )
    return items.filter(_said(project, said) | Q(pk__in=asked.values("question__item")))


def _said(project: Project, condition: Q) -> Q:
    """Match items by final record, or undecided ones by a work annotation.

    Both tables are scanned once: with 20,000 items this is faster than row by row.
    """
    undecided = Item.objects.filter(project=project).exclude(case__status__in=DECIDED)
    slots = Slot.objects.filter(item__in=undecided, purpose=Purpose.WORK)
    handed_in = Annotation.objects.filter(condition, slot__in=slots)
    decided = Case.objects.filter(condition, project=project, status__in=DECIDED)
    return Q(pk__in=decided.values("item")) | Q(pk__in=handed_in.values("slot__item"))


def _contains(column: str, part: str) -> Q:
    """Match a part of a column.

    Not with LIKE, which would compare every letter in both cases.
    """
    return Q(GreaterThan(StrIndex(F(column), Value(part)), 0))


def found_items(items: Sequence[Item]) -> list[FoundItem]:
    """Return the items of ``items_found`` as list entries."""
    said = snippets(items)
    found = []
    for item in items:
        content, case = said.get(item.pk, {}), getattr(item, "case", None)
        slots = list(item.slots.all())
        held = [slot for slot in slots if slot.person]
        pinned = [slot for slot in held if slot.pinned and slot.status == OPEN]
        found.append(
            FoundItem(
                item.pk,
                item.number,
                item.pictures,
                FoundCase(case.pk, case.status) if case else None,
                bool(slots) and all(slot.status == CLOSED for slot in slots),
                content.get("labels", {}),
                next(iter(content.get("texts", {}).values()), ""),
                [_name(slot) for slot in held if slot not in pinned],
                [_name(slot) for slot in pinned],
                sorted(one.tag for one in item.tags.all()),
            )
        )
    return found


def _name(slot: Slot) -> str:
    return slot.person.shown_name if slot.person else ""


def snippets(items: Sequence[Item]) -> dict[int, Mapping[str, Any]]:
    """Return each item's content: the final record, else its first submission."""
    said: dict[int, Mapping[str, Any]] = {}
    undecided = []
    for item in items:
        case = getattr(item, "case", None)
        if case is not None and case.status in DECIDED:
            said[item.pk] = case.record
        else:
            undecided.append(item.pk)
    handed_in = Annotation.objects.filter(
        slot__item__in=undecided, slot__purpose=Purpose.WORK
    ).order_by("slot__item", "-slot__number", "revision")
    for item_id, content in handed_in.values_list("slot__item_id", "content"):
        said[item_id] = content
    return said


@dataclass(frozen=True)
class VoidPreview:
    """What voiding would change.

    ``decided`` cases change only if the organizer confirms it.
    """

    name: str
    handed_in: int
    """Annotations that count now."""
    undecided: int
    """Items that return to comparing; no decision is lost."""
    voided: int
    """Voided annotations that could count again, because nobody has taken over the
    slot."""
    decided: Sequence[Case]
    """Decided cases that rest on the work, the validated ones first."""


def voidable_slots(project: Project, person_id: int) -> list[Slot]:
    """Return the slots in which the person's work counts, in item order."""
    slots = Slot.objects.filter(
        project=project,
        person=person_id,
        purpose=Purpose.WORK,
        status__in=(SUBMITTED, RETURNED),
    )
    return list(slots.select_related("item").order_by("item__number"))


def unvoidable_slots(project: Project, person_id: int) -> list[Slot]:
    """Return the slots whose voided work could count again, in item order.

    The slot created in its place is still open, and the case is undecided.
    """
    free = Slot.objects.filter(item=OuterRef("item"), purpose=Purpose.WORK, status=OPEN)
    slots = Slot.objects.filter(
        Exists(free),
        project=project,
        person=person_id,
        purpose=Purpose.WORK,
        status=VOIDED,
        item__case__status=COMPARING,
    )
    return list(slots.select_related("item").order_by("item__number"))


def void_preview(project: Project, person_id: int) -> VoidPreview:
    """Preview what voiding the person's work would change.

    Raises NotFoundError for a person who was never a member.
    """
    member = get_or_missing(
        project.memberships.filter(user=person_id).select_related("user"),
        "This project has no such person.",
    )
    slots = voidable_slots(project, person_id)
    theirs = Slot.objects.filter(pk__in=[slot.pk for slot in slots]).values("item_id")
    cases = Case.objects.filter(project=project, item__in=theirs)
    decided = (
        cases.filter(status__in=DECIDED)
        .select_related("item")
        .prefetch_related("item__places__image")
        .order_by("item__number")
    )
    return VoidPreview(
        name=member.user.shown_name,
        handed_in=len(slots),
        voided=len(unvoidable_slots(project, person_id)),
        undecided=cases.filter(status__in=UNDECIDED).count(),
        decided=sorted(decided, key=lambda case: case.status != VALIDATED),
    )
