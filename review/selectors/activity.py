"""Who did how much on which day, and what waits for one person."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from annotation.models import Annotation
from annotation.selectors.turns import AnnotationProgress, annotation_progress
from curation.models.screening import ScreeningVote
from curation.selectors.screening import ScreeningProgress, screening_progress
from projects.models import Project, User
from review.models import ValidationAnswer
from review.selectors.questions import rework_list
from review.selectors.validation import ValidationProgress, validation_progress
from workflow.models import LedgerEntry
from workflow.services import Actor

WEEK = 7


class PersonDays(NamedTuple):
    """Counts a day, the earliest day first; as long as the days asked for."""

    person: User
    screened: Sequence[int]
    """Votes on images."""
    annotated: Sequence[int]
    """Annotations handed in, every revision."""
    decided: Sequence[int]
    """Final records written."""
    validated: Sequence[int]
    """Questions answered without the key."""

    @property
    def total(self) -> int:
        return sum(map(sum, self[1:]))


class Activity(NamedTuple):
    """The days, in the server's time zone, and everybody who did something on them."""

    days: Sequence[date]
    people: Sequence[PersonDays]


def activity(
    project: Project, *, until: date | None = None, days: int = WEEK
) -> Activity:
    """What people did on the ``days`` up to ``until`` (today), the busiest first."""
    last = until or timezone.localdate()
    span = [last - timedelta(days=back) for back in reversed(range(days))]
    decisions = LedgerEntry.objects.filter(
        scope_id=project.pk, machine="case", action="finalize", actor__isnull=False
    )
    kinds = [
        _by_day(
            ScreeningVote.objects.filter(image__project=project),
            person="person_id",
            at="created_at",
            span=span,
        ),
        _by_day(
            Annotation.objects.filter(slot__project=project),
            person="person_id",
            at="submitted_at",
            span=span,
        ),
        _by_day(decisions, person="actor_id", at="at", span=span),
        _by_day(
            ValidationAnswer.objects.filter(place__project=project),
            person="place__person_id",
            at="answered_at",
            span=span,
        ),
    ]
    everybody = User.objects.filter(
        pk__in={person for kind in kinds for person in kind}
    )
    nothing = [0] * days
    rows = [
        PersonDays(one, *(kind.get(one.pk, nothing) for kind in kinds))
        for one in everybody.order_by("username")
    ]
    return Activity(span, sorted(rows, key=lambda row: -row.total))


def _by_day(
    rows: QuerySet[ScreeningVote]
    | QuerySet[Annotation]
    | QuerySet[LedgerEntry]
    | QuerySet[ValidationAnswer],
    *,
    person: str,
    at: str,
    span: Sequence[date],
) -> dict[int, list[int]]:
    """How many rows of each person fall on each day of the span."""
    counted = (
        rows.annotate(day=TruncDate(at))
        .filter(day__gte=span[0], day__lte=span[-1])
        .order_by()
        .values_list(person, "day")
        .annotate(n=Count("pk"))
    )
    by_day: dict[int, list[int]] = {}
    for person_id, day, n in counted:
        by_day.setdefault(person_id, [0] * len(span))[(day - span[0]).days] = n
    return by_day


class MyDay(NamedTuple):
    """What waits for one person, and how much of each they have done."""

    screening: ScreeningProgress
    annotation: AnnotationProgress
    validation: ValidationProgress
    rework: int
    """Items that came back with a question of theirs that failed."""


def my_day(project: Project, person: User, actor: Actor) -> MyDay:
    """Where one person goes on."""
    return MyDay(
        screening_progress(project, person),
        annotation_progress(project, person),
        validation_progress(project, actor),
        rework_list(project, actor).count(),
    )
