"""Reads of the security record: who may see which events, and password-link periods."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from projects.models import Project, SecurityEvent, SecurityEventKind, User
from projects.security_record.domain import (
    BY_MAIL,
    PasswordLinkPeriod,
    Step,
    possible_impersonation_periods,
)

EVENT_COLUMNS = (
    "id",
    "at",
    "kind",
    "by",
    "account",
    "project",
    "count",
    "last_at",
    "details",
)


@dataclass(frozen=True)
class EventFilter:
    """Which events to list; None for all."""

    kind: str | None = None
    person_id: int | None = None
    """Who did it, or whom it is about."""
    since: datetime | None = None
    until: datetime | None = None


def events_of_installation() -> QuerySet[SecurityEvent]:
    """Return all events, for staff of the installation."""
    return SecurityEvent.objects.select_related("actor", "person")


def events_of_project(project: Project) -> QuerySet[SecurityEvent]:
    """Return the events of a project, for its maintainers.

    Without events of accounts, such as logins, which belong to no project.
    """
    return events_of_installation().filter(scope_id=project.pk)


def events_of_person(person: User) -> QuerySet[SecurityEvent]:
    """Return what a person did, and what is about their account."""
    return events_of_installation().filter(Q(person=person) | Q(actor=person))


def people_of_installation() -> QuerySet[User]:
    """Return the accounts that did something, or that an event is about."""
    events = SecurityEvent.objects.all()
    return User.objects.filter(
        Exists(events.filter(actor=OuterRef("pk")))
        | Exists(events.filter(person=OuterRef("pk")))
    )


def filter_events(
    events: QuerySet[SecurityEvent], chosen: EventFilter
) -> QuerySet[SecurityEvent]:
    """Return the chosen ones of the events."""
    if chosen.kind:
        events = events.filter(kind=chosen.kind)
    if chosen.person_id is not None:
        person = Q(person=chosen.person_id) | Q(actor=chosen.person_id)
        events = events.filter(person)
    if chosen.since:
        events = events.filter(at__gte=chosen.since)
    if chosen.until:
        events = events.filter(at__lt=chosen.until)
    return events


def event_rows(events: QuerySet[SecurityEvent]) -> Iterator[Mapping[str, Any]]:
    """Yield one row an event, the oldest first; people by their user names."""
    for event in events.order_by("pk").iterator(chunk_size=500):
        yield {
            "id": event.pk,
            "at": event.at.isoformat(timespec="seconds"),
            "kind": event.kind,
            "by": event.actor.username if event.actor else None,
            "account": event.person.username if event.person else None,
            "project": event.project or None,
            "count": event.count,
            "last_at": event.last_at and event.last_at.isoformat(timespec="seconds"),
            "details": event.data,
        }


class PasswordLinkPeriods:
    """When people had a password that somebody else had set, or could.

    Read once for many rows: ``covers`` queries nothing.
    """

    def __init__(self, people: Iterable[int] | None = None) -> None:
        self._periods = _periods_by_person(people)

    def covers(self, person_id: int | None, at: datetime) -> bool:
        """Return whether somebody else may have acted as the person at that time."""
        periods = self._periods.get(person_id, ()) if person_id is not None else ()
        return any(period.covers(at) for period in periods)


_BEGINNINGS = (SecurityEventKind.PASSWORD_LINK_USED, SecurityEventKind.PASSWORD_SET)


def _periods_by_person(
    people: Iterable[int] | None,
) -> Mapping[int, Sequence[PasswordLinkPeriod]]:
    beginnings = SecurityEvent.objects.filter(
        kind__in=_BEGINNINGS, person__isnull=False
    )
    if people is not None:
        beginnings = beginnings.filter(person__in=list(people))
    accounts = {*beginnings.values_list("person", flat=True)}
    if not accounts:
        return {}
    kinds = (
        *_BEGINNINGS,
        SecurityEventKind.EMAIL_CHANGED,
        SecurityEventKind.PASSWORD_CHANGED,
    )
    events = SecurityEvent.objects.filter(person__in=accounts, kind__in=kinds)
    steps: dict[int, list[tuple[datetime, Step]]] = defaultdict(list)
    for event in events.order_by("pk"):
        step = _step(event)
        if event.person_id is not None and step is not None:
            steps[event.person_id].append((event.at, step))
    return {
        person: possible_impersonation_periods(account_steps)
        for person, account_steps in steps.items()
    }


def _step(event: SecurityEvent) -> Step | None:
    if event.kind in _BEGINNINGS:
        return "taken" if event.actor_id != event.person_id else None
    if event.kind == SecurityEventKind.EMAIL_CHANGED:
        return "address"
    return "mailed" if event.data.get("way") == BY_MAIL else None
