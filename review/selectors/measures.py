"""Accuracy of people, measured against final records and correct answers."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any, NamedTuple

from django.db.models import F

from annotation.domain.formats.registry import format_of
from annotation.models import Annotation, Purpose
from projects.models import Project, User
from projects.person_names import PersonNames, name_order
from review.domain.states import COUNTED
from review.models import Case, Round, ValidationAssignment
from review.selectors.agreement import part_json
from review.selectors.cases import DECIDED

_CHUNK = 2000

FEWEST_ANSWERS = 10
"""A person with fewer answers cannot be the best, if anyone has this many."""


class PersonAccuracy(NamedTuple):
    person_id: int
    answered: int
    correct: int
    median_seconds: float | None

    @property
    def accuracy(self) -> float:
        return self.correct / self.answered


class HumanAccuracy(NamedTuple):
    """Accuracy of people who do not see the key; 0 to 1, None without answers."""

    people: Sequence[PersonAccuracy]
    answered: int
    mean: float | None
    """Mean of the people's accuracies, the Human_avg of the papers."""
    best: float | None
    """The highest accuracy among people with enough answers."""


class CountedAnswer(NamedTuple):
    """One person's counted answer to one question."""

    person_id: int
    question: str
    """The question's id; the other fields are those of the revision that was shown."""
    format: str
    stem: str
    options: Sequence[str]
    answer: Any
    """The correct answer; ``chosen`` has the same form, which depends on the format."""
    chosen: Any
    seconds: float | None

    @property
    def correct(self) -> bool:
        return format_of(self.format).agrees(self.answer, self.chosen)


def counted_answers(project: Project, **those: Any) -> list[CountedAnswer]:
    """Return the validators' counted answers, all or those that a lookup selects."""
    rows = ValidationAssignment.objects.filter(
        project=project,
        status=COUNTED,
        chosen__isnull=False,
        revision__answer__isnull=False,
        **those,
    )
    columns = (
        "person",
        "revision__question__uid",
        "revision__question__format",
        "revision__stem",
        "revision__options",
        "revision__answer",
        "chosen",
        "seconds",
    )
    return [CountedAnswer(*row) for row in rows.order_by("pk").values_list(*columns)]


def human_accuracy(project: Project, *, of: Round | None = None) -> HumanAccuracy:
    """Return validators' accuracy over one round, or over all current questions.

    Only counted answers are included. Without ``of``, answers to former revisions and
    to dropped questions are left out: a faulty question says nothing about people.
    """
    if of is not None:
        return accuracy_of(counted_answers(project, round=of))
    current = {
        "revision__question__live": True,
        "revision__number": F("revision__question__current_number"),
    }
    return accuracy_of(counted_answers(project, **current))


def accuracy_of(answers: Iterable[CountedAnswer]) -> HumanAccuracy:
    """Return the accuracy of the people who gave these answers."""
    rows: defaultdict[int, list[CountedAnswer]] = defaultdict(list)
    for answer in answers:
        rows[answer.person_id].append(answer)
    people = [
        PersonAccuracy(
            person_id,
            len(answers),
            sum(answer.correct for answer in answers),
            _median([answer.seconds for answer in answers]),
        )
        for person_id, answers in sorted(rows.items())
    ]
    enough = [
        person for person in people if person.answered >= FEWEST_ANSWERS
    ] or people
    return HumanAccuracy(
        people,
        sum(person.answered for person in people),
        fmean(person.accuracy for person in people) if people else None,
        max((person.accuracy for person in enough), default=None),
    )


@dataclass(frozen=True)
class PersonWork:
    """One person's work; shares are 0 to 1, times are medians in seconds.

    A share is null if it would be over nothing.
    """

    person_id: int
    name: str
    annotated: int
    annotation_seconds: float | None
    """Median of an item."""
    kept: float | None
    """Share of the person's labels that equal the final record's."""
    validated: int
    validation_seconds: float | None
    """Median of a question."""
    accuracy: float | None
    """Share of answers that are correct."""


@dataclass(frozen=True)
class WorkOfPeople:
    """The work of all people, and their accuracy without seeing the key."""

    people: Sequence[PersonWork]
    human_average: float | None
    human_best: float | None


def work_of_people(project: Project) -> WorkOfPeople:
    """Return the work of all who annotated or validated, by user name."""
    annotations = Annotation.objects.filter(
        slot__project=project, slot__purpose=Purpose.WORK
    ).order_by("slot", "revision")
    rows = annotations.values_list("slot", "person", "seconds")
    latest = {slot: (person, spent) for slot, person, spent in rows}
    seconds: defaultdict[int, list[float | None]] = defaultdict(list)
    for person_id, spent in latest.values():
        seconds[person_id].append(spent)
    label_outcomes = _label_outcomes(project)
    humans = human_accuracy(project)
    validators = {person.person_id: person for person in humans.people}
    everybody = User.objects.filter(pk__in={*seconds, *validators})
    names = PersonNames(project)
    work = []
    for person in sorted(everybody, key=name_order):
        answers = validators.get(person.pk)
        work.append(
            PersonWork(
                person.pk,
                names.of(person),
                len(seconds[person.pk]),
                _median(seconds[person.pk]),
                fmean(label_outcomes[person.pk])
                if person.pk in label_outcomes
                else None,
                answers.answered if answers else 0,
                answers.median_seconds if answers else None,
                answers.accuracy if answers else None,
            )
        )
    return WorkOfPeople(work, humans.mean, humans.best)


def _label_outcomes(project: Project) -> dict[int, list[bool]]:
    """Return, by person, whether each label on decided items is the final one."""
    fields = [field.id for field in project.protocol.labels]
    parts = {
        f"said_{at}": part_json("comparison", "fields", field, "values")
        for at, field in enumerate(fields)
    }
    decided = Case.objects.filter(project=project, status__in=DECIDED)
    rows = (
        decided.filter(comparison__has_key="people")
        .annotate(
            people=part_json("comparison", "people"),
            labels=part_json("record", "labels"),
            **parts,
        )
        .values_list("people", "labels", *parts)
    )
    outcomes: defaultdict[int, list[bool]] = defaultdict(list)
    for people, labels, *field_values in rows.iterator(_CHUNK):
        for field, values in zip(fields, field_values, strict=True):
            final = set((labels or {}).get(field, ()))
            for person, value in zip(people, values or (), strict=False):
                outcomes[person].append(set(value) == final)
    return outcomes


def _median(seconds: Sequence[float | None]) -> float | None:
    known = [value for value in seconds if value is not None]
    return median(known) if known else None
