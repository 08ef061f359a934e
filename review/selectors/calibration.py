"""A calibration batch as its people answered it: by person, by label, side by side."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from annotation.domain.states import CLOSED, DECLINED, OPEN, SUBMITTED
from annotation.models import Annotation, Item, Purpose, Slot
from annotation.models.training import CalibrationBatch, CalibrationPass
from annotation.selectors import ANNOTATORS
from annotation.selectors.assignment import standing_of
from annotation.selectors.calibration import (
    batch_items,
    calibration_left,
    calibration_slots,
)
from projects.domain.statistics.agreement import Agreement, agreement_of
from projects.models import Project, User
from projects.selectors import active_people
from review.domain.likeness import labels_alike, majority_labels
from review.domain.origins import letter_of
from review.models import Case
from review.selectors.agreement import metric_of
from review.selectors.cases import DECIDED
from workflow.errors import Missing

Reference = Mapping[str, Sequence[str] | None]


class Answers:
    """Everything that was handed in for a batch, and what it is held against."""

    def __init__(self, batch: CalibrationBatch) -> None:
        self.batch = batch
        self.protocol = batch.project.protocol
        annotations = (
            Annotation.objects.filter(
                slot__in=calibration_slots(batch), slot__status=SUBMITTED
            )
            .select_related("slot", "person", "protocol_version")
            .order_by("revision")
        )
        latest = {annotation.slot_id: annotation for annotation in annotations}
        self.of_item: dict[int, list[Annotation]] = defaultdict(list)
        for annotation in sorted(latest.values(), key=lambda one: one.pk):
            self.of_item[annotation.slot.item_id].append(annotation)
        self._records = self._final_records()

    def _final_records(self) -> dict[int, Reference]:
        rules = self.protocol.annotation.calibration
        if rules is None or rules.against != "record":
            return {}
        cases = Case.objects.filter(item__in=self.of_item, status__in=DECIDED)
        return {
            item: record.get("labels", {})
            for item, record in cases.values_list("item", "record")
        }

    def decided(self, item_id: int) -> bool:
        """Whether the item is held against its final record."""
        return item_id in self._records

    def reference(self, item_id: int) -> Reference:
        """What the item's labels are held against; None where there is nothing yet."""
        if item_id in self._records:
            return self._records[item_id]
        records = [annotation.content for annotation in self.of_item[item_id]]
        return majority_labels(self.protocol, records)

    def likeness_by_field(self, person_id: int) -> dict[str, list[float]]:
        """How like a person's labels are to the reference, item by item."""
        found: dict[str, list[float]] = defaultdict(list)
        for item_id, annotations in self.of_item.items():
            for annotation in annotations:
                if annotation.person_id == person_id:
                    said = annotation.content["labels"]
                    reference = self.reference(item_id)
                    for one in labels_alike(self.protocol, said, reference):
                        found[one.field].append(one.likeness)
        return found

    def likeness(self, person_id: int) -> float | None:
        """On average over all labels of all items; None while nothing can be said."""
        values = [
            value
            for field in self.likeness_by_field(person_id).values()
            for value in field
        ]
        return fmean(values) if values else None


class CalibratedField(NamedTuple):
    """One label of one person: mean likeness over ``n`` items."""

    field: str
    n: int
    likeness: float


class CalibratedPerson(NamedTuple):
    """How far a person is with a batch, and how like the others."""

    person: User
    handed_in: int
    declined: int
    total: int
    likeness: float | None
    fields: Sequence[CalibratedField]
    protocol_versions: Sequence[int]
    """Under which the person annotated, in order."""
    passed: CalibrationPass | None

    @property
    def finished(self) -> bool:
        return self.handed_in + self.declined >= self.total


def calibrated_people(answers: Answers) -> list[CalibratedPerson]:
    """Everybody who annotates here or has been at the batch, by name."""
    batch = answers.batch
    slots: dict[int, list[Slot]] = defaultdict(list)
    for slot in calibration_slots(batch).exclude(person=None):
        slots[slot.person_id or 0].append(slot)
    everybody = {one.pk: one for one in active_people(batch.project, ANNOTATORS)}
    for person in User.objects.filter(pk__in=slots.keys() - everybody.keys()):
        everybody[person.pk] = person
    passes = {one.person_id: one for one in batch.passes.select_related("by")}
    return [
        _calibrated(answers, person, slots[person.pk], passes.get(person.pk))
        for person in sorted(everybody.values(), key=lambda one: one.username)
    ]


def calibrated_person(answers: Answers, person: User) -> CalibratedPerson:
    """One person's part in a batch."""
    batch = answers.batch
    slots = list(calibration_slots(batch).filter(person=person))
    passed = batch.passes.filter(person=person).select_related("by").first()
    return _calibrated(answers, person, slots, passed)


