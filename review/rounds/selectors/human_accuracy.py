"""Accuracy of people who answer questions without seeing the key."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import Any, NamedTuple

from django.db.models import F

from projects.models import Project
from review.rounds.domain.round_states import COUNTED
from review.rounds.models.rounds import Round, ValidationAssignment
from subtext_protocol.formats.registry import get_format

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
        return get_format(self.format).equals_key(self.answer, self.chosen)


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
        return compute_human_accuracy(counted_answers(project, round=of))
    current = {
        "revision__question__live": True,
        "revision__number": F("revision__question__current_number"),
    }
    return compute_human_accuracy(counted_answers(project, **current))


def compute_human_accuracy(answers: Iterable[CountedAnswer]) -> HumanAccuracy:
    """Return the accuracy of the people who gave these answers."""
    rows: defaultdict[int, list[CountedAnswer]] = defaultdict(list)
    for answer in answers:
        rows[answer.person_id].append(answer)
    people = [
        PersonAccuracy(
            person_id,
            len(answers),
            sum(answer.correct for answer in answers),
            median_or_none([answer.seconds for answer in answers]),
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


def median_or_none(seconds: Sequence[float | None]) -> float | None:
    known = [value for value in seconds if value is not None]
    return median(known) if known else None
