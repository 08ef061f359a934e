"""Accuracy of people, measured against final records and correct answers."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from annotation.items.models.slots import Purpose
from annotation.items.models.submissions import Annotation
from projects.models import Project, User
from projects.person_names.selectors.project_names import PersonNames, name_order
from review.adjudication.models import Case
from review.adjudication.selectors.cases import DECIDED
from review.calibration.selectors.agreement import part_json
from review.rounds.selectors.human_accuracy import human_accuracy, median_or_none

_CHUNK = 2000


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
                names.name_of_person(person),
                len(seconds[person.pk]),
                median_or_none(seconds[person.pk]),
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
