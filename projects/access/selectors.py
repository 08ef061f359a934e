"""Roles of people in projects, and the access check of every project request."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from core.domain.texts import Text, _
from core.errors import NotAllowedError, NotFoundError
from core.models import LedgerEntry
from core.selectors import first_or_none, get_or_missing
from core.services import Actor
from projects.models import Membership, Project, User
from projects.roles import Role
from projects.states import ASKED, MEMBER


class Access(NamedTuple):
    """A project and its member, after the access check."""

    project: Project
    actor: Actor

    @property
    def user(self) -> User:
        assert isinstance(self.actor.user, User)  # noqa: S101 - by construction
        return self.actor.user


_NEEDED = (
    *("role", "user", "project__slug", "project__name"),
    *("project__description", "project__archived_at", "project__time_zone"),
    *("project__current_protocol__number", "project__current_protocol__sha256"),
)
"""Leaves out the long protocol document, which a process caches by its hash."""


def access_project(
    user: User | AnonymousUser, slug: str, roles: Collection[str]
) -> Access:
    """Return the project for ``user``, who must have one of ``roles``.

    Raises NotFoundError to outsiders (they may not know that it exists),
    NotAllowedError to members with another role.
    """
    membership = first_or_none(
        Membership.objects.filter(project__slug=slug, user=user.pk, status=MEMBER)
        .select_related("project__current_protocol")
        .only(*_NEEDED)
    )
    if membership is None:
        raise NotFoundError(
            _("There is no such project, or you are not a member of it.")
        )
    if membership.role not in roles:
        raise NotAllowedError(
            _("Your role ({role}) does not allow this.", role=Text(membership.role))
        )
    assert isinstance(user, User)  # noqa: S101 - nobody else is a member
    return Access(membership.project, Actor(user, membership.role))


def require_staff(user: User | AnonymousUser) -> None:
    """Raise NotAllowedError unless the user is staff of the installation."""
    if not isinstance(user, User) or not user.is_staff:
        raise NotAllowedError(_("Only staff of this installation can do this."))


def require_operator(user: User | AnonymousUser) -> None:
    """Raise NotAllowedError unless the user is staff or a maintainer of any project."""
    if isinstance(user, User) and user.is_staff:
        return
    maintained = Membership.objects.filter(
        user=user.pk, status=MEMBER, role=Role.MAINTAINER
    )
    if not maintained.exists():
        raise NotAllowedError(
            _(
                "Only staff of this installation and maintainers of a project can do this."
            )
        )


def get_project(slug: str) -> Project:
    """Return the project with this slug, for commands. Raises NotFoundError."""
    return get_or_missing(
        Project.objects.filter(slug=slug).select_related("current_protocol"),
        _("There is no project {slug!r}.", slug=slug),
    )


def get_project_by_id(project_id: int) -> Project:
    """Return the project with this id, for jobs and handlers."""
    return Project.objects.select_related("current_protocol").get(pk=project_id)


def list_active_memberships(user: User) -> QuerySet[Membership]:
    """Return a person's active memberships, by project name."""
    return (
        Membership.objects.filter(user=user, status=MEMBER)
        .select_related("project")
        .order_by("project__name")
    )


def list_members(project: Project) -> QuerySet[Membership]:
    """Return all memberships of a project, by user name."""
    return project.memberships.select_related("user").order_by("user__username")


def get_membership(project: Project, member_id: int) -> Membership:
    """Return one membership of the project. Raises NotFoundError."""
    return get_or_missing(
        list_members(project).filter(pk=member_id),
        _("This project has no such member."),
    )


def active_people(project: Project, roles: Collection[str]) -> list[User]:
    """Return the active members with one of ``roles``."""
    return list(
        User.objects.filter(
            memberships__project=project,
            memberships__status=MEMBER,
            memberships__role__in=roles,
            is_active=True,
        ).order_by("pk")
    )


def list_ended_roles(entries: Sequence[LedgerEntry]) -> list[Membership]:
    """Return the memberships, as before, whose role ended by these ledger entries."""
    return [
        membership
        for entry in entries
        if isinstance(membership := entry.subject, Membership)
        and membership.active
        and (entry.target != MEMBER or entry.data["role"] != membership.role)
    ]


def list_resumed_roles(
    entries: Sequence[LedgerEntry], roles: Collection[str]
) -> list[Membership]:
    """Return the memberships that get one of ``roles`` by these ledger entries.

    Without people who join for the first time.
    """
    return [
        membership
        for entry in entries
        if isinstance(membership := entry.subject, Membership)
        and entry.source != ASKED
        and entry.target == MEMBER
        and entry.data["role"] in roles
    ]


def current_role(project_id: int, person: User) -> str:
    """Return a person's role in a project; empty for others and closed accounts."""
    membership = first_or_none(
        Membership.objects.filter(project=project_id, user=person, status=MEMBER)
    )
    return membership.role if membership and person.is_active else ""


def current_project_role(scope_id: int, person_id: int) -> str | None:
    """Return what ``core.job_kinds`` asks of a job's requester."""
    person = first_or_none(User.objects.filter(pk=person_id, is_active=True))
    return None if person is None else current_role(scope_id, person)
