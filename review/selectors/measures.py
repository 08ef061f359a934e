"""Measuring people against the final record and against the keys."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any, NamedTuple

from django.db.models import F

from annotation.domain.formats.registry import format_of
from annotation.models import Annotation, Purpose
from projects.models import Project, User
from review.domain.states import COUNTED
from review.models import Case, Round, ValidationAnswer
from review.selectors.agreement import part_json
from review.selectors.cases import DECIDED

_CHUNK = 2000

FEWEST_ANSWERS = 10
"""Answers from which a person can be the best, where anybody has given so many."""


class PersonAccuracy(NamedTuple):
    person_id: int
    answered: int
    correct: int
    median_seconds: float | None

    @property
    def accuracy(self) -> float:
        return self.correct / self.answered


class HumanAccuracy(NamedTuple):
    """How well people answer without the key; 0 to 1, None where nobody did."""

    people: Sequence[PersonAccuracy]
    answered: int
    mean: float | None
    """Mean of the people's accuracies, as the papers' Human_avg."""
    best: float | None
    """The best of those who answered enough questions to be compared."""


class CountedAnswer(NamedTuple):
    """What one person answered to one question, without its key."""

    person_id: int
    question: str
    """The question's id; the rest is its revision that was shown."""
    format: str
    stem: str
    options: Sequence[str]
    answer: Any
    """The key, as ``chosen`` in the form of the format."""
    chosen: Any
    seconds: float | None

    @property
    def correct(self) -> bool:
        return format_of(self.format).agrees(self.answer, self.chosen)


def counted_answers(project: Project, **those: Any) -> list[CountedAnswer]:
    """Validators' counted answers, all or those that a lookup names."""
    rows = ValidationAnswer.objects.filter(
        place__project=project,
        place__status=COUNTED,
        chosen__isnull=False,
        place__revision__answer__isnull=False,
        **those,
    )
    columns = (
        "place__person",
        "place__revision__question__uid",
        "place__revision__question__format",
        "place__revision__stem",
        "place__revision__options",
        "place__revision__answer",
        "chosen",
        "seconds",
    )
    return [CountedAnswer(*row) for row in rows.order_by("pk").values_list(*columns)]


def human_accuracy(project: Project, *, of: Round | None = None) -> HumanAccuracy:
    """Validators' accuracy; over one round, or over the questions as they stand now.

    Counted answers only. A question that was revised or dropped says nothing about
    people, so without ``of`` its former answers are left out.
    """
    if of is not None:
        return accuracy_of(counted_answers(project, place__round=of))
    number = F("place__revision__question__current_number")
    current = {
        "place__revision__question__live": True,
        "place__revision__number": number,
    }
    return accuracy_of(counted_answers(project, **current))


def accuracy_of(answers: Iterable[CountedAnswer]) -> HumanAccuracy:
    """How well the people who gave these answers did."""
    rows: defaultdict[int, list[CountedAnswer]] = defaultdict(list)
    for answer in answers:
        rows[answer.person_id].append(answer)
    people = [
        PersonAccuracy(
            person_id,
            len(given),
            sum(one.correct for one in given),
            _median([one.seconds for one in given]),
        )
        for person_id, given in sorted(rows.items())
    ]
    enough = [one for one in people if one.answered >= FEWEST_ANSWERS] or people
    return HumanAccuracy(
        people,
        sum(one.answered for one in people),
        fmean(one.accuracy for one in people) if people else None,
        max((one.accuracy for one in enough), default=None),
    )


@dataclass(frozen=True)
class PersonWork:
    """What one person did; shares are 0 to 1, times medians in seconds.

    A share is null where there is nothing to share.
    """

    person_id: int
    name: str
    annotated: int
    annotation_seconds: float | None
    """Median of an item."""
    kept: float | None
    """Share of the person's labels that are those of the final record."""
    validated: int
    validation_seconds: float | None
    """Median of a question."""
    accuracy: float | None
    """Share of answers that are the key."""


@dataclass(frozen=True)
class People:
    """Everybody's work, and how well people answer without the key."""

    people: Sequence[PersonWork]
    human_average: float | None
    human_best: float | None


def people(project: Project) -> People:
    """What everybody who annotated or validated did, by name."""
    annotations = Annotation.objects.filter(
        slot__project=project, slot__purpose=Purpose.WORK
    ).order_by("slot", "revision")
    rows = annotations.values_list("slot", "person", "seconds")
    latest = {slot: (person, spent) for slot, person, spent in rows}
    seconds: defaultdict[int, list[float | None]] = defaultdict(list)
    for person_id, spent in latest.values():
        seconds[person_id].append(spent)
    kept = _kept(project)
    humans = human_accuracy(project)
    validators = {one.person_id: one for one in humans.people}
    everybody = User.objects.filter(pk__in={*seconds, *validators})
    work = []
    for person in everybody.order_by("username"):
        answers = validators.get(person.pk)
        work.append(
            PersonWork(
                person.pk,
                person.shown_name,
                len(seconds[person.pk]),
                _median(seconds[person.pk]),
                fmean(kept[person.pk]) if person.pk in kept else None,
                answers.answered if answers else 0,
                answers.median_seconds if answers else None,
                answers.accuracy if answers else None,
            )
        )
    return People(work, humans.mean, humans.best)


def _kept(project: Project) -> dict[int, list[bool]]:
    """Of each person's labels on decided items, whether it is the final one."""
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
    kept: defaultdict[int, list[bool]] = defaultdict(list)
    for people, labels, *said in rows.iterator(_CHUNK):
        for field, values in zip(fields, said, strict=True):
            final = set((labels or {}).get(field, ()))
            for person, value in zip(people, values or (), strict=False):
                kept[person].append(set(value) == final)
    return kept


def _median(seconds: Sequence[float | None]) -> float | None:
    known = [one for one in seconds if one is not None]
    return median(known) if known else None
