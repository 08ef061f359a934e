"""What is left to do in each part of the work, and when it will probably be done."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple

from django.db.models import Count, F, QuerySet, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone

from annotation.domain.states import LEASED, OPEN, RETURNED
from annotation.models import Annotation, Item, Purpose, Slot
from curation.domain.states import IN_SCREENING
from curation.models.images import Image
from curation.models.screening import ScreeningVote
from curation.selectors.screening import votes_needed
from projects.models import Project
from review.domain.forecast import Forecast, forecast
from review.domain.states import COMPARING
from review.models import Case, Round, ValidationAnswer
from review.selectors.cases import UNDECIDED
from review.selectors.rounds import open_round, round_progress
from workflow.models import LedgerEntry

DAYS = 14
"""Whole days that a pace is taken from."""

Part = Literal["screen", "annotate", "decide", "validate"]


class PartForecast(NamedTuple):
    """One part of the work: votes, annotations, decisions, or answers of a round."""

    part: Part
    left: int
    done: Sequence[int]
    """One count a day."""
    forecast: Forecast
    earliest: date | None
    latest: date | None


class Outlook(NamedTuple):
    """The last whole days, in the server's time zone, and every part that is due."""

    days: Sequence[date]
    round: int | None
    """The number of the round that is open."""
    parts: Sequence[PartForecast]


def outlook(project: Project, *, today: date | None = None) -> Outlook:
    """How much is left and until when, part by part, in the order of the chain.

    A part with nothing left is left out. What later parts will meet is not known before earlier ones are through: decisions count
    the items there are, answers the round that is open.
    """
    now = today or timezone.localdate()
    days = [now - timedelta(days=back) for back in range(DAYS, 0, -1)]
    current = open_round(project)
    due: list[tuple[Part, int, Iterable[tuple[date, int]]]] = [
        ("screen", _votes_left(project), _votes(project)),
        ("annotate", _places_left(project), _handed_in(project)),
        ("decide", _decisions_left(project), _decisions(project)),
    ]
    if current is not None and current.rule.kind == "answer":
        missing = round_progress(current).missing
        due.append(("validate", missing, _answers(current)))
    parts = []
    for part, left, counted in due:
        if left:
            by_day = Counter(dict(counted))
            done = [by_day[day] for day in days]
            found = forecast(left, done)
            ends = _day(now, found.low), _day(now, found.high)
            parts.append(PartForecast(part, left, done, found, *ends))
    return Outlook(days, current.number if current else None, parts)


def _day(today: date, further: int | None) -> date | None:
    """Today is the first of the days to come."""
    return today + timedelta(days=further - 1) if further else None


def _a_day(
    rows: QuerySet[ScreeningVote]
    | QuerySet[Annotation]
    | QuerySet[LedgerEntry]
    | QuerySet[ValidationAnswer],
    at: str,
) -> Iterable[tuple[date, int]]:
    counted = rows.annotate(day=TruncDate(at)).order_by().values("day")
    return counted.annotate(n=Count("pk")).values_list("day", "n")


def _votes_left(project: Project) -> int:
    needed = votes_needed(project)
    waiting = Image.objects.filter(
        project=project, status=IN_SCREENING, votes_cast__lt=needed
    )
    return waiting.aggregate(n=Sum(needed - F("votes_cast")))["n"] or 0


def _votes(project: Project) -> Iterable[tuple[date, int]]:
    votes = ScreeningVote.objects.filter(image__project=project)
    return _a_day(votes, "created_at")


def _places_left(project: Project) -> int:
    return Slot.objects.filter(
        project=project, purpose=Purpose.WORK, status__in=(OPEN, LEASED, RETURNED)
    ).count()


def _handed_in(project: Project) -> Iterable[tuple[date, int]]:
    first = Annotation.objects.filter(
        slot__project=project, slot__purpose=Purpose.WORK, revision=1
    )
    return _a_day(first, "submitted_at")


def _decisions_left(project: Project) -> int:
    """One an item that is not decided; where one person annotates, nobody decides."""
    if project.protocol.annotation.people == 1:
        return 0
    begun = Case.objects.filter(project=project, status__in=(COMPARING, *UNDECIDED))
    there = Slot.objects.filter(project=project, purpose=Purpose.WORK, status=OPEN)
    new = Item.objects.filter(project=project, case=None, pk__in=there.values("item"))
    return begun.count() + new.count()


def _decisions(project: Project) -> Iterable[tuple[date, int]]:
    decided = LedgerEntry.objects.filter(
        scope_id=project.pk, machine="case", action="finalize"
    )
    return _a_day(decided, "at")


def _answers(current: Round) -> Iterable[tuple[date, int]]:
    answers = ValidationAnswer.objects.filter(place__round=current)
    return _a_day(answers, "answered_at")
