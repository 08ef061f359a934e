"""Celery's door to the slots."""

from celery import shared_task

from annotation.services.leases import expire_leases as expire


@shared_task(name="annotation.leases_expire")
def leases_expire() -> int:
    return expire()
