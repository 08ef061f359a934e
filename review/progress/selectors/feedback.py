"""Feedback for a person: their labels beside others' labels and the final records."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median
from typing import Any

from django.db.models import QuerySet

from annotation.items.domain.slot_states import SUBMITTED
from annotation.items.models.items import ItemImage
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import list_items_with_slots, newest_annotations
from core.domain.texts import _
from core.errors import NotFoundError
from core.selectors import get_or_missing
from curation.images.models import Image
from projects.models import Project, User
from reporting.statistics.agreement import Agreement
from reporting.statistics.reliability import Reliability
from review.adjudication.models import Case
from review.adjudication.selectors.cases import (
    DECIDED,
    FinalRecord,
    case_of_item,
    final_record,
)
from review.calibration.domain import FieldSimilarity, compare_labels
from review.calibration.selectors.agreement import (
    ComparedItem,
    compared_items,
    label_agreement,
    labels_by_person,
)
from review.calibration.selectors.gold import GoldField, own_gold_results
from review.progress.selectors.figures import (
    agreement_figures,
    people_figures,
    reliability_figures,
)
from review.progress.selectors.hours import list_person_days
from review.progress.selectors.work_of_people import PersonWork
from subtext_protocol.fields import LabelField

MOST_DIFFERENCES = 12
MOST_EXAMPLES = 5
LATEST_DAYS = 14


@dataclass(frozen=True)
class PersonField:
    """Agreement on one label: the person's with others, and that of all annotators.

    ``reliability`` is null where nobody else annotated the person's items.
    """

    field: str
    agreement: Agreement
    everybody: Agreement
    reliability: Reliability | None


@dataclass(frozen=True)
class LabelDifference:
    """A difference between the person's choice and the final record.

    For single labels, ``said`` became ``final``. For multiple choices, one of the two
    is null: the record lacks the person's choice, or has one more.
    """

    field: str
    said: str | None
    final: str | None
    count: int
    images: Sequence[Image]
    """First images of the latest items, as examples."""


@dataclass(frozen=True)
class PersonFeedback:
    """Feedback for one person."""

    work: PersonWork
    fields_measured: Sequence[PersonField]
    differences: Sequence[LabelDifference]
    """The most frequent first."""


def person_feedback(project: Project, person_id: int) -> PersonFeedback:
    """Return the feedback for a person who annotated or validated.

    Raises NotFoundError for everyone else.
    """
    everybody = people_figures(project)["people"]
    work = next((row for row in everybody if row["person_id"] == person_id), None)
    if work is None:
        raise NotFoundError(_("This person has not annotated or validated here."))
    items = compared_items(project, item__in=_assigned_items(project, person_id))
    agreed = agreement_figures(project)
    reliable = reliability_figures(project, person_id)
    fields = [
        PersonField(
            field.id,
            label_agreement(field, _beside_others(person_id, field, items)),
            agreed.get(field.id) or label_agreement(field, ()),
            reliable.get(field.id),
        )
        for field in project.protocol.labels
    ]
    return PersonFeedback(
        PersonWork(**work), fields, label_differences(project, person_id)
    )


def _assigned_items(project: Project, person_id: int) -> QuerySet[Slot, Any]:
    """Return the items assigned to the person, so that only their cases are read."""
    slots = Slot.objects.filter(project=project, person=person_id, purpose=Purpose.WORK)
    return slots.values("item")


def _beside_others(
    person_id: int, field: LabelField, items: Sequence[ComparedItem]
) -> list[Sequence[frozenset[str]]]:
    """Return the person's value paired with each other annotator's value."""
    return [
        (values[person_id], value)
        for values in labels_by_person(field, items)
        if person_id in values
        for other_id, value in values.items()
        if other_id != person_id
    ]


def label_differences(project: Project, person_id: int) -> list[LabelDifference]:
    """Return how decided records differ from the person's labels, commonest first."""
    decided = Case.objects.filter(
        project=project,
        status__in=DECIDED,
        item__in=_assigned_items(project, person_id),
    )
    single = {field.id: not field.multiple for field in project.protocol.labels}
    items_by_difference: defaultdict[tuple[str, str | None, str | None], list[int]]
    items_by_difference = defaultdict(list)
    rows = decided.order_by("-item__number")
    for item, comparison, record in rows.values_list("item", "comparison", "record"):
        for field, submitted, final in _labels_of(person_id, comparison, record):
            for before, after in _apart(
                submitted, final, single=single.get(field, False)
            ):
                items_by_difference[field, before, after].append(item)
    most = sorted(items_by_difference.items(), key=lambda entry: -len(entry[1]))[
        :MOST_DIFFERENCES
    ]
    example_items = {item for _, items in most for item in items[:MOST_EXAMPLES]}
    places = ItemImage.objects.filter(item__in=example_items).order_by("-position")
    # Serializers read an image's item through its place.
    image_places = places.select_related("image", "item")
    first = {place.item_id: place.image for place in image_places}
    return [
        LabelDifference(
            *key, len(items), [first[item] for item in items[:MOST_EXAMPLES]]
        )
        for key, items in most
    ]


