"""What people did and when: the one table of it, and everybody's days of work, for pay."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from annotation.models import Annotation
from curation.models.screening import ScreeningVote
from projects.models import Project, User
from review.domain.hours import Action, WorkedDay, worked_days
from review.models import ChecklistMark, ValidationAnswer
from workflow.models import LedgerEntry

KINDS = ("screened", "annotated", "decided", "validated", "checked")
"""What is counted: votes on images, annotations handed in (every revision), final
records written, questions answered without the key, items gone through a checklist."""


class WorkDone(NamedTuple):
    """Rows of one kind of work, and their columns of person, time and seconds."""

    rows: QuerySet[Any]
    person: str
    at: str
    seconds: tuple[str, ...] = ()

    def a_day(self, *by: str, **those: Any) -> Iterable[tuple[Any, ...]]:
        """Rows of (by, day, how many), of ``those`` only; to be filtered by day too."""
        rows = self.rows.annotate(day=TruncDate(self.at)).filter(**those).order_by()
        counted: Iterable[tuple[Any, ...]]
        counted = rows.values_list(*by, "day").annotate(n=Count("pk"))
        return counted


def work_done(project: Project) -> dict[str, WorkDone]:
    """All that people did in the project, by kind."""
    votes = ScreeningVote.objects.filter(image__project=project)
    annotations = Annotation.objects.filter(slot__project=project)
    decisions = _moves(project).filter(machine="case", action="finalize")
    answers = ValidationAnswer.objects.filter(place__project=project)
    marks = ChecklistMark.objects.filter(round__project=project)
    checked = marks.exclude(person=None).exclude(marked_at=None)
    done = (
        WorkDone(votes, "person_id", "created_at", ("seconds",)),
        WorkDone(annotations, "person_id", "submitted_at", ("seconds",)),
        WorkDone(decisions, "actor_id", "at"),
        WorkDone(answers, "place__person_id", "answered_at", ("seconds",)),
        WorkDone(checked, "person_id", "marked_at"),
    )
    return dict(zip(KINDS, done, strict=True))


def _moves(project: Project) -> QuerySet[LedgerEntry]:
    return LedgerEntry.objects.filter(scope_id=project.pk, actor__isnull=False)


class PersonDay(NamedTuple):
    """What one person did on one day, in the server's time zone."""

    person: User
    worked: WorkedDay
    counts: dict[str, int]


def hours(project: Project, *, of: User | None = None) -> list[PersonDay]:
    """Every day on which somebody, or one person, did something, by person and day.

    Active time follows the rule in ``review.domain.hours``.
    """
    zone = timezone.get_current_timezone()
    actions: defaultdict[int, list[Action]] = defaultdict(list)
    counts: defaultdict[tuple[int, date], Counter[str]] = defaultdict(Counter)
    for kind, person_id, action in _everything(project, of):
        actions[person_id].append(action)
        counts[person_id, action.at.astimezone(zone).date()][kind] += 1
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


def _everything(project: Project, of: User | None) -> Iterator[tuple[str, int, Action]]:
    """All that people did and when, in no order; moves belong to some other work."""
    other = _moves(project).exclude(machine="case", action="finalize")
    moves = WorkDone(other, "actor_id", "at")
    for kind, done in {"": moves, **work_done(project)}.items():
        rows = done.rows.filter(**{done.person: of.pk}) if of else done.rows
        columns = rows.values_list(done.person, done.at, *done.seconds)
        for person_id, *times in columns.iterator():
            yield kind, person_id, Action(*times)
