"""Making projects, letting people in, changing the protocol."""

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
    """A new project under ``protocol``. Raises InvalidInputError (slug, name) or ConflictError."""
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
    """Put a protocol in force. Versions are numbered and stay for ever.

    1. Nothing happens when it is the one in force already.
    2. What would come too late for the work there is, is refused.
    3. ``mapping`` says what takes the place of labels that are gone and in use
       (projects.domain.protocol.changes).
    4. Every stage takes its work along.

    ``after`` is the number of the version that was edited: raises ConflictError when another
    one is in force by now. Raises InvalidInputError when the protocol asks for what no stage can
    do, or for 2 and 3.
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
    """Raises InvalidInputError naming what comes too late and what needs a mapping."""
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
    """Give a person a role in a project, in place of the one they had."""
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
    """Change somebody's role, or take them out; their work stays.

    Whoever is taken out may know links by which people join: the one by which they came,
    as a maintainer every one. Those are revoked. Raises InvalidInputError when nobody would be
    left to maintain the project.
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
    """A link for ``uses`` people that runs out after ``days``."""
    return Invitation.objects.create(
        project=project,
        role=role,
        uses_left=uses,
        expires_at=timezone.now() + timedelta(days=days),
        created_by_id=actor.user.pk if actor.user else None,
    )


def revoke_invitation(*, invitation: Invitation) -> None:
    """Nobody joins by this link any more."""
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
    """Make an account and join. Raises InvalidInputError (username, password) or NotFoundError."""
    _use_up(invitation)
    user = user_create(
        username=username, password=password, display_name=display_name, locale=locale
    )
    _join(invitation, user)
    return user


@transaction.atomic
def invitation_accept_as(*, invitation: Invitation, user: User) -> Membership:
    """Join with the account one has. A role one holds already is not lowered."""
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
    """An account; without a password nobody can log in to it by one.

    ``staff`` of an installation may make projects.

    Raises InvalidInputError naming username or password.
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
    """Change how a person is addressed, and where mail reaches them if that is given."""
    user.display_name = display_name
    user.locale = locale
    if email is not None:
        user.email = email
    user.save(update_fields=["display_name", "locale", "email"])
    return user
