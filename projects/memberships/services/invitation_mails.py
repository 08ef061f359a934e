"""Invitations by mail: one link for each address, sent by a worker."""

import logging
from collections.abc import Sequence
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction

from core.domain.texts import Text, _
from core.errors import FieldProblem, InvalidInputError
from core.jobs import send_stored_jobs
from core.services import Actor
from core.translation import override_language, translate
from projects.accounts.services.mails import (
    MailRefusedError,
    make_mail,
    open_mail_server,
    send_mail,
)
from projects.memberships.services.invitations import create_invitation, give_new_token
from projects.models import Invitation, Project, User

logger = logging.getLogger(__name__)

MOST_ADDRESSES = 50
TASK = "projects.invitation_mails"


@transaction.atomic
def invite_by_mail(
    *, project: Project, role: str, emails: Sequence[str], days: int, actor: Actor
) -> list[Invitation]:
    """Create a link for each address and mail it; a repeated address counts once.

    Raises InvalidInputError (emails) when this installation sends no mail.
    """
    if not settings.EMAIL_HOST:
        text = _("This installation sends no mail. Copy a link instead.")
        raise InvalidInputError(text, [FieldProblem("emails", text)])
    invitations = [
        create_invitation(
            project=project, role=role, uses=1, days=days, actor=actor, email=email
        )
        for email in dict.fromkeys(emails)
    ]
    keys = [invitation.pk for invitation in invitations]
    transaction.on_commit(partial(_order_mails, keys))
    return invitations


def _order_mails(invitation_ids: Sequence[int]) -> None:
    if current_app.conf.task_always_eager:
        send_invitation_mails(invitation_ids=invitation_ids)
    else:
        send_stored_jobs(TASK, args=[list(invitation_ids)])


def send_invitation_mails(*, invitation_ids: Sequence[int]) -> int:
    """Mail these invitations in the language of their senders. Returns how many.

    Each gets a new link here, so that no queue holds one. An address that the server
    refuses does not stop the others.
    """
    invitations = Invitation.objects.filter(pk__in=invitation_ids).exclude(email="")
    sent = 0
    with open_mail_server() as server:
        for invitation in invitations.select_related("project", "created_by"):
            give_new_token(invitation)
            subject, text = invitation_mail_text(invitation, invitation.created_by)
            try:
                send_mail(server, make_mail(invitation.email, subject, text))
                sent += 1
            except MailRefusedError as error:
                logger.warning("invitation %s is refused: %s", invitation.pk, error)
    return sent


def invitation_mail_text(
    invitation: Invitation, sender: User | None
) -> tuple[str, str]:
    """Return the subject and the text of an invitation's mail."""
    project = invitation.project
    described = f"{project.description.strip()}\n\n" if project.description else ""
    text = _(
        "{sender} invites you to the project {project} as {role}.\n\n"
        "{description}"
        "Open this link to join. It works once, until {until}:\n\n{link}\n",
        sender=sender.shown_name if sender else "Subtext",
        project=project.name,
        role=Text(invitation.role),
        description=described,
        until=f"{invitation.expires_at:%Y-%m-%d}",
        link=f"{settings.ORIGIN}/invite/{invitation.token}",
    )
    with override_language(sender.locale if sender else "en"):
        subject = translate(_("Invitation to {project}", project=project.name))
        return subject, translate(text)
