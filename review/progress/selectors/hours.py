"""Work done: paid days of work, counts by day, and a forecast of the rest."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Any, Literal, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.fields.json import KT
from django.utils import timezone

from annotation.items.domain.slot_states import LEASED, OPEN, RETURNED
from annotation.items.models.items import Item
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from core.models import LedgerEntry
from core.time_zones import start_of_day
from curation.images.domain.states import IN_SCREENING
from curation.images.models import Image
from curation.screening.models import ScreeningVote
from curation.screening.selectors import votes_needed
from projects.models import Project, User
from projects.person_names.selectors.project_names import PersonNames, name_order
from review.adjudication.domain.case_states import COMPARING, FINAL
from review.adjudication.models import Case
from review.adjudication.selectors.cases import UNDECIDED
from review.progress.domain.forecast import Eligibility, forecast_days
from review.progress.domain.hours import FinishedAction, WorkedDay, worked_days
from review.rounds.models.rounds import ChecklistMark, ValidationAssignment
from review.rounds.selectors.rounds import current_round, round_progress

KINDS = ("screened", "annotated", "decided", "validated", "checked")
"""The kinds of counted work.

These are votes on images, annotations submitted (every revision), final records
written, questions answered without seeing the key, and items checked by a checklist.
"""


_DAY = timedelta(days=1)


class WorkDone(NamedTuple):
    """Rows of one kind of work, and their columns of person, time and seconds.

    Days are those of ``zone``.
    """

    zone: tzinfo
    rows: QuerySet[Any]
    person: str
    at: str
    seconds: tuple[str, ...] = ()

    def a_day(
        self, *by: str, first: date, last: date, **those: Any
    ) -> Iterator[tuple[Any, ...]]:
        """Count rows a day, from ``first`` to ``last``, restricted by ``those``.

        The rows returned are the columns ``by``, the day and the count.
        """
        days = [first + n * _DAY for n in range((last - first).days + 1)]
        # Compares times: to compute the day of every row takes SQLite longer.
        counts = {
            f"day_{n}": Count("pk", filter=Q(**self._within(day, day)))
            for n, day in enumerate(days)
        }
        rows = self.rows.filter(**self._within(first, last), **those).order_by()
        grouped = (
            rows.values_list(*by).annotate(**counts)
            if by
            else [rows.aggregate(**counts).values()]
        )
        for row in grouped:
            values = tuple(row)
            for day, n in zip(days, values[len(by) :], strict=True):
                if n:
                    yield *values[: len(by)], day, n

    def _within(self, first: date, last: date) -> dict[str, datetime]:
        """Return the lookups of times from ``first`` to ``last``."""
        return {
            f"{self.at}__gte": start_of_day(first, self.zone),
            f"{self.at}__lt": start_of_day(last + _DAY, self.zone),
        }


_DECISION = {"machine": "case", "target": FINAL, "action": "finalize"}
"""The ledger's entries of final records; the target is in an index."""


def work_done(project: Project) -> dict[str, WorkDone]:
    """Return all work done in the project, by kind."""
    # Filters through what each row refers to, so that the time span is looked up first.
    slots = Slot.objects.filter(pk=OuterRef("slot"), project=project)
    images = Image.objects.filter(pk=OuterRef("image"), project=project)
    votes = ScreeningVote.objects.filter(Exists(images))
    annotations = Annotation.objects.filter(Exists(slots))
    decisions = _moves(project).filter(**_DECISION)
    answers = ValidationAssignment.objects.filter(project=project)
    answered = answers.exclude(answered_at=None)
    marks = ChecklistMark.objects.filter(round__project=project)
    checked = marks.exclude(person=None).exclude(marked_at=None)
    zone = project.zone
    done = (
        WorkDone(zone, votes, "person_id", "created_at", ("seconds",)),
        WorkDone(zone, annotations, "person_id", "submitted_at", ("seconds",)),
        WorkDone(zone, decisions, "actor_id", "at"),
        WorkDone(zone, answered, "person_id", "answered_at", ("seconds",)),
        WorkDone(zone, checked, "person_id", "marked_at"),
    )
    return dict(zip(KINDS, done, strict=True))


def _moves(project: Project) -> QuerySet[LedgerEntry]:
    return LedgerEntry.objects.filter(scope_id=project.pk, actor__isnull=False)


class PersonDay(NamedTuple):
    """The work of one person on one of the project's days."""

    person: User
    worked: WorkedDay
    counts: dict[str, int]


def list_person_days(project: Project, *, of: User | None = None) -> list[PersonDay]:
    """Return every day of activity of all people, or of one, by person and day.

    Days are those of the project's time zone. Active time follows the rule in
    ``review.progress.domain.hours``.
    """
    zone = project.zone
    actions: defaultdict[int, list[FinishedAction]] = defaultdict(list)
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


def _everything(
    project: Project, of: User | None
) -> Iterator[tuple[str, int, FinishedAction]]:
    """Yield all actions with their times, in no order.

    Other transitions have the kind "": they only count towards active time.
    """
    other_moves = _moves(project).exclude(**_DECISION)
    moves = WorkDone(project.zone, other_moves, "actor_id", "at")
    for kind, done in {"": moves, **work_done(project)}.items():
        rows = done.rows.filter(**{done.person: of.pk}) if of else done.rows
        columns = rows.values_list(done.person, done.at, *done.seconds)
        for person_id, *times in columns.iterator():
            yield kind, person_id, FinishedAction(*times)
    for person_id, at in _leases(project, of):
        yield "", person_id, FinishedAction(at)


