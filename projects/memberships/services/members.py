"""Members of a project: added, given another role, and removed."""

from datetime import datetime

from django.db import models, transaction
from django.utils import timezone

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from core.selectors import list_entries_of_object
from core.services import Actor, transition
from projects.memberships.selectors import is_higher_role, roles_to_invite
from projects.models import Invitation, Membership, Project, User
from projects.roles import ORGANIZERS, Role
from projects.states import MEMBER


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
    used = {
        entry.data.get("invitation") for entry in list_entries_of_object(membership)
    }
    above = [role for role in Role if not new_role or is_higher_role(new_role, role)]
    known = models.Q(role__in=lost) | models.Q(pk__in=used - {None}, role__in=above)
    project.invitations.filter(known).update(uses_left=0)
