"""Invitations by mail: one link for each address, sent by a worker."""

from collections.abc import Sequence
from functools import partial

from celery import current_app
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction

from projects.models import Invitation, Project, User
from projects.services import create_invitation
from workflow.domain.texts import Text, _
from workflow.errors import FieldProblem, InvalidInputError
from workflow.jobs import send_stored_jobs
from workflow.services import Actor
from workflow.translation import override_language, translate

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
    """Mail these invitations in the language of their senders. Returns how many."""
    invitations = Invitation.objects.filter(pk__in=invitation_ids).exclude(email="")
    for invitation in invitations.select_related("project", "created_by"):
        subject, text = invitation_letter(invitation, invitation.created_by)
        send_mail(subject, text, None, [invitation.email])
    return len(invitations)


def invitation_letter(invitation: Invitation, sender: User | None) -> tuple[str, str]:
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
