"""Celery tasks of backups."""

from celery import shared_task

from backups.services.schedule import begin_due_backup


@shared_task(name="backups.begin_due")
def begin_due() -> None:
    begin_due_backup()
