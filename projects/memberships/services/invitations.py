"""Invitation links: made, renewed, revoked and accepted."""

from datetime import timedelta

from django.db import models, transaction
from django.utils import timezone

from core.domain.texts import Text, _
from core.errors import NotAllowedError, NotFoundError
from core.services import Actor
from projects.accounts.domain import secret_digest
from projects.accounts.services.accounts import create_user
from projects.memberships.selectors import (
    is_higher_role,
    may_still_invite,
    roles_to_invite,
)
from projects.memberships.services.members import add_member
from projects.models import (
    Invitation,
    Membership,
    Project,
    SecurityEventKind,
    User,
    new_invitation_token,
)
from projects.security_record.services import record_event
from projects.states import MEMBER


@transaction.atomic
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

    Only the returned object has the ``token``. New accounts that join by a
    ``simulated`` link are marked as simulated people. Raises NotAllowedError when the
    actor may not invite people in this role.
    """
    _require_inviter(project, role, actor)
    invitation = Invitation(
        project=project,
        role=role,
        uses_left=uses,
        email=email,
        is_simulated=simulated,
        expires_at=timezone.now() + timedelta(days=days),
        created_by_id=actor.user.pk if actor.user else None,
    )
    _set_token(invitation)
    invitation.save()
    _record(SecurityEventKind.INVITATION_CREATED, invitation, actor)
    return invitation


def _record(kind: SecurityEventKind, invitation: Invitation, actor: Actor) -> None:
    record_event(
        kind,
        actor=actor,
        project=invitation.project,
        data={
            "invitation": invitation.pk,
            "role": invitation.role,
            "uses": invitation.uses_left,
            "mailed": bool(invitation.email),
        },
    )


def _set_token(invitation: Invitation) -> None:
    invitation.token = new_invitation_token()
    invitation.digest = secret_digest(invitation.token)


def give_new_token(invitation: Invitation) -> None:
    """Give an invitation a new ``token``; the former link stops working."""
    _set_token(invitation)
    invitation.save(update_fields=["digest", "created_by"])


@transaction.atomic
def renew_invitation(*, invitation: Invitation, actor: Actor) -> Invitation:
    """Replace an invitation's link, which is shown only once, by a new one.

    From now on it rests on the actor's right to invite. Raises NotAllowedError.
    """
    _require_inviter(invitation.project, invitation.role, actor)
    invitation.created_by_id = actor.user.pk if actor.user else None
    give_new_token(invitation)
    _record(SecurityEventKind.INVITATION_RENEWED, invitation, actor)
    return invitation


def _require_inviter(project: Project, role: str, actor: Actor) -> None:
    if role not in roles_to_invite(project, actor.role):
        raise NotAllowedError(
            _("Your role ({role}) cannot invite this role.", role=Text(actor.role))
        )


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, actor: Actor) -> None:
    """Revoke an invitation link, for those who may create it."""
    if invitation.role not in roles_to_invite(invitation.project, actor.role):
        raise NotAllowedError(
            _("Your role ({role}) cannot revoke this link.", role=Text(actor.role))
        )
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=0)
    _record(SecurityEventKind.INVITATION_REVOKED, invitation, actor)


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
    """Join the project with an existing account, or get a higher role in it.

    An invitation to the member's own role or a lower one changes nothing.
    """
    membership = (
        Membership.objects.select_for_update()
        .filter(project=invitation.project, user=user, status=MEMBER)
        .first()
    )
    if membership is not None and not is_higher_role(membership.role, invitation.role):
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
    if not may_still_invite(invitation):
        raise NotFoundError(
            _(
                "The person who made this invitation link may no longer invite people. "
                "Ask a maintainer of the project for a new one."
            )
        )
    updated_count = Invitation.objects.filter(
        pk=invitation.pk, uses_left__gt=0, expires_at__gt=timezone.now()
    ).update(uses_left=models.F("uses_left") - 1)
    if not updated_count:
        raise NotFoundError(
            _(
                "This invitation link has expired or was already used. Ask for a new one."
            )
        )
