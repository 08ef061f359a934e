"""Everybody's days of work, for pay."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from typing import NamedTuple

from django.utils import timezone

from annotation.models import Annotation
from curation.models.screening import ScreeningVote
from projects.models import Project, User
from review.domain.hours import Action, WorkedDay, worked_days
from review.models import ChecklistMark, ValidationAnswer
from workflow.models import LedgerEntry

Kind = str
KINDS: tuple[Kind, ...] = ("screened", "annotated", "decided", "validated", "checked")
"""What is counted: votes on images, annotations handed in (every revision), final
records written, questions answered without the key, items gone through a checklist."""


class PersonDay(NamedTuple):
    """What one person did on one day, in the server's time zone."""

    person: User
    worked: WorkedDay
    counts: dict[Kind, int]


class _Done(NamedTuple):
    person_id: int
    kind: Kind
    """Empty for what belongs to some other work: taking an item, sending it back."""
    action: Action


def hours(project: Project, *, of: User | None = None) -> list[PersonDay]:
    """Every day on which somebody, or one person, did something, by person and day.

    Active time follows the rule in ``review.domain.hours``.
    """
    zone = timezone.get_current_timezone()
    actions: defaultdict[int, list[Action]] = defaultdict(list)
    counts: defaultdict[tuple[int, date], Counter[Kind]] = defaultdict(Counter)
    for done in _everything(project):
        if of is not None and done.person_id != of.pk:
            continue
        actions[done.person_id].append(done.action)
        if done.kind:
            day = done.action.at.astimezone(zone).date()
            counts[done.person_id, day][done.kind] += 1
    everybody = User.objects.filter(pk__in=actions).order_by("username")
    return [
        PersonDay(
            person,
            worked,
            {kind: counts[person.pk, worked.day][kind] for kind in KINDS},
        )
        for person in everybody
        for worked in worked_days(actions[person.pk], zone)
    ]


def _everything(project: Project) -> Iterator[_Done]:
    """All that people did in the project and when, in no order."""
    ledger = LedgerEntry.objects.filter(scope_id=project.pk, actor__isnull=False)
    moves = ledger.values_list("actor_id", "machine", "action", "at")
    for person, machine, action, at in moves.iterator():
        if person is not None:
            decided = (machine, action) == ("case", "finalize")
            yield _Done(person, "decided" if decided else "", Action(at))
    votes = ScreeningVote.objects.filter(image__project=project)
    voted = votes.values_list("person_id", "created_at", "seconds")
    for voter, at, seconds in voted.iterator():
        yield _Done(voter, "screened", Action(at, seconds))
    annotations = Annotation.objects.filter(slot__project=project)
    timed = annotations.values_list("person_id", "submitted_at", "seconds")
    for person, at, seconds in timed.iterator():
        yield _Done(person, "annotated", Action(at, seconds))
    answers = ValidationAnswer.objects.filter(place__project=project)
    answered = answers.values_list("place__person_id", "answered_at", "seconds")
    for person, at, seconds in answered.iterator():
        if person is not None:
            yield _Done(person, "validated", Action(at, seconds))
    marks = ChecklistMark.objects.filter(round__project=project)
    for checker, marked_at in marks.values_list("person_id", "marked_at").iterator():
        if checker is not None and isinstance(marked_at, datetime):
            yield _Done(checker, "checked", Action(marked_at))
