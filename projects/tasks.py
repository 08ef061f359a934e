"""Celery tasks of the mails about passwords and invitations."""

from celery import shared_task

from projects import invitation_mails, passwords


@shared_task(name="projects.reset_mail")
def reset_mail(name: str) -> int:
    return passwords.reset_mail(name=name)


@shared_task(name=invitation_mails.TASK)
def send_invitation_mails(invitation_ids: list[int]) -> int:
    return invitation_mails.send_invitation_mails(invitation_ids=invitation_ids)
