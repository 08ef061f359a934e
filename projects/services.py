"""Projects, memberships, invitations, accounts and protocol changes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from projects.domain.protocol.changes import Change, list_changes, mapping_problems
from projects.domain.protocol.document import Protocol
from projects.domain.states import MEMBER
from projects.guideline_images import (
    require_guideline_images,
    store_guideline_image,
)
from projects.models import (
    Invitation,
    Membership,
    Project,
    ProtocolVersion,
    Role,
    User,
    new_pseudonym,
    simulated_pseudonym,
)
from projects.passwords import require_password
from projects.ports import ProtocolMigration, check_protocol, stage_works
from projects.selectors import consequences, roles_to_invite
from workflow.domain.texts import Text, _
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
)
from workflow.services import Actor, transition


@transaction.atomic
def create_project(
    *,
    slug: str,
    name: str,
    protocol: Protocol,
    maintainer: User | None,
    images: Iterable[bytes] = (),
) -> Project:
    """Create a project under ``protocol``, whose guidelines may name ``images``.

    Raises InvalidInputError (slug, name), ConflictError when the slug is taken.
    """
    try:
        validate_slug(slug)
    except ValidationError as error:
        problem = FieldProblem(
            "slug", _("Use only letters, digits, hyphens and underscores.")
        )
        raise InvalidInputError(
            _("This short name is not valid."), [problem]
        ) from error
    if not name.strip():
        raise InvalidInputError(
            _("A name is required."), [FieldProblem("name", _("Required."))]
        )
    if Project.objects.filter(slug=slug).exists():
        text = _(
            "A project {slug!r} already exists. Choose another short name.", slug=slug
        )
        raise ConflictError(text, [FieldProblem("slug", text)])
    project = Project.objects.create(slug=slug, name=name.strip())
    for content in images:
        store_guideline_image(project=project, content=content)
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
    require_guideline_images(project, protocol)
    current = project.current_protocol
    if after is not None and (current is None or current.number != after):
        raise ConflictError(
            _("Someone else changed the protocol. Reload it and try again.")
        )
    if current is not None and current.protocol.sha256 == protocol.sha256:
        return current
    mapping = mapping or {}
    differences = list_changes(current.protocol, protocol) if current else []
    if current is not None:
        _require_in_time(project, current.protocol, protocol, differences, mapping)
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
            _("Someone else changed the protocol. Reload it and try again.")
        ) from error
    project.current_protocol = version
    project.save(update_fields=["current_protocol"])
    if current is not None:
        move = ProtocolMigration(project, current.protocol, version, differences, actor)
        for stage in stage_works():
            stage.follow(move)
    return version


def _require_in_time(
    project: Project,
    old: Protocol,
    new: Protocol,
    differences: Sequence[Change],
    mapping: Mapping[str, str],
) -> None:
    """Raise InvalidInputError naming late changes and missing mappings."""
    effects = consequences(project, differences)
    unmapped = mapping_problems(old, new, effects.needing, mapping)
    problems = [
        *effects.obstacles,
        *(
            FieldProblem(f"mapping.{mapping_problem.path}", mapping_problem.reason)
            for mapping_problem in unmapped
        ),
    ]
    if problems:
        raise InvalidInputError(
            _("This change conflicts with existing work."), problems
        )


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

    A removed person may know invitation links: the one that they used, and those of the
    roles that they could invite. These are revoked. Raises InvalidInputError when the
    project would have no maintainer left.
    """
    maintainers = Membership.objects.select_for_update().filter(
        project=membership.project, role=Role.MAINTAINER, status=MEMBER
    )
    if not (active and role == Role.MAINTAINER) and not maintainers.exclude(
        pk=membership.pk
    ):
        problem = FieldProblem("role", _("A project needs at least one maintainer."))
        raise InvalidInputError(
            _("This is the only maintainer. Make another member maintainer first."),
            [problem],
        )
    if (active, role) == (membership.active, membership.role):
        return membership
    if membership.active and not active:
        known = models.Q(role__in=roles_to_invite(membership.project, membership.role))
        if membership.invitation_id:
            known |= models.Q(pk=membership.invitation_id)
        Invitation.objects.filter(known, project=membership.project).update(uses_left=0)
        action = "remove"
    else:
        action = "assign" if membership.active else "restore"
    transition(
        membership, action, actor=actor, data={"role": role}, changes={"role": role}
    )
    return membership


def create_invitation(
    *,
    project: Project,
    role: str,
    uses: int,
    days: int,
    actor: Actor,
    email: str = "",
    simulated: bool = False,
) -> Invitation:
    """Create an invitation link for ``uses`` people that expires after ``days``.

    New accounts that join by a ``simulated`` link are marked as simulated people.
    Raises NotAllowedError when the actor may not invite people in this role.
    """
    if role not in roles_to_invite(project, actor.role):
        raise NotAllowedError(
            _("Your role ({role}) cannot invite this role.", role=Text(actor.role))
        )
    return Invitation.objects.create(
        project=project,
        role=role,
        uses_left=uses,
        email=email,
        is_simulated=simulated,
        expires_at=timezone.now() + timedelta(days=days),
        created_by_id=actor.user.pk if actor.user else None,
    )


def revoke_invitation(*, invitation: Invitation, actor: Actor) -> None:
    """Revoke an invitation link, for those who may create it."""
    if invitation.role not in roles_to_invite(invitation.project, actor.role):
        raise NotAllowedError(
            _("Your role ({role}) cannot revoke this link.", role=Text(actor.role))
        )
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=0)


@transaction.atomic
def accept_invitation(
    *,
    invitation: Invitation,
    username: str,
    password: str,
    display_name: str,
    locale: str,
    email: str = "",
) -> User:
    """Create an account and join the project.

    Raises InvalidInputError (username, password), NotFoundError for a used or expired
    link.
    """
    _use_up(invitation)
    user = create_user(
        username=username,
        password=password,
        display_name=display_name,
        locale=locale,
        email=email,
        simulated=invitation.is_simulated,
    )
    _join(invitation, user)
    return user


@transaction.atomic
def accept_invitation_as(*, invitation: Invitation, user: User) -> Membership:
    """Join the project with an existing account; an existing role is kept."""
    membership = Membership.objects.filter(
        project=invitation.project, user=user, status=MEMBER
    ).first()
    if membership is not None:
        return membership
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
    updated_count = Invitation.objects.filter(
        pk=invitation.pk, uses_left__gt=0, expires_at__gt=timezone.now()
    ).update(uses_left=models.F("uses_left") - 1)
    if not updated_count:
        raise NotFoundError(
            _(
                "This invitation link has expired or was already used. Ask for a new one."
            )
        )


def create_user(
    *,
    username: str,
    password: str | None,
    display_name: str,
    locale: str,
    staff: bool = False,
    email: str = "",
    simulated: bool = False,
) -> User:
    """Create an account; without a password, password login is impossible.

    ``staff`` of an installation may create projects. The pseudonym of a ``simulated``
    person says so in every export. Raises InvalidInputError
    (username, password).
    """
    user = User(
        username=username,
        display_name=display_name,
        locale=locale,
        is_staff=staff,
        email=email,
        is_simulated=simulated,
        pseudonym=simulated_pseudonym() if simulated else new_pseudonym(),
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
        raise InvalidInputError(
            _("This account cannot be created."), problems
        ) from error
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
