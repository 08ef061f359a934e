"""Projects, memberships, invitations, accounts and protocol changes."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from projects.domain.protocol.changes import Change, changes, mapping_problems
from projects.domain.protocol.document import Protocol
from projects.domain.states import MEMBER
from projects.models import (
    Invitation,
    Membership,
    Project,
    ProtocolVersion,
    Role,
    User,
)
from projects.passwords import require_password
from projects.ports import ProtocolMove, check_protocol, stage_works
from projects.selectors import consequences
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotFoundError,
)
from workflow.services import Actor, transition


@transaction.atomic
def create_project(
    *, slug: str, name: str, protocol: Protocol, maintainer: User | None
) -> Project:
    """Create a project under ``protocol``.

    Raises InvalidInputError (slug, name), ConflictError when the slug is taken.
    """
    try:
        validate_slug(slug)
    except ValidationError as error:
        problem = FieldProblem(
            "slug", "Use only letters, digits, hyphens and underscores."
        )
        raise InvalidInputError("This short name is not valid.", [problem]) from error
    if not name.strip():
        raise InvalidInputError(
            "A name is required.", [FieldProblem("name", "Required.")]
        )
    if Project.objects.filter(slug=slug).exists():
        raise ConflictError(f"A project {slug!r} already exists.")
    project = Project.objects.create(slug=slug, name=name.strip())
    actor = Actor(maintainer, Role.MAINTAINER) if maintainer else Actor.system()
    change_protocol(project=project, protocol=protocol, actor=actor, note="")
    if maintainer is not None:
        add_member(project=project, user=maintainer, role=Role.MAINTAINER)
    return project


@transaction.atomic
def change_protocol(
    *,
    project: Project,
    protocol: Protocol,
    actor: Actor,
    note: str,
    after: int | None = None,
    mapping: Mapping[str, str] | None = None,
) -> ProtocolVersion:
    """Make a protocol the current one. Versions are numbered and kept forever.

    1. Return the current version if the protocol is unchanged.
    2. Reject changes that come too late for existing work.
    3. Require a ``mapping`` for removed labels that are in use
       (projects.domain.protocol.changes).
    4. Let every stage migrate its work.

    ``after`` is the number of the version that was edited. Raises ConflictError when
    another version is current by now. Raises InvalidInputError when no stage supports
    what the protocol needs, or for steps 2 and 3.
    """
    check_protocol(protocol)
    current = project.current_protocol
    if after is not None and (current is None or current.number != after):
        raise ConflictError(
            "Someone else changed the protocol. Reload it and try again."
        )
    if current is not None and current.sha256 == protocol.sha256:
        return current
    mapping = mapping or {}
    changed = changes(current.protocol, protocol) if current else []
    if current is not None:
        _require_in_time(project, current.protocol, protocol, changed, mapping)
    try:
        with transaction.atomic():
            version = ProtocolVersion.objects.create(
                project=project,
                number=(current.number if current else 0) + 1,
                document=protocol.model_dump(mode="json"),
                sha256=protocol.sha256,
                note=note,
                mapping=dict(mapping),
                created_by_id=actor.user.pk if actor.user else None,
            )
    except IntegrityError as error:
        raise ConflictError(
            "Someone else changed the protocol. Reload it and try again."
        ) from error
    project.current_protocol = version
    project.save(update_fields=["current_protocol"])
    if current is not None:
        move = ProtocolMove(project, current.protocol, version, changed, actor)
        for stage in stage_works():
            stage.follow(move)
    return version


def _require_in_time(
    project: Project,
    old: Protocol,
    new: Protocol,
    changed: Sequence[Change],
    mapping: Mapping[str, str],
) -> None:
    """Raise InvalidInputError naming late changes and missing mappings."""
    foreseen = consequences(project, changed)
    unmapped = mapping_problems(old, new, foreseen.needing, mapping)
    problems = [
        *foreseen.obstacles,
        *(FieldProblem(f"mapping.{one.path}", one.reason) for one in unmapped),
    ]
    if problems:
        raise InvalidInputError("This change conflicts with existing work.", problems)


@transaction.atomic
def add_member(
    *, project: Project, user: User, role: str, invitation: Invitation | None = None
) -> Membership:
    """Add a person to a project, or replace their role."""
    membership, _ = Membership.objects.select_for_update().get_or_create(
        project=project, user=user, defaults={"role": role}
    )
    transition(
        membership,
        "assign" if membership.active else "join",
        actor=Actor(user, role) if invitation else Actor.system(),
        data={"role": role, **({"invitation": invitation.pk} if invitation else {})},
        changes={"role": role, "invitation": invitation},
    )
    return membership


@transaction.atomic
def change_member(
    *, membership: Membership, role: str, active: bool, actor: Actor
) -> Membership:
    """Change a member's role, or remove them; their work stays.

    A removed person may know invitation links: the one that they used, and as
    maintainer all of the project. Those are revoked. Raises InvalidInputError when the
    project would have no maintainer left.
    """
    others = Membership.objects.select_for_update().filter(
        project=membership.project, role=Role.MAINTAINER, status=MEMBER
    )
    if not (active and role == Role.MAINTAINER) and not others.exclude(
        pk=membership.pk
    ):
        problem = FieldProblem("role", "A project needs at least one maintainer.")
        raise InvalidInputError(
            "This is the only maintainer. Make another member maintainer first.",
            [problem],
        )
    if (active, role) == (membership.active, membership.role):
        return membership
    if membership.active and not active:
        known = Invitation.objects.filter(project=membership.project)
        if membership.invitation_id and membership.role != Role.MAINTAINER:
            known = known.filter(pk=membership.invitation_id)
        known.update(uses_left=0)
        action = "remove"
    else:
        action = "assign" if membership.active else "restore"
    transition(
        membership, action, actor=actor, data={"role": role}, changes={"role": role}
    )
    return membership


def create_invitation(
    *, project: Project, role: str, uses: int, days: int, actor: Actor
) -> Invitation:
    """Create an invitation link for ``uses`` people that expires after ``days``."""
    return Invitation.objects.create(
        project=project,
        role=role,
        uses_left=uses,
        expires_at=timezone.now() + timedelta(days=days),
        created_by_id=actor.user.pk if actor.user else None,
    )


def revoke_invitation(*, invitation: Invitation) -> None:
    """Revoke an invitation link."""
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=0)


@transaction.atomic
def accept_invitation(
    *,
    invitation: Invitation,
    username: str,
    password: str,
    display_name: str,
    locale: str,
) -> User:
    """Create an account and join the project.

    Raises InvalidInputError (username, password), NotFoundError for a used or expired
    link.
    """
    _use_up(invitation)
    user = user_create(
        username=username, password=password, display_name=display_name, locale=locale
    )
    _join(invitation, user)
    return user


@transaction.atomic
def invitation_accept_as(*, invitation: Invitation, user: User) -> Membership:
    """Join the project with an existing account; an existing role is kept."""
    held = Membership.objects.filter(
        project=invitation.project, user=user, status=MEMBER
    ).first()
    if held is not None:
        return held
    _use_up(invitation)
    return _join(invitation, user)


def _join(invitation: Invitation, user: User) -> Membership:
    return add_member(
        project=invitation.project,
        user=user,
        role=invitation.role,
        invitation=invitation,
    )


def _use_up(invitation: Invitation) -> None:
    used = Invitation.objects.filter(
        pk=invitation.pk, uses_left__gt=0, expires_at__gt=timezone.now()
    ).update(uses_left=models.F("uses_left") - 1)
    if not used:
        raise NotFoundError(
            "This invitation link has expired or was already used. Ask for a new one."
        )


def user_create(
    *,
    username: str,
    password: str | None,
    display_name: str,
    locale: str,
    staff: bool = False,
) -> User:
    """Create an account; without a password, password login is impossible.

    ``staff`` of an installation may create projects. Raises InvalidInputError
    (username, password).
    """
    user = User(
        username=username, display_name=display_name, locale=locale, is_staff=staff
    )
    if password is not None:
        require_password(password, user)
    user.set_password(password)
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        problems = [
            FieldProblem(field, text)
            for field, texts in error.message_dict.items()
            for text in texts
        ]
        raise InvalidInputError("This account cannot be created.", problems) from error
    user.save()
    return user


def change_user(
    *, user: User, display_name: str, locale: str, email: str | None = None
) -> User:
    """Change a person's display name and language, and their mail address if given."""
    user.display_name = display_name
    user.locale = locale
    if email is not None:
        user.email = email
    user.save(update_fields=["display_name", "locale", "email"])
    return user
