"""Invitations: which are valid, and who may invite in which role."""

from django.utils import timezone

from core.domain.machine import SYSTEM
from core.domain.texts import _
from core.selectors import get_or_missing
from projects.access.selectors import current_role
from projects.accounts.domain import secret_digest
from projects.models import Invitation, Project
from projects.roles import MEMBERS, ORGANIZERS, Role


def roles_to_invite(project: Project, role: str) -> frozenset[str]:
    """Return the roles in which people with this role may invite others.

    Commands on the server may invite anybody, organizers only annotators
    and raters, and only where the protocol allows it.
    """
    if role in (Role.MAINTAINER, SYSTEM):
        return MEMBERS
    if role == Role.ORGANIZER and project.protocol.annotation.organizers_invite:
        return MEMBERS - ORGANIZERS
    return frozenset()


def get_invitation(token: str) -> Invitation:
    """Return an invitation, valid or not. Raises NotFoundError."""
    return get_or_missing(
        Invitation.objects.filter(digest=secret_digest(token)).select_related(
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


def is_higher_role(current_role: str, role: str) -> bool:
    """Return whether ``role`` is a higher one than a member's ``current_role``."""
    order = list(Role)
    return order.index(Role(role)) > order.index(Role(current_role))
