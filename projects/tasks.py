"""Celery task of the password mails."""

from celery import shared_task

from projects import passwords


@shared_task(name="projects.reset_mail")
def reset_mail(name: str) -> int:
    return passwords.reset_mail(name=name)
