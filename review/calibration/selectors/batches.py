"""Results of a calibration batch: by person, by label, and item by item."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean
from typing import Any

from annotation.items.domain.slot_states import CLOSED, DECLINED, OPEN, SUBMITTED
from annotation.items.models.items import Item
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import newest_annotations
from annotation.onboarding.models import CalibrationBatch
from annotation.onboarding.selectors.calibration import (
    batch_items,
    calibration_slots,
    list_calibration_batches,
    list_unbegun_calibration_items,
)
from annotation.slots.selectors.eligibility import get_eligibility
from core.domain.texts import _
from core.errors import NotFoundError
from curation.images.models import Image
from projects.access.selectors import active_people
from projects.models import Project, User
from projects.person_names.selectors.project_names import PersonNames, name_order
from projects.roles import ANNOTATORS
from reporting.statistics.agreement import Agreement
from review.adjudication.domain.provenance import person_letter
from review.adjudication.models import Case
from review.adjudication.selectors.cases import DECIDED
from review.calibration.domain import FieldSimilarity, compare_labels, majority_labels
from review.calibration.selectors.agreement import label_agreement
from subtext_protocol.process import CalibrationRules

Reference = Mapping[str, Sequence[str] | None]


class CalibrationAnswers:
    """All submissions for a batch, and the reference that they are compared with."""

    def __init__(self, batch: CalibrationBatch) -> None:
        self.batch = batch
        self.protocol = batch.project.protocol
        submitted = calibration_slots(batch).filter(status=SUBMITTED)
        newest = newest_annotations(submitted).order_by("pk")
        self.of_item: defaultdict[int, list[Annotation]] = defaultdict(list)
        for annotation in newest.select_related("slot", "person", "protocol_version"):
            self.of_item[annotation.slot.item_id].append(annotation)
        self.decided = self._final_records()
        self.references = {item: self._reference(item) for item in self.of_item}
        """The reference labels of each item; None for a label without one yet."""

    def _final_records(self) -> dict[int, Reference]:
        rules = self.protocol.annotation.calibration
        if rules is None or rules.against != "record":
            return {}
        cases = Case.objects.filter(item__in=self.of_item, status__in=DECIDED)
        rows = cases.values_list("item", "record")
        return {item: record.get("labels", {}) for item, record in rows}

    def _reference(self, item: int) -> Reference:
        if item in self.decided:
            return self.decided[item]
        records = [annotation.content for annotation in self.of_item[item]]
        return majority_labels(self.protocol, records)

    def compare_with_references(
        self, *, item: int | None = None, person: int | None = None
    ) -> list[FieldSimilarity]:
        """Compare the labels of an item or a person with the reference, one by one."""
        return [
            field
            for item_id, annotations in self.of_item.items()
            for annotation in annotations
            if item_id == item or annotation.person_id == person
            for field in compare_labels(
                self.protocol, annotation.content["labels"], self.references[item_id]
            )
        ]


def _mean(similarities: Iterable[FieldSimilarity]) -> float | None:
    values = [similarity.likeness for similarity in similarities]
    return fmean(values) if values else None


@dataclass(frozen=True)
class CalibratedField:
    """Mean similarity of one person on one label, over ``n`` items."""

    field: str
    n: int
    likeness: float


@dataclass(frozen=True)
class PassState:
    """When a person passed; ``by`` is null where the rule of the protocol decided."""

    at: datetime
    by: str | None
    reason: str


@dataclass(frozen=True)
class CalibratedPerson:
    """One person's results.

    ``likeness`` is their similarity to the majority or the final record, 0 to 1.
    """

    person_id: int
    name: str
    handed_in: int
    declined: int
    total: int
    finished: bool
    likeness: float | None
    fields_compared: Sequence[CalibratedField]
    protocol_versions: Sequence[int]
    """The versions that the person annotated under, in order."""
    passed: PassState | None


def list_calibration_results(
    answers: CalibrationAnswers, people: Iterable[User] | None = None
) -> list[CalibratedPerson]:
    """Return the results of ``people``, by name.

    By default these are all annotators and all who took part in the batch.
    """
    batch = answers.batch
    slots = calibration_slots(batch).exclude(person=None)
    counts = Counter(slots.values_list("person", "status"))
    if people is None:
        annotators = {user.pk for user in active_people(batch.project, ANNOTATORS)}
        here = annotators.union(person for person, _ in counts)
        people = sorted(User.objects.filter(pk__in=here), key=name_order)
    names = PersonNames(batch.project)
    passes = {
        approval.person_id: PassState(
            approval.at,
            names.name_of_person(approval.by) if approval.by else None,
            approval.reason,
        )
        for approval in batch.passes.select_related("by")
    }
    results = []
    for person in people:
        similarities = answers.compare_with_references(person=person.pk)
        handed_in = counts[person.pk, SUBMITTED]
        declined = counts[person.pk, DECLINED] + counts[person.pk, CLOSED]
        left = len(
            list_unbegun_calibration_items(
                batch, get_eligibility(batch.project, person)
            )
        )
        total = left + sum(
            n for (person_id, _), n in counts.items() if person_id == person.pk
        )
        by_field: defaultdict[str, list[float]] = defaultdict(list)
        for similarity in similarities:
            by_field[similarity.field].append(similarity.likeness)
        versions = {
            annotation.protocol_version.number
            for annotations in answers.of_item.values()
            for annotation in annotations
            if annotation.person_id == person.pk
        }
        results.append(
            CalibratedPerson(
                person.pk,
                names.name_of_person(person),
                handed_in,
                declined,
                total,
                handed_in + declined >= total,
                _mean(similarities),
                [
                    CalibratedField(field.id, len(values), fmean(values))
                    for field in answers.protocol.labels
                    if (values := by_field[field.id])
                ],
                sorted(versions),
                passes.get(person.pk),
            )
        )
    return results


@dataclass(frozen=True)
class CalibratedLabel:
    """Agreement of all participants on one label over a batch."""

    field: str
    agreement: Agreement


@dataclass(frozen=True)
class CalibratedItem:
    """An item of a batch.

    ``alike`` is the mean similarity of its answers to the reference.
    """

    item: Item
    handed_in: int
    alike: float | None


@dataclass(frozen=True)
class Calibration:
    """Results of a whole batch."""

    batch: CalibrationBatch
    items: Sequence[CalibratedItem]
    """In batch order."""
    people: Sequence[CalibratedPerson]
    labels: Sequence[CalibratedLabel]
    """By the same measures as the regular work."""


def calibration_results(batch: CalibrationBatch) -> Calibration:
    """Return a batch's items, its people, and their agreement on each label."""
    answers = CalibrationAnswers(batch)
    contents = [
        [entry.content["labels"] for entry in annotations]
        for annotations in answers.of_item.values()
    ]
    return Calibration(
        batch,
        [
            CalibratedItem(
                item,
                len(answers.of_item.get(item.pk, ())),
                _mean(answers.compare_with_references(item=item.pk)),
            )
            for item in batch_items(batch)
        ],
        list_calibration_results(answers),
        [
            CalibratedLabel(
                field.id,
                label_agreement(
                    field,
                    [
                        [frozenset(entry.get(field.id, ())) for entry in entries]
                        for entries in contents
                    ],
                ),
            )
            for field in answers.protocol.labels
        ],
    )