def _leases(project: Project, of: User | None) -> Iterator[tuple[int, datetime]]:
    """Yield who leased a slot when: the ledger has it with the end of the lease."""
    ended = LedgerEntry.objects.filter(
        scope_id=project.pk, machine=Slot.machine.name, data__has_key="leased_at"
    )
    held = Slot.objects.filter(project=project, leased_at__isnull=False)
    if of is not None:
        by_them = Q(actor=of.pk) | Q(actor=None)
        ended = ended.filter(by_them, data__leased_by=of.pk)
        held = held.filter(person=of.pk)
    recorded = ended.values_list(KT("data__leased_by"), KT("data__leased_at"))
    for person_id, at in recorded.iterator():
        yield int(person_id), datetime.fromisoformat(at)
    for slot in held:
        if slot.person_id and slot.leased_at:
            yield slot.person_id, slot.leased_at


WEEK = 7
_SHOWN = ("screened", "annotated", "decided", "validated")


@dataclass(frozen=True)
class PersonDays:
    """One person's counts of work a day, the earliest day first."""

    person_id: int
    name: str
    screened: Sequence[int]
    """Votes on images."""
    annotated: Sequence[int]
    """Annotations submitted, every revision."""
    decided: Sequence[int]
    """Final records written."""
    validated: Sequence[int]
    """Questions answered without seeing the key."""


@dataclass(frozen=True)
class Activity:
    """The last days, in the project's time zone, and each person's work on them."""

    days: Sequence[date]
    people: Sequence[PersonDays]


def count_activity(
    project: Project, *, until: date | None = None, days: int = WEEK
) -> Activity:
    """Count work on the ``days`` up to ``until`` (today), the busiest person first."""
    last = until or timezone.localdate(timezone=project.zone)
    span = [last - timedelta(days=back) for back in reversed(range(days))]
    counts: defaultdict[int, dict[str, list[int]]]
    counts = defaultdict(lambda: {kind: [0] * days for kind in _SHOWN})
    done = work_done(project)
    for kind in _SHOWN:
        rows = done[kind].a_day(done[kind].person, first=span[0], last=span[-1])
        for person_id, day, n in rows:
            counts[person_id][kind][(day - span[0]).days] = n
    busy = sorted(User.objects.filter(pk__in=counts), key=name_order)
    names = PersonNames(project)
    people = [
        PersonDays(person.pk, names.name_of_person(person), **counts[person.pk])
        for person in busy
    ]
    people.sort(key=lambda row: -sum(map(sum, counts[row.person_id].values())))
    return Activity(span, people)


DAYS = 14
"""Whole days over which the pace is measured."""

Part = Literal["screen", "annotate", "decide", "validate"]
_FIRST_OF_WORK = {"slot__purpose": Purpose.WORK, "revision": 1}


@dataclass(frozen=True)
class PartForecast:
    """The forecast of one part of the work.

    Parts are votes, annotations, decisions and a round's answers. ``done`` is a count a
    day, ``pace`` their mean. The part will be finished between ``earliest`` and
    ``latest``. Both are null unless ``standing`` is ``known``, and a date is null if it
    is more than a year away.
    """

    part: Part
    left: int
    done: Sequence[int]
    standing: Eligibility
    pace: float | None
    earliest: date | None
    latest: date | None


@dataclass(frozen=True)
class Outlook:
    """The last whole days, in the project's time zone, and what is left of each part."""

    days: Sequence[date]
    round: int | None
    """The number of the open round."""
    parts: Sequence[PartForecast]


def forecast_work(project: Project, *, today: date | None = None) -> Outlook:
    """Forecast when each part of the work is finished, in the order of the workflow.

    Parts with nothing left are left out. How much work later parts will get is not
    known before earlier ones finish. Decisions therefore count existing items, and
    answers count the open round.
    """
    now = today or timezone.localdate(timezone=project.zone)
    days = [now - timedelta(days=back) for back in range(DAYS, 0, -1)]
    current = current_round(project)
    due: list[tuple[Part, int, str, dict[str, Any]]] = [
        ("screen", _votes_left(project), "screened", {}),
        ("annotate", _places_left(project), "annotated", _FIRST_OF_WORK),
        ("decide", _decisions_left(project), "decided", {}),
    ]
    if current is not None and current.rule.kind == "answer":
        missing = round_progress(current).remaining_answers
        due.append(("validate", missing, "validated", {"round": current}))
    kinds = work_done(project)
    parts = []
    for part, left, kind, those in due:
        if left:
            by_day = dict(kinds[kind].a_day(first=days[0], last=now, **those))
            done = [by_day.get(day, 0) for day in days]
            predicted = forecast_days(left, done)
            ends = _day(now, predicted.low), _day(now, predicted.high)
            parts.append(
                PartForecast(
                    part, left, done, predicted.standing, predicted.pace, *ends
                )
            )
    return Outlook(days, current.number if current else None, parts)


def _day(today: date, further: int | None) -> date | None:
    """Return the last of ``further`` days, of which today is the first."""
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
    """Count undecided items; with one annotator an item needs no decision."""
    if project.protocol.annotation.people == 1:
        return 0
    begun = Case.objects.filter(project=project, status__in=(COMPARING, *UNDECIDED))
    there = Slot.objects.filter(project=project, purpose=Purpose.WORK, status=OPEN)
    new = Item.objects.filter(project=project, case=None, pk__in=there.values("item"))
    return begun.count() + new.count()
