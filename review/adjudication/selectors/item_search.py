"""Search for items, and preview what voiding one person's work would change."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from annotation.items.domain.slot_states import (
    CLOSED,
    DECLINED,
    OPEN,
    RETURNED,
    SUBMITTED,
    VOIDED,
)
from annotation.items.models.items import Item, ItemImage
from annotation.items.models.questions import QuestionRevision
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.records.domain.search import label_token
from annotation.slots.selectors.slots import slots_of_code
from core.domain.text_folding import fold_text
from core.domain.texts import _
from core.selectors import contains_text, get_or_missing
from curation.images.models import Image
from projects.models import Project
from projects.person_names.selectors.project_names import PersonNames
from review.adjudication.domain.case_states import COMPARING, VALIDATED
from review.adjudication.models import Case
from review.adjudication.selectors.cases import DECIDED, UNDECIDED

_NUMBER = re.compile("#?([0-9]{1,9})")
UNBEGUN = "unbegun"
"""The state of an item without any submission."""


class ItemSearch(NamedTuple):
    """The search criteria; an empty one does not restrict the search."""

    text: str = ""
    """Part of a text, a question, an option or a label's title; or a whole item number
    or assignment code. ``#12`` is the number alone."""
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


_PLACES = ItemImage.objects.select_related("image")


def search_items(project: Project, search: ItemSearch) -> QuerySet[Item]:
    """Return the matching items with images, slots and case; to be ordered by number.

    A decided item is searched by its final record, another by its submissions.
    """
    items = Item.objects.filter(project=project)
    if search.state == UNBEGUN:
        items = items_without_case(project)
    elif search.state:
        items = items.filter(case__status=search.state)
    if search.person is not None:
        own = Slot.objects.filter(item=OuterRef("pk"), person=search.person)
        items = items.filter(Exists(own))
    if search.tag:
        items = items.filter(tags__tag=search.tag)
    for field, choice in search.labels.items():
        label = contains_text("search_labels", label_token(field, choice))
        items = items.filter(_match_contents(project, label))
    words = fold_text(search.text.strip())
    number = _NUMBER.fullmatch(words)
    if number and words.startswith("#"):
        items = items.filter(number=number[1])
    elif words:
        named = Q(pk__in=slots_of_code(project, words).values("item"))
        if number:
            named |= Q(number=number[1])
        items = _written(items, project, words) | items.filter(named)
    slots = Slot.objects.select_related("person").order_by("purpose", "number")
    # Not a join, which would sort thousands of records to show one page.
    cases = Case.objects.defer("search_text", "search_labels", "comparison")
    return items.prefetch_related(
        Prefetch("case", cases),
        Prefetch("places", _PLACES),
        Prefetch("slots", slots.filter(purpose=Purpose.WORK)),
        "tags",
    )


def items_without_case(project: Project) -> QuerySet[Item]:
    """Return items without a submission, except those shared for calibration."""
    there = Slot.objects.filter(item=OuterRef("pk"), purpose=Purpose.WORK)
    shared = Exists(there.filter(status=CLOSED)) & ~Exists(there.exclude(status=CLOSED))
    return Item.objects.filter(project=project, case=None).exclude(shared)


def _written(items: QuerySet[Item], project: Project, words: str) -> QuerySet[Item]:
    """Filter items by folded ``words`` in their record, a question or a label's title."""
    has_words = contains_text("search_text", words)
    condition = has_words
    for label in project.protocol.labels:
        for choice in label.choices:
            if any(words in fold_text(title) for title in choice.title.values()):
                condition |= contains_text(
                    "search_labels", label_token(label.id, choice.id)
                )
    revisions = QuestionRevision.objects.filter(
        has_words,
        question__item__project=project,
        question__live=True,
        number=F("question__current_number"),
    )
    return items.filter(
        _match_contents(project, condition)
        | Q(pk__in=revisions.values("question__item"))
    )


def _match_contents(project: Project, condition: Q) -> Q:
    """Match items by final record, or undecided ones by their submissions.

    The table is scanned once: with 20,000 items this is faster than row by row.
    """
    cases = Case.objects.filter(condition, project=project)
    return Q(pk__in=cases.values("item"))


def list_found_items(project: Project, items: Sequence[Item]) -> list[FoundItem]:
    """Return the items of ``search_items`` as list entries."""
    contents = item_contents(items)
    names = PersonNames(project)
    rows = []
    for item in items:
        content, case = contents.get(item.pk, {}), getattr(item, "case", None)
        slots = list(item.slots.all())
        held = [slot for slot in slots if slot.person and slot.status != DECLINED]
        pinned = [slot for slot in held if slot.pinned and slot.status == OPEN]
        rows.append(
            FoundItem(
                item.pk,
                item.number,
                item.images,
                FoundCase(case.pk, case.status) if case else None,
                bool(slots) and all(slot.status == CLOSED for slot in slots),
                content.get("labels", {}),
                next(iter(content.get("texts", {}).values()), ""),
                _names_of([slot for slot in held if slot not in pinned], names),
                _names_of(pinned, names),
                sorted(tag.tag for tag in item.tags.all()),
            )
        )
    return rows


def _names_of(slots: Iterable[Slot], names: PersonNames) -> list[str]:
    return [names.name_of_person(slot.person) for slot in slots if slot.person]


def item_contents(items: Sequence[Item]) -> dict[int, Mapping[str, Any]]:
    """Return each item's content: the final record, else its first submission."""
    contents: dict[int, Mapping[str, Any]] = {}
    undecided = []
    for item in items:
        case = getattr(item, "case", None)
        if case is not None and case.status in DECIDED:
            contents[item.pk] = case.record
        else:
            undecided.append(item.pk)
    submitted = Annotation.objects.filter(
        slot__item__in=undecided, slot__purpose=Purpose.WORK
    ).order_by("slot__item", "-slot__number", "revision")
    for item_id, content in submitted.values_list("slot__item_id", "content"):
        contents[item_id] = content
    return contents


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


def voidable_slots(project: Project, person_id: int) -> QuerySet[Slot]:
    """Return the slots in which the person's work counts, in item order."""
    slots = Slot.objects.filter(
        project=project,
        person=person_id,
        purpose=Purpose.WORK,
        status__in=(SUBMITTED, RETURNED),
    )
    return slots.select_related("item").order_by("item__number")


def voided_slots(project: Project, person_id: int) -> QuerySet[Slot]:
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
    return slots.select_related("item").order_by("item__number")


def void_preview(project: Project, person_id: int) -> VoidPreview:
    """Preview what voiding the person's work would change.

    Raises NotFoundError for a person who was never a member.
    """
    member = get_or_missing(
        project.memberships.filter(user=person_id).select_related("user"),
        _("This project has no such person."),
    )
    slots = voidable_slots(project, person_id)
    item_ids = slots.order_by().values("item")
    cases = Case.objects.filter(project=project, item__in=item_ids)
    decided = (
        cases.filter(status__in=DECIDED)
        .defer("record", "search_text", "search_labels")
        .select_related("item")
        .prefetch_related(Prefetch("item__places", _PLACES))
        .order_by("item__number")
    )
    return VoidPreview(
        name=PersonNames(project).name_of_person(member.user),
        handed_in=slots.count(),
        voided=voided_slots(project, person_id).count(),
        undecided=cases.filter(status__in=UNDECIDED).count(),
        decided=sorted(decided, key=lambda case: case.status != VALIDATED),
    )
