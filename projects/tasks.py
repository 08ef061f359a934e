"""Celery tasks of the mails about passwords, invitations and addresses, and the record."""

from celery import shared_task

from core.broker.tasks import RowId
from core.selectors import require_row
from projects.accounts.services import mail_preferences, passwords
from projects.accounts.services.mails import MailDelayedError, MailServerError
from projects.memberships.services import invitation_mails
from projects.models import User
from projects.security_record import services as security_record


@shared_task(name="projects.reset_mail")
def reset_mail(name: str) -> int:
    return passwords.send_reset_mail(name=name)


@shared_task(name=invitation_mails.TASK)
def send_invitation_mails(invitation_ids: list[RowId]) -> int:
    return invitation_mails.send_invitation_mails(invitation_ids=invitation_ids)


@shared_task(
    name=mail_preferences.CONFIRMATION,
    autoretry_for=(MailServerError, MailDelayedError),
    retry_backoff=30,
    max_retries=5,
)
def send_confirmation_mail(user_id: RowId) -> None:
    require_row(User.objects.all(), user_id)
    mail_preferences.send_confirmation_mail(user_id=user_id)


@shared_task(name="projects.old_sessions_delete")
def delete_old_sessions() -> int:
    return security_record.delete_old_sessions()