def _labels_of(
    person_id: int, comparison: Mapping[str, Any], record: Mapping[str, Any]
) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield the person's value and the final value of each label of one item."""
    if person_id not in comparison.get("people", ()):
        return
    at = comparison["people"].index(person_id)
    final = record.get("labels", {})
    for field, compared in comparison["fields"].items():
        if compared["kind"] == "label":
            yield field, set(compared["values"][at]), set(final.get(field, ()))


def _apart(
    submitted: set[str], final: set[str], *, single: bool
) -> Iterator[tuple[str | None, str | None]]:
    if single and len(submitted) == len(final) == 1 and submitted != final:
        yield min(submitted), min(final)
        return
    for choice in sorted(submitted - final):
        yield choice, None
    for choice in sorted(final - submitted):
        yield None, choice


@dataclass(frozen=True)
class MyDayOfWork:
    """One day of the reader's own work; ``active_seconds`` as counted for pay."""

    day: date
    active_seconds: float
    screened: int
    annotated: int
    validated: int


@dataclass(frozen=True)
class MyFeedback:
    """The reader's own work as a whole.

    It shows nobody else's work, and gold items count as all other work does.
    ``seconds`` is the median time of an item. ``mistakes``: by label, over at least
    three gold items of earlier days.
    """

    annotated: int
    seconds: float | None
    """Over the items whose time the browser measured."""
    days: Sequence[MyDayOfWork]
    """The latest first."""
    differences: Sequence[LabelDifference]
    mistakes: Sequence[GoldField]


def my_feedback(project: Project, person: User) -> MyFeedback:
    """Return the person's amount of work, speed, and differences from final records."""
    slots = Slot.objects.filter(project=project, person=person, status=SUBMITTED)
    newest = newest_annotations(slots).filter(person=person)
    seconds = list(newest.values_list("seconds", flat=True))
    known = [spent for spent in seconds if spent is not None]
    days = [
        MyDayOfWork(
            person_day.worked.day,
            person_day.worked.active.total_seconds(),
            person_day.counts["screened"],
            person_day.counts["annotated"],
            person_day.counts["validated"],
        )
        for person_day in list_person_days(project, of=person)
    ]
    return MyFeedback(
        len(seconds),
        median(known) if known else None,
        days[: -LATEST_DAYS - 1 : -1],
        label_differences(project, person.pk),
        own_gold_results(project, person),
    )


@dataclass(frozen=True)
class PracticeFeedback:
    """The reader's record of the practice item beside the final record."""

    images: Sequence[Image]
    mine: Mapping[str, Any]
    record: FinalRecord
    fields_compared: Sequence[FieldSimilarity]


def practice_feedback(project: Project, person: User) -> PracticeFeedback:
    """Return the person's record and the final one.

    Raises NotFoundError before the person has submitted the practice item.
    """
    practised = Annotation.objects.filter(
        slot__project=project,
        slot__purpose=Purpose.PRACTICE,
        slot__status=SUBMITTED,
        person=person,
    )
    annotation = get_or_missing(
        practised.select_related("slot").order_by("-pk"),
        _("You have no practice items yet."),
    )
    case = case_of_item(project, annotation.slot.item_id)
    record, content = final_record(case), annotation.content
    return PracticeFeedback(
        list_items_with_slots(project).get(pk=case.item_id).images,
        content,
        record,
        compare_labels(project.protocol, content["labels"], record.labels),
    )
