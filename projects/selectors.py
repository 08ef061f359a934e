"""Queries of projects and members, and the access check of every project request."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils import timezone

from projects.domain.digests import digest_of
from projects.domain.protocol.changes import Carrying, Change
from projects.domain.states import ASKED, MEMBER
from projects.models import (
    Invitation,
    Membership,
    Project,
    ProtocolVersion,
    Role,
    User,
)
from projects.ports import stage_works
from workflow.domain.machine import SYSTEM
from workflow.domain.texts import Text, _
from workflow.errors import FieldProblem, NotAllowedError, NotFoundError
from workflow.models import LedgerEntry
from workflow.selectors import first_or_none, get_or_missing
from workflow.services import Actor

MEMBERS = frozenset(Role.values)
RATERS = frozenset({Role.RATER, Role.ORGANIZER, Role.MAINTAINER})
EVERYONE = MEMBERS - {Role.RATER}
"""Everyone who has a part in making the benchmark."""
ORGANIZERS = frozenset({Role.ORGANIZER, Role.MAINTAINER})
MAINTAINERS = frozenset({Role.MAINTAINER})


def roles_to_invite(project: Project, role: str) -> frozenset[str]:
    """Return the roles in which people with this role may invite others.

    Commands on the server may invite anybody, organizers only annotators
    and raters, and only where the protocol allows it.
    """
    if role in (Role.MAINTAINER, SYSTEM):
        return MEMBERS
    if role == Role.ORGANIZER and project.protocol.annotation.organizers_invite:
        return frozenset({Role.ANNOTATOR, Role.RATER})
    return frozenset()


class Consequences(NamedTuple):
    """The effects of a protocol change on a project's work."""

    work: Mapping[str, int]
    """Amount of work by kind."""
    used: Mapping[str, int]
    """Number of items whose work uses a removed field or choice, by its path."""
    needing: Sequence[Change]
    """Changes that need a mapping."""
    obstacles: Sequence[FieldProblem]
    """Changes that come too late, with reasons."""


def consequences(project: Project, changes: Sequence[Change]) -> Consequences:
    """Return the effects of these changes on the work of every stage."""
    stages = stage_works()
    used = {
        change.path: len(set().union(*(s.using(project, change.path) for s in stages)))
        for change in changes
        if change.effect == "carry"
    }
    return Consequences(
        {kind: n for stage in stages for kind, n in stage.counts(project).items()},
        used,
        [change for change in changes if used.get(change.path)],
        [
            obstacle
            for stage in stages
            for obstacle in stage.obstacles(project, changes)
        ],
    )


def mappings_of(project: Project) -> list[tuple[int, Carrying]]:
    """Return the mappings of protocol versions with the versions' ids, in order."""
    versions = ProtocolVersion.objects.filter(project=project).exclude(mapping={})
    return list(versions.order_by("number").values_list("pk", "mapping"))


def later_mappings(project: Project, number: int) -> list[Carrying]:
    """Return the mappings of the protocol versions after ``number``, in order."""
    later = ProtocolVersion.objects.filter(project=project, number__gt=number)
    return list(
        later.exclude(mapping={}).order_by("number").values_list("mapping", flat=True)
    )


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


def project_of(project_id: int) -> Project:
    """Return the project with this id, for jobs and handlers."""
    return Project.objects.select_related("current_protocol").get(pk=project_id)


def memberships_of(user: User) -> QuerySet[Membership]:
    """Return a person's active memberships, by project name."""
    return (
        Membership.objects.filter(user=user, status=MEMBER)
        .select_related("project")
        .order_by("project__name")
    )


def list_members(project: Project) -> QuerySet[Membership]:
    """Return all memberships of a project, by user name."""
    return project.memberships.select_related("user").order_by("user__username")


def get_member(project: Project, member_id: int) -> Membership:
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


def get_invitation(token: str) -> Invitation:
    """Return an invitation, valid or not. Raises NotFoundError."""
    return get_or_missing(
        Invitation.objects.filter(digest=digest_of(token)).select_related(
            "project__current_protocol", "created_by"
        ),
        _("There is no such invitation."),
    )


def list_invitations(project: Project, role: str) -> list[Invitation]:
    """Return the valid invitations that people with this role may give, latest first."""
    invitations = project.invitations.filter(
        role__in=roles_to_invite(project, role)
    ).select_related("project__current_protocol", "created_by")
    return [row for row in invitations.order_by("-id") if is_valid_invitation(row)]


def is_valid_invitation(invitation: Invitation) -> bool:
    """Return whether one can join by this link now."""
    return (
        invitation.uses_left > 0
        and invitation.expires_at > timezone.now()
        and may_still_invite(invitation)
    )


def may_still_invite(invitation: Invitation) -> bool:
    """Return whether the person who made the link may invite in its role today."""
    maker = invitation.created_by
    if maker is None:
        return True
    return invitation.role in roles_to_invite(
        invitation.project, current_role(invitation.project_id, maker)
    )


def is_raised_by(current_role: str, role: str) -> bool:
    """Return whether ``role`` is a higher one than a member's ``current_role``."""
    order = list(Role)
    return order.index(Role(role)) > order.index(Role(current_role))


def current_role(project_id: int, person: User) -> str:
    """Return a person's role in a project; empty for others and closed accounts."""
    membership = first_or_none(
        Membership.objects.filter(project=project_id, user=person, status=MEMBER)
    )
    return membership.role if membership and person.is_active else ""


def role_today(scope_id: int, person_id: int) -> str | None:
    """Return what ``workflow.job_kinds`` asks of a job's requester."""
    person = first_or_none(User.objects.filter(pk=person_id, is_active=True))
    return None if person is None else current_role(scope_id, person)