def _calibrated(
    answers: Answers,
    person: User,
    slots: Sequence[Slot],
    passed: CalibrationPass | None,
) -> CalibratedPerson:
    by_field = answers.likeness_by_field(person.pk)
    standing = standing_of(answers.batch.project, person)
    return CalibratedPerson(
        person=person,
        handed_in=sum(slot.status == SUBMITTED for slot in slots),
        declined=sum(slot.status in (DECLINED, CLOSED) for slot in slots),
        total=len(slots) + len(calibration_left(answers.batch, standing)),
        likeness=answers.likeness(person.pk),
        fields=[
            CalibratedField(field.id, len(values), fmean(values))
            for field in answers.protocol.labels
            if (values := by_field.get(field.id))
        ],
        protocol_versions=sorted(
            {
                annotation.protocol_version.number
                for annotations in answers.of_item.values()
                for annotation in annotations
                if annotation.person_id == person.pk
            }
        ),
        passed=passed,
    )


class CalibratedLabel(NamedTuple):
    """How well everybody agrees on one label over a batch."""

    field: str
    agreement: Agreement


def calibrated_labels(answers: Answers) -> list[CalibratedLabel]:
    """Agreement on every label, by the measures that the real work is measured by."""
    return [
        CalibratedLabel(
            field.id,
            agreement_of(
                [
                    [frozenset(one.content["labels"].get(field.id, ())) for one in said]
                    for said in answers.of_item.values()
                ],
                metric=metric_of(field),
                scale=[choice.id for choice in field.choices],
            ),
        )
        for field in answers.protocol.labels
    ]


class CalibratedItem(NamedTuple):
    """An item of a batch; ``alike`` is how like each other its answers are."""

    item: Item
    handed_in: int
    alike: float | None


def calibrated_items(answers: Answers) -> list[CalibratedItem]:
    """The batch's items in order, with how many have answered."""
    found = []
    for item in batch_items(answers.batch):
        said = answers.of_item.get(item.pk, [])
        reference = answers.reference(item.pk) if said else {}
        values = [
            one.likeness
            for annotation in said
            for one in labels_alike(
                answers.protocol, annotation.content["labels"], reference
            )
        ]
        found.append(CalibratedItem(item, len(said), fmean(values) if values else None))
    return found


class CalibrationAnswer(NamedTuple):
    """What one person said of a calibration item, as one reader may see it."""

    letter: str
    name: str | None
    mine: bool
    protocol_version: int
    content: Mapping[str, Any]


class CalibrationItemPage(NamedTuple):
    """Everybody's answers to one item side by side."""

    item: Item
    decided: bool
    reference: Reference
    answers: Sequence[CalibrationAnswer]
    my_slot: int | None


def calibration_item_page(
    answers: Answers, number: int, *, reader: User, named: bool
) -> CalibrationItemPage:
    """Side by side, for organizers with names; for others once their own is in.

    Raises Missing for an item that is not in the batch or is not shown yet.
    """
    items = {one.number: one for one in batch_items(answers.batch)}
    if number not in items:
        raise Missing("There is no such item in the batch.")
    item = items[number]
    said = answers.of_item.get(item.pk, [])
    mine = next((one for one in said if one.person_id == reader.pk), None)
    if not named and mine is None:
        raise Missing("Hand in your own annotation of this first.")
    return CalibrationItemPage(
        item,
        answers.decided(item.pk),
        answers.reference(item.pk) if said else {},
        [
            CalibrationAnswer(
                letter_of(position),
                one.person.shown_name if named else None,
                one.person_id == reader.pk,
                one.protocol_version.number,
                one.content,
            )
            for position, one in enumerate(said)
        ],
        mine.slot_id if mine else None,
    )


def batch_of_person(project: Project, person: User) -> CalibrationBatch | None:
    """The open batch, else the latest that the person took part in."""
    batches = CalibrationBatch.objects.filter(project=project).select_related(
        "protocol_version"
    )
    mine = Slot.objects.filter(
        project=project, purpose=Purpose.CALIBRATION, person=person, status=SUBMITTED
    )
    batch = (
        batches.filter(status=OPEN).first()
        or batches.filter(number__in=mine.values("work_pass"))
        .order_by("-number")
        .first()
    )
    if batch is not None:
        batch.project = project
    return batch


class MyCalibration(NamedTuple):
    """One's own part of a batch."""

    batch: CalibrationBatch
    part: CalibratedPerson
    items: Sequence[Item]
    """Those that are handed in: of these one may see what the others said."""


def my_calibration(project: Project, person: User) -> MyCalibration | None:
    """How far the person is, where they have to do with a batch."""
    batch = batch_of_person(project, person)
    if batch is None:
        return None
    answers = Answers(batch)
    mine = {
        item_id
        for item_id, said in answers.of_item.items()
        if any(one.person_id == person.pk for one in said)
    }
    items = [item for item in batch_items(batch) if item.pk in mine]
    return MyCalibration(batch, calibrated_person(answers, person), items)
