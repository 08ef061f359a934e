"""Measuring people against the final record and against the keys."""

from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from annotation.domain.formats.registry import format_of
from annotation.models import Annotation, Purpose
from projects.models import Project, User
from review.domain.states import COUNTED
from review.models import Case, Round, ValidationAnswer
from review.selectors.cases import DECIDED

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


def counted_answers(
    project: Project, *, of: Round | None = None
) -> list[CountedAnswer]:
    """Validators' counted answers, of one round or of all, to whatever revision."""
    answers = ValidationAnswer.objects.filter(
        place__project=project, place__status=COUNTED, chosen__isnull=False
    )
    if of is not None:
        answers = answers.filter(place__round=of)
    return _read(answers)


def human_accuracy(project: Project, *, of: Round | None = None) -> HumanAccuracy:
    """Validators' accuracy; over one round, or over the questions as they stand now.

    Counted answers only. A question that was revised or dropped says nothing about
    people, so without ``of`` its former answers are left out.
    """
    if of is not None:
        return accuracy_of(counted_answers(project, of=of))
    current = ValidationAnswer.objects.filter(
        place__project=project,
        place__status=COUNTED,
        chosen__isnull=False,
        place__revision__question__live=True,
        place__revision__number=F("place__revision__question__current_number"),
    )
    return accuracy_of(_read(current))


def accuracy_of(answers: Iterable[CountedAnswer]) -> HumanAccuracy:
    """How well the people who gave these answers did."""
    rows: dict[int, list[CountedAnswer]] = {}
    for answer in answers:
        rows.setdefault(answer.person_id, []).append(answer)
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


def _read(answers: QuerySet[ValidationAnswer]) -> list[CountedAnswer]:
    rows = answers.order_by("pk").values_list(
        "place__person",
        "place__revision__question__uid",
        "place__revision__question__format",
        "place__revision__stem",
        "place__revision__options",
        "place__revision__answer",
        "chosen",
        "seconds",
    )
    return [
        CountedAnswer(*row) for row in rows if row[5] is not None and row[6] is not None
    ]


class PersonWork(NamedTuple):
    """What one person did; a share is None where there is nothing to share."""

    person: User
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


def people(project: Project) -> list[PersonWork]:
    """Everybody who annotated or validated, by name."""
    seconds: dict[int, list[float | None]] = {}
    annotations = Annotation.objects.filter(
        slot__project=project, slot__purpose=Purpose.WORK
    ).order_by("slot", "revision")
    latest = {
        slot: (person, spent)
        for slot, person, spent in annotations.values_list("slot", "person", "seconds")
    }
    for person_id, spent in latest.values():
        seconds.setdefault(person_id, []).append(spent)
    kept = _kept(project)
    validators = {one.person_id: one for one in human_accuracy(project).people}
    everybody = User.objects.filter(pk__in={*seconds, *validators})
    return [
        PersonWork(
            person,
            len(seconds.get(person.pk, [])),
            _median(seconds.get(person.pk, [])),
            fmean(kept[person.pk]) if person.pk in kept else None,
            validators[person.pk].answered if person.pk in validators else 0,
            validators[person.pk].median_seconds if person.pk in validators else None,
            validators[person.pk].accuracy if person.pk in validators else None,
        )
        for person in everybody.order_by("username")
    ]


def _kept(project: Project) -> dict[int, list[float]]:
    """Of each person's labels on decided items, whether it is the final one."""
    kept: dict[int, list[float]] = {}
    decided = Case.objects.filter(project=project, status__in=DECIDED)
    for comparison, record in decided.values_list("comparison", "record"):
        labels = record.get("labels", {})
        for field, compared in comparison.get("fields", {}).items():
            for person, value in zip(
                comparison["people"], compared["values"], strict=False
            ):
                same = set(value) == set(labels.get(field, ()))
                kept.setdefault(person, []).append(float(same))
    return kept


def _median(seconds: Sequence[float | None]) -> float | None:
    known = [one for one in seconds if one is not None]
    return median(known) if known else None
