"""What is left to do in each part of the work, and when it will probably be done."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from django.db.models import F, Sum
from django.utils import timezone

from annotation.domain.states import LEASED, OPEN, RETURNED
from annotation.models import Item, Purpose, Slot
from curation.domain.states import IN_SCREENING
from curation.models.images import Image
from curation.selectors.screening import votes_needed
from projects.models import Project
from review.domain.forecast import Standing, forecast
from review.domain.states import COMPARING
from review.models import Case
from review.selectors.cases import UNDECIDED
from review.selectors.hours import work_done
from review.selectors.rounds import open_round, round_progress

DAYS = 14
"""Whole days that a pace is taken from."""

Part = Literal["screen", "annotate", "decide", "validate"]
_FIRST_OF_WORK = {"slot__purpose": Purpose.WORK, "revision": 1}


@dataclass(frozen=True)
class PartForecast:
    """One part of the work: votes, annotations, decisions, or answers of a round.

    ``done`` is a count a day, ``pace`` the mean of a day. ``earliest`` to ``latest`` is
    when it will be finished, where the standing is ``known``; null where it would be more
    than a year from now.
    """

    part: Part
    left: int
    done: Sequence[int]
    standing: Standing
    pace: float | None
    earliest: date | None
    latest: date | None


@dataclass(frozen=True)
class Outlook:
    """The last whole days, in the server's time zone, and what is left of each part of
    the work."""

    days: Sequence[date]
    round: int | None
    """The number of the round that is open."""
    parts: Sequence[PartForecast]


def outlook(project: Project, *, today: date | None = None) -> Outlook:
    """How much is left and until when, part by part, in the order of the chain.

    A part with nothing left is left out. What later parts will meet is not known before
    earlier ones are through: decisions count the items there are, answers the round that
    is open.
    """
    now = today or timezone.localdate()
    days = [now - timedelta(days=back) for back in range(DAYS, 0, -1)]
    current = open_round(project)
    due: list[tuple[Part, int, str, dict[str, Any]]] = [
        ("screen", _votes_left(project), "screened", {}),
        ("annotate", _places_left(project), "annotated", _FIRST_OF_WORK),
        ("decide", _decisions_left(project), "decided", {}),
    ]
    if current is not None and current.rule.kind == "answer":
        missing = round_progress(current).missing
        due.append(("validate", missing, "validated", {"place__round": current}))
    kinds = work_done(project)
    parts = []
    for part, left, kind, those in due:
        if left:
            by_day = dict(kinds[kind].a_day(day__gte=days[0], **those))
            done = [by_day.get(day, 0) for day in days]
            found = forecast(left, done)
            ends = _day(now, found.low), _day(now, found.high)
            parts.append(
                PartForecast(part, left, done, found.standing, found.pace, *ends)
            )
    return Outlook(days, current.number if current else None, parts)


def _day(today: date, further: int | None) -> date | None:
    """Today is the first of the days to come."""
    return today + timedelta(days=further - 1) if further else None


def _votes_left(project: Project) -> int:
    needed = votes_needed(project)
    waiting = Image.objects.filter(
        project=project, status=IN_SCREENING, votes_cast__lt=needed
    )
    return waiting.aggregate(n=Sum(needed - F("votes_cast")))["n"] or 0


def _places_left(project: Project) -> int:
    return Slot.objects.filter(
        project=project, purpose=Purpose.WORK, status__in=(OPEN, LEASED, RETURNED)
    ).count()


def _decisions_left(project: Project) -> int:
    """One an item that is not decided; where one person annotates, nobody decides."""
    if project.protocol.annotation.people == 1:
        return 0
    begun = Case.objects.filter(project=project, status__in=(COMPARING, *UNDECIDED))
    there = Slot.objects.filter(project=project, purpose=Purpose.WORK, status=OPEN)
    new = Item.objects.filter(project=project, case=None, pk__in=there.values("item"))
    return begun.count() + new.count()
