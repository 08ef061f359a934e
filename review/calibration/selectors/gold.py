"""Gold items: people's answers compared with the final record, label by label."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from annotation.items.domain.slot_states import SUBMITTED
from annotation.items.models.questions import QuestionRevision
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import newest_annotations
from annotation.ports import FinishedItems, Items
from projects.models import Membership, Project, User
from projects.person_names.selectors.project_names import PersonNames, name_order
from reporting.statistics.intervals import Proportion, wilson_proportion
from review.adjudication.models import Case
from review.adjudication.selectors.cases import DECIDED, settled_for_authors
from review.calibration.domain import compare_labels
from review.rounds.models.rounds import ValidationAssignment
from review.rounds.selectors.freshness import waiting_assignments

FEWEST_SHOWN = 3
"""An annotator sees results of at least this many answers together.

A single answer can then not be told apart.
"""


class GoldAnswer(NamedTuple):
    """One person's answer to a gold item: whether each label equals the final one."""

    person_id: int
    item_id: int
    at: datetime
    right: Mapping[str, bool]


def gold_answers(project: Project, person: User | None = None) -> list[GoldAnswer]:
    """Return all submitted gold answers, or one person's, in order of submission.

    They are compared with the current final record. Left out are items that are no longer
    decided, and answers of former organizers who knew the record.
    """
    slots = Slot.objects.filter(project=project, purpose=Purpose.GOLD, status=SUBMITTED)
    newest = newest_annotations(slots.filter(person=person) if person else slots)
    newest = newest.filter(is_blind=True)
    cases = Case.objects.filter(project=project, status__in=DECIDED)
    records = dict(
        cases.filter(item__in=slots.values("item")).values_list("item", "record")
    )
    return [
        GoldAnswer(
            annotation.person_id,
            annotation.slot.item_id,
            annotation.submitted_at,
            {
                field.field: field.likeness == 1
                for field in compare_labels(
                    project.protocol,
                    annotation.content["labels"],
                    records[annotation.slot.item_id].get("labels", {}),
                )
            },
        )
        for annotation in newest.select_related("slot").order_by("submitted_at")
        if annotation.slot.item_id in records
    ]


@dataclass(frozen=True)
class GoldField:
    """The share of answers to one label that equal the final one."""

    field: str
    right: Proportion


def gold_fields(project: Project, answers: Iterable[GoldAnswer]) -> list[GoldField]:
    """Return results by label in protocol order; labels without answers are absent."""
    counted: dict[str, list[bool]] = defaultdict(list)
    for answer in answers:
        for field, right in answer.right.items():
            counted[field].append(right)
    return [
        GoldField(field.id, wilson_proportion(sum(results), len(results)))
        for field in project.protocol.labels
        if (results := counted.get(field.id))
    ]


@dataclass(frozen=True)
class GoldPerson:
    """One person's gold results, for organizers."""

    person_id: int
    name: str
    items: int
    right: Proportion
    """Over all labels."""
    fields_compared: Sequence[GoldField]


def gold_people(project: Project) -> list[GoldPerson]:
    """Return the gold results of all people who have any, by name."""
    by_person: dict[int, list[GoldAnswer]] = defaultdict(list)
    for answer in gold_answers(project):
        by_person[answer.person_id].append(answer)
    people = sorted(User.objects.filter(pk__in=by_person), key=name_order)
    names = PersonNames(project)
    return [
        GoldPerson(
            person.pk,
            names.name_of_person(person),
            len(by_person[person.pk]),
            _overall(by_person[person.pk]),
            gold_fields(project, by_person[person.pk]),
        )
        for person in people
    ]


def _overall(answers: Iterable[GoldAnswer]) -> Proportion:
    results = [right for answer in answers for right in answer.right.values()]
    return wilson_proportion(sum(results), len(results))


def gold_by_item(project: Project) -> dict[int, Proportion]:
    """Return, for each gold item, the share of labels that equal its final ones."""
    by_item: dict[int, list[GoldAnswer]] = defaultdict(list)
    for answer in gold_answers(project):
        by_item[answer.item_id].append(answer)
    return {item: _overall(answers) for item, answers in by_item.items()}


def own_gold_results(project: Project, person: User) -> list[GoldField]:
    """Return a person's gold results by label, as the person may see them.

    They cover answers of earlier days, in groups of three. The person can so tell
    neither which item was gold nor that the last submitted one was.
    """
    zone = project.zone
    today = timezone.localdate(timezone=zone)
    earlier = [
        answer
        for answer in gold_answers(project, person)
        if timezone.localdate(answer.at, zone) < today
    ]
    shown_answers = earlier[: len(earlier) - len(earlier) % FEWEST_SHOWN]
    return gold_fields(project, shown_answers)


def matched_regular_slot(slot: Slot) -> Slot | None:
    """Return the regular slot whose behaviour a gold slot imitates.

    It is the person's last submission before the gold item, else the first after it.
    """
    here = Annotation.objects.filter(slot=slot).order_by("-revision").first()
    if here is None:
        return None
    work = Annotation.objects.filter(
        slot__project=slot.project_id,
        slot__purpose=Purpose.WORK,
        person=here.person_id,
    ).select_related("slot")
    before = work.filter(submitted_at__lte=here.submitted_at)
    match = (
        before.order_by("-submitted_at").first()
        or work.order_by("submitted_at").first()
    )
    return match.slot if match else None


class FinalRecordAccess(FinishedItems):
    """Final records and the people who know them."""

    def items_with_final_record(self, items: Items) -> Items:
        cases = Case.objects.filter(item__in=items, status__in=DECIDED)
        return cases.values_list("item", flat=True)

    def slots_with_final_submission(self, slots: Collection[Slot]) -> Collection[int]:
        items: dict[int, int] = {}
        for slot in slots:
            if slot.purpose == Purpose.WORK:
                items[slot.pk] = slot.item_id
            elif slot.purpose == Purpose.GOLD and (
                fellow := matched_regular_slot(slot)
            ):
                items[slot.pk] = fellow.item_id
        settled = settled_for_authors(set(items.values()))
        return {slot for slot, item in items.items() if item in settled}

    def items_under_validation(self, items: Items) -> Items:
        waiting = waiting_assignments().filter(revision__question__item__in=items)
        return waiting.values_list("revision__question__item", flat=True)

    def items_known_to_person(
        self, person: int, items: Collection[int]
    ) -> Collection[int]:
        read = Membership.objects.filter(
            user=person, known_until__gte=OuterRef("created_at")
        )
        known = Case.objects.filter(
            Q(adjudicator=person) | Exists(read.filter(project=OuterRef("project"))),
            item__in=items,
        )
        wrote = QuestionRevision.objects.filter(question__item__in=items, author=person)
        assignments = ValidationAssignment.objects.filter(
            revision__question__item__in=items, person=person
        )
        return {
            *known.values_list("item", flat=True),
            *wrote.values_list("question__item", flat=True),
            *assignments.values_list("revision__question__item", flat=True),
        }
