"""Reading projects, and the one way to get at a project in the name of a person."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Max, OuterRef, QuerySet, Subquery

from projects.domain.protocol.changes import Carrying, Change
from projects.domain.states import MEMBER
from projects.models import (
    Invitation,
    Membership,
    Project,
    ProtocolVersion,
    Role,
    User,
)
from projects.ports import stage_works
from workflow.errors import FieldProblem, NotAllowedError, NotFoundError
from workflow.models import Job, JobStatus
from workflow.selectors import first_or_none, get_or_missing
from workflow.services import Actor

EVERYONE = frozenset(Role.values)
ORGANIZERS = frozenset({Role.ORGANIZER, Role.MAINTAINER})
MAINTAINERS = frozenset({Role.MAINTAINER})


class Consequences(NamedTuple):
    """What a change of the protocol would meet in a project."""

    work: Mapping[str, int]
    """How much work there is, by kind."""
    used: Mapping[str, int]
    """By the path of a field or choice that is gone: the items whose work uses it."""
    needing: Sequence[Change]
    """Changes that need a mapping."""
    obstacles: Sequence[FieldProblem]
    """Changes that come too late, and why."""


def consequences(project: Project, changed: Sequence[Change]) -> Consequences:
    """What ``changed`` would do to the work of every stage."""
    stages = stage_works()
    used = {
        one.path: len(set().union(*(s.using(project, one.path) for s in stages)))
        for one in changed
        if one.effect == "carry"
    }
    return Consequences(
        {kind: n for stage in stages for kind, n in stage.counts(project).items()},
        used,
        [one for one in changed if used.get(one.path)],
        [one for stage in stages for one in stage.obstacles(project, changed)],
    )


def mappings_of(project: Project) -> list[tuple[int, Carrying]]:
    """The mappings of a project's protocol versions, by the version's key, in order."""
    versions = ProtocolVersion.objects.filter(project=project).exclude(mapping={})
    return list(versions.order_by("number").values_list("pk", "mapping"))


class Access(NamedTuple):
    """A project and the person in it, checked."""

    project: Project
    actor: Actor

    @property
    def user(self) -> User:
        assert isinstance(self.actor.user, User)  # noqa: S101 - by construction
        return self.actor.user


_NEEDED = (
    *("role", "user", "project__slug", "project__name"),
    *("project__current_protocol__number", "project__current_protocol__sha256"),
)
"""The document of the protocol is long, and known to a process by its hash."""


def access_project(
    user: User | AnonymousUser, slug: str, roles: Collection[str]
) -> Access:
    """The project in the name of ``user``, who has to have one of ``roles``.

    Raises NotFoundError to outsiders (they may not know that it exists), NotAllowedError to
    members with another role.
    """
    membership = first_or_none(
        Membership.objects.filter(project__slug=slug, user=user.pk, status=MEMBER)
        .select_related("project__current_protocol")
        .only(*_NEEDED)
    )
    if membership is None:
        raise NotFoundError("There is no such project, or you are not a member of it.")
    if membership.role not in roles:
        raise NotAllowedError(f"Your role ({membership.role}) does not allow this.")
    assert isinstance(user, User)  # noqa: S101 - nobody else is a member
    return Access(membership.project, Actor(user, membership.role))


def require_operator(user: User | AnonymousUser) -> None:
    """Raise NotAllowedError for who is neither staff nor maintainer of any project."""
    if isinstance(user, User) and user.is_staff:
        return
    maintained = Membership.objects.filter(
        user=user.pk, status=MEMBER, role=Role.MAINTAINER
    )
    if not maintained.exists():
        raise NotAllowedError("This is for staff and for maintainers of a project.")


def get_project(slug: str) -> Project:
    """A project by its slug, for commands. Raises NotFoundError."""
    return get_or_missing(
        Project.objects.filter(slug=slug).select_related("current_protocol"),
        f"There is no project {slug!r}.",
    )


def project_of(project_id: int) -> Project:
    """A project by its key, for jobs and handlers."""
    return Project.objects.select_related("current_protocol").get(pk=project_id)


def memberships_of(user: User) -> QuerySet[Membership]:
    """Where a person takes part."""
    return (
        Membership.objects.filter(user=user, status=MEMBER)
        .select_related("project")
        .order_by("project__name")
    )


def list_members(project: Project) -> QuerySet[Membership]:
    """Everybody in a project, by name."""
    return project.memberships.select_related("user").order_by("user__username")


def get_member(project: Project, member_id: int) -> Membership:
    """Return one of them. Raises NotFoundError."""
    return get_or_missing(
        list_members(project).filter(pk=member_id), "This project has no such member."
    )


def active_people(project: Project, roles: Collection[str]) -> list[User]:
    """The people who hold one of ``roles`` now."""
    return list(
        User.objects.filter(
            memberships__project=project,
            memberships__status=MEMBER,
            memberships__role__in=roles,
            is_active=True,
        ).order_by("pk")
    )


def get_invitation(token: str) -> Invitation:
    """An invitation, used up or not. Raises NotFoundError."""
    return get_or_missing(
        Invitation.objects.filter(token=token).select_related("project"),
        "There is no such invitation.",
    )


DEMO_SLUG = "demo"


def demo_jobs() -> QuerySet[Job]:
    """What of the demo is still being made or has failed, each with its project's slug."""
    of_demo = Job.objects.filter(kind__startswith="demo.")
    latest = of_demo.values("kind").annotate(latest=Max("pk")).values("latest")
    slug = Project.objects.filter(pk=OuterRef("scope_id")).values("slug")
    return (
        Job.objects.filter(pk__in=latest)
        .exclude(status__in=(JobStatus.FINISHED, JobStatus.CANCELLED))
        .annotate(slug=Subquery(slug))
    )


def demo_people() -> list[Membership]:
    """The people of the demo project, annotators first."""
    order = {Role.ANNOTATOR: 0, Role.ORGANIZER: 1, Role.MAINTAINER: 2}
    members = Membership.objects.filter(
        project__slug=DEMO_SLUG, status=MEMBER, user__username__startswith="demo-"
    ).select_related("user")
    return sorted(members, key=lambda m: (order[Role(m.role)], m.user.username))
