"""The security record: who logged in, got a right, exported data or published.

Rows are inserted in the transaction of what they record, and never change. Exceptions:
failed logins are counted, and old sessions are deleted (``delete_old_sessions``).
Decision 51 says what is stored and why.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.signals import (
    user_logged_in,
    user_logged_out,
    user_login_failed,
)
from django.db.models import F, QuerySet
from django.utils import timezone

from core.models import LedgerEntry
from core.selectors import first_or_none
from core.services import Actor, subscribe_to_transition
from projects.models import (
    Membership,
    Project,
    SecurityEvent,
    SecurityEventKind,
    User,
)
from projects.person_names.selectors.accounts import find_account
from projects.ports import notify_of_event
from projects.states import MEMBER

Kind = SecurityEventKind
COUNTED_FOR = timedelta(hours=1)
"""Failed logins to an account within this time are one event. So a flood of them adds at
most 24 rows a day for each account, and 24 for names that no account has."""
SESSIONS_KEPT_FOR = timedelta(days=365)
SESSIONS = (Kind.LOGGED_IN, Kind.LOGGED_OUT, Kind.LOGIN_FAILED)
"""Events that are deleted after ``SESSIONS_KEPT_FOR``; all others are kept."""


def record_event(
    kind: SecurityEventKind,
    *,
    actor: Actor | User | None = None,
    person: User | None = None,
    project: Project | None = None,
    data: Mapping[str, Any] | None = None,
) -> SecurityEvent:
    """Record an event, and notify the person whom it is about where they should know.

    ``actor`` None: a command on the server, or somebody who is not logged in. ``data``
    holds ids, roles and names of fields, no secrets and no names of people.
    """
    user = actor.user if isinstance(actor, Actor) else actor
    event = SecurityEvent.objects.create(
        kind=kind,
        actor_id=user.pk if user else None,
        person=person,
        scope_id=project.pk if project else None,
        project=project.slug if project else "",
        data=dict(data or {}),
    )
    notify_of_event(event)
    return event


def record_export(
    project: Project | None, actor: Actor | User | None, name: str, **data: str
) -> None:
    """Record that somebody exported data, of a project if given, that is not public."""
    record_event(
        Kind.EXPORTED, actor=actor, project=project, data={"export": name, **data}
    )


def record_installation(settings: Mapping[str, Any]) -> None:
    """Record an installation's settings when it starts with others than before."""
    last = first_or_none(
        SecurityEvent.objects.filter(kind=Kind.INSTALLATION_CHANGED).order_by("-pk")
    )
    if last is None or last.data != settings:
        record_event(Kind.INSTALLATION_CHANGED, data=settings)


def delete_old_sessions() -> int:
    """Delete logins, logouts and failed logins after a year. Returns how many."""
    old = timezone.now() - SESSIONS_KEPT_FOR
    rows: QuerySet[SecurityEvent] = QuerySet(SecurityEvent)
    return rows.filter(kind__in=SESSIONS, at__lt=old).delete()[0]


def record_role(entries: Sequence[LedgerEntry]) -> None:
    """Handler of membership → member and → removed."""
    for entry in entries:
        membership = entry.subject
        assert isinstance(membership, Membership)  # noqa: S101 - by its machine
        if entry.target != MEMBER:
            kind = Kind.MEMBER_REMOVED
        elif entry.action == "join":
            kind = Kind.MEMBER_JOINED
        else:
            kind = Kind.ROLE_CHANGED
        before = membership.role if membership.active else ""
        record_event(
            kind,
            actor=entry.actor,
            person=membership.user,
            project=membership.project,
            data={**entry.data, "before": before},
        )


_RELEASES = {
    "published": Kind.RELEASE_PUBLISHED,
    "yanked": Kind.RELEASE_WITHDRAWN,
}


def record_release(entries: Sequence[LedgerEntry]) -> None:
    """Handler of release → published and → yanked."""
    for entry in entries:
        actor = Actor(entry.actor, entry.role)
        record_release_event(_RELEASES[entry.target], entry.subject, actor)


def record_release_event(
    kind: SecurityEventKind, release: Any, actor: Actor, **data: str
) -> None:
    """Record an event of a release, whose model belongs to a later stage."""
    data = {"version": release.version, **data}
    record_event(kind, actor=actor, project=release.project, data=data)


def record_sessions() -> None:
    """Record logins and logouts from now on, whichever page they come from."""
    user_logged_in.connect(_record_login, dispatch_uid=__name__)
    user_logged_out.connect(_record_logout, dispatch_uid=__name__)
    user_login_failed.connect(_record_failure, dispatch_uid=__name__)


def _record_login(user: User, **_: object) -> None:
    record_event(Kind.LOGGED_IN, actor=user, person=user)


def _record_logout(user: User | None, **_: object) -> None:
    if user is not None:
        record_event(Kind.LOGGED_OUT, actor=user, person=user)


def _record_failure(credentials: Mapping[str, Any], **_: object) -> None:
    """Count a failed login. The typed name is not stored: it may be a password."""
    account = find_account(str(credentials.get("username", "")))
    now = timezone.now()
    # Counting is the one change of a row that the record allows.
    rows: QuerySet[SecurityEvent] = QuerySet(SecurityEvent)
    begun = (
        rows.filter(kind=Kind.LOGIN_FAILED, person=account, at__gt=now - COUNTED_FOR)
        .order_by("-pk")
        .values_list("pk", flat=True)
        .first()
    )
    if begun is None:
        record_event(Kind.LOGIN_FAILED, person=account)
    else:
        rows.filter(pk=begun).update(count=F("count") + 1, last_at=now)


def subscribe_record() -> None:
    """Record changes of roles and releases, which the ledger announces."""
    for target in ("member", "removed"):
        subscribe_to_transition("membership", target, record_role)
    for target in _RELEASES:
        subscribe_to_transition("release", target, record_release)
