"""Projects, memberships and protocol changes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

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
from projects.invitation_selectors import is_raised_by, roles_to_invite
from projects.models import (
    Invitation,
    Membership,
    Project,
    ProtocolVersion,
    Role,
    SecurityEventKind,
    User,
)
from projects.ports import ProtocolMigration, check_protocol, stage_works
from projects.protocol_selectors import consequences
from projects.security_record import record_event
from projects.selectors import ORGANIZERS
from workflow.domain.texts import _
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
)
from workflow.selectors import life_of
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
    record_event(SecurityEventKind.PROJECT_CREATED, actor=actor, project=project)
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
    record_event(
        SecurityEventKind.PROTOCOL_CHANGED,
        actor=actor,
        project=project,
        data={"number": version.number},
    )
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
        "join" if invitation or not membership.active else "assign",
        actor=Actor(user, role) if invitation else Actor.system(),
        data={"role": role, **({"invitation": invitation.pk} if invitation else {})},
        changes={
            "role": role,
            "invitation": invitation,
            **_knowledge(membership, role=role, active=True),
        },
    )
    return membership


def _knowledge(
    membership: Membership, *, role: str, active: bool
) -> dict[str, datetime]:
    """Return until when the person knows all work, if they stop being an organizer."""
    before = membership.active and membership.role in ORGANIZERS
    ends = before and not (active and role in ORGANIZERS)
    return {"known_until": timezone.now()} if ends else {}


@transaction.atomic
def change_member(
    *, membership: Membership, role: str, active: bool, actor: Actor
) -> Membership:
    """Change a member's role, or remove them; their work stays.

    They may know invitation links of the roles that they could invite. Links of those
    that they may no longer invite are revoked, and those by which a removed person
    joined. Raises InvalidInputError when the project would have no maintainer left.
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
    if membership.active:
        _end_known_invitations(membership, role if active else "")
        action = "assign" if active else "remove"
    else:
        action = "restore"
    knowledge = _knowledge(membership, role=role, active=active)
    transition(
        membership,
        action,
        actor=actor,
        data={"role": role},
        changes={"role": role, **knowledge},
    )
    return membership


def _end_known_invitations(membership: Membership, new_role: str) -> None:
    """End the links that a member knows and may not give with ``new_role``, or none.

    Links by which the person got a role end too where they would give it back.
    """
    project = membership.project
    lost = roles_to_invite(project, membership.role) - roles_to_invite(
        project, new_role
    )
    used = {entry.data.get("invitation") for entry in life_of(membership)}
    above = [role for role in Role if not new_role or is_raised_by(new_role, role)]
    known = models.Q(role__in=lost) | models.Q(pk__in=used - {None}, role__in=above)
    project.invitations.filter(known).update(uses_left=0)
