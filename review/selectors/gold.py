"""What people answered to gold: held against the final record, label by label."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from annotation.domain.states import SUBMITTED
from annotation.models import Annotation, Purpose, QuestionRevision, Slot
from annotation.ports import Items
from annotation.selectors.items import newest_annotations
from projects.domain.statistics.intervals import Proportion, proportion
from projects.models import Project, User
from review.domain.label_similarity import labels_alike
from review.models import Case, ValidationPlace
from review.selectors.cases import DECIDED

FEWEST_SHOWN = 3
"""Answers of which an annotator hears together, so that none can be told apart."""


class GoldAnswer(NamedTuple):
    """One person's answer to one gold item: whether each label is the final one."""

    person_id: int
    item_id: int
    at: datetime
    right: Mapping[str, bool]


def gold_answers(project: Project, person: User | None = None) -> list[GoldAnswer]:
    """Everything that was handed in, or one person's, in the order of handing in.

    Held against the record as it is now; an item that is no longer decided is left out.
    """
    slots = Slot.objects.filter(project=project, purpose=Purpose.GOLD, status=SUBMITTED)
    newest = newest_annotations(slots.filter(person=person) if person else slots)
    cases = Case.objects.filter(project=project, status__in=DECIDED)
    records = dict(
        cases.filter(item__in=slots.values("item")).values_list("item", "record")
    )
    return [
        GoldAnswer(
            one.person_id,
            one.slot.item_id,
            one.submitted_at,
            {
                field.field: field.likeness == 1
                for field in labels_alike(
                    project.protocol,
                    one.content["labels"],
                    records[one.slot.item_id].get("labels", {}),
                )
            },
        )
        for one in newest.select_related("slot").order_by("submitted_at")
        if one.slot.item_id in records
    ]


@dataclass(frozen=True)
class GoldField:
    """One label: how many answers are the final one."""

    field: str
    right: Proportion


def gold_fields(project: Project, answers: Iterable[GoldAnswer]) -> list[GoldField]:
    """By label, in the protocol's order; labels without an answer are left out."""
    counted: dict[str, list[bool]] = defaultdict(list)
    for answer in answers:
        for field, right in answer.right.items():
            counted[field].append(right)
    return [
        GoldField(field.id, proportion(sum(said), len(said)))
        for field in project.protocol.labels
        if (said := counted.get(field.id))
    ]


@dataclass(frozen=True)
class GoldPerson:
    """One person's gold, for organizers."""

    person_id: int
    name: str
    items: int
    right: Proportion
    """Over all labels."""
    fields_compared: Sequence[GoldField]


def gold_people(project: Project) -> list[GoldPerson]:
    """Everybody who has answered gold, by name."""
    by_person: dict[int, list[GoldAnswer]] = defaultdict(list)
    for answer in gold_answers(project):
        by_person[answer.person_id].append(answer)
    people = User.objects.filter(pk__in=by_person).order_by("username")
    return [
        GoldPerson(
            person.pk,
            person.shown_name,
            len(by_person[person.pk]),
            _overall(by_person[person.pk]),
            gold_fields(project, by_person[person.pk]),
        )
        for person in people
    ]


def _overall(answers: Iterable[GoldAnswer]) -> Proportion:
    said = [right for answer in answers for right in answer.right.values()]
    return proportion(sum(said), len(said))


def gold_by_item(project: Project) -> dict[int, Proportion]:
    """For each item that was asked: of all labels said of it, how many are its own."""
    by_item: dict[int, list[GoldAnswer]] = defaultdict(list)
    for answer in gold_answers(project):
        by_item[answer.item_id].append(answer)
    return {item: _overall(answers) for item, answers in by_item.items()}


def my_gold_fields(project: Project, person: User) -> list[GoldField]:
    """What kinds of mistakes a person makes, as they may hear it.

    By label, over answers of earlier days, three more at a time: neither which picture
    was gold can be told from it, nor that the one just handed in was.
    """
    today = timezone.localdate()
    earlier = [
        answer
        for answer in gold_answers(project, person)
        if timezone.localdate(answer.at) < today
    ]
    shown = earlier[: len(earlier) - len(earlier) % FEWEST_SHOWN]
    return gold_fields(project, shown)


def matched_regular_slot(slot: Slot) -> Slot | None:
    """Return the work next to a gold slot, as whose twin it behaves.

    What the person handed in last before it, else first after it.
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
    found = (
        before.order_by("-submitted_at").first()
        or work.order_by("submitted_at").first()
    )
    return found.slot if found else None


class ReviewedItems:
    """Final records and who has had to do with them (annotation.ports)."""

    def finished(self, items: Items) -> Items:
        cases = Case.objects.filter(item__in=items, status__in=DECIDED)
        return cases.values_list("item", flat=True)

    def known_to(self, person: int, items: Collection[int]) -> Collection[int]:
        decided = Case.objects.filter(item__in=items, adjudicator=person)
        wrote = QuestionRevision.objects.filter(question__item__in=items, author=person)
        asked = ValidationPlace.objects.filter(
            revision__question__item__in=items, person=person
        )
        return {
            *decided.values_list("item", flat=True),
            *wrote.values_list("question__item", flat=True),
            *asked.values_list("revision__question__item", flat=True),
        }
