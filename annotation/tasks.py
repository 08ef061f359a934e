"""Celery's door to the slots."""

from celery import shared_task

from annotation.assignment.services.ended_roles import release_slots_without_annotator
from annotation.slots.services.leases import expire_leases as expire


@shared_task(name="annotation.leases_expire")
def leases_expire() -> int:
    return expire() + release_slots_without_annotator()