@dataclass(frozen=True)
class CalibrationAnswer:
    """One person's answer; annotators see letters, organizers also see names."""

    letter: str
    name: str | None
    mine: bool
    protocol_version: int
    content: Mapping[str, Any]


@dataclass(frozen=True)
class CalibrationItem:
    """All answers to one item of a batch.

    ``place`` counts from 1. Only organizers get the item's id and number. ``reference``
    holds the labels that answers are compared with, null for a label without a
    majority. ``decided``: the reference is the final record.
    """

    place: int
    item_id: int | None
    item_number: int | None
    images: Sequence[Image]
    my_slot: int | None
    my_code: str | None
    decided: bool
    reference: Reference
    answers: Sequence[CalibrationAnswer]


def calibration_item(
    batch: CalibrationBatch, place: int, *, reader: User, named: bool
) -> CalibrationItem:
    """Return all answers to an item side by side, with names for organizers.

    Raises NotFoundError for an item that is not in the batch, and for annotators who
    have not submitted their own annotation of it.
    """
    answers = CalibrationAnswers(batch)
    names = PersonNames(batch.project)
    item = dict(enumerate(batch_items(batch), 1)).get(place)
    if item is None:
        raise NotFoundError(_("This calibration batch has no such item."))
    annotations = answers.of_item.get(item.pk, [])
    own_annotation = next(
        (annotation for annotation in annotations if annotation.person_id == reader.pk),
        None,
    )
    if not named and own_annotation is None:
        raise NotFoundError(_("Submit your own annotation of this item first."))
    return CalibrationItem(
        place,
        item.pk if named else None,
        item.number if named else None,
        item.images,
        own_annotation.slot_id if own_annotation else None,
        own_annotation.slot.code if own_annotation else None,
        item.pk in answers.decided,
        answers.references.get(item.pk, {}),
        [
            CalibrationAnswer(
                person_letter(position),
                names.name_of_person(annotation.person) if named else None,
                annotation.person_id == reader.pk,
                annotation.protocol_version.number,
                annotation.content,
            )
            for position, annotation in enumerate(annotations)
        ],
    )


@dataclass(frozen=True)
class MyCalibrationItem:
    """An item of a batch that the reader has submitted; ``place`` counts from 1."""

    place: int
    slot: int
    images: Sequence[Image]


@dataclass(frozen=True)
class MyCalibration:
    """The reader's results in a batch; ``items`` are those that they have submitted."""

    number: int
    status: str
    rules: CalibrationRules | None
    total: int
    handed_in: int
    finished: bool
    likeness: float | None
    fields_compared: Sequence[CalibratedField]
    passed_at: datetime | None
    items: Sequence[MyCalibrationItem]


def own_calibration_results(project: Project, person: User) -> MyCalibration | None:
    """Return the person's results in the open batch, else in their latest one.

    None where there is neither.
    """
    own_slots = Slot.objects.filter(
        project=project, purpose=Purpose.CALIBRATION, person=person, status=SUBMITTED
    )
    batches = list_calibration_batches(project)
    took_part = batches.filter(number__in=own_slots.values("work_pass"))
    batch = batches.filter(status=OPEN).first() or took_part.first()
    if batch is None:
        return None
    batch.project = project
    answers = CalibrationAnswers(batch)
    (part,) = list_calibration_results(answers, [person])
    return MyCalibration(
        batch.number,
        batch.status,
        project.protocol.annotation.calibration,
        part.total,
        part.handed_in,
        part.finished,
        part.likeness,
        part.fields_compared,
        part.passed.at if part.passed else None,
        [
            MyCalibrationItem(place, annotation.slot_id, item.images)
            for place, item in enumerate(batch_items(batch), 1)
            for annotation in answers.of_item[item.pk]
            if annotation.person_id == person.pk
        ],
    )
