"""Celery tasks of review."""

from celery import shared_task

from review.notifications.services.mails import mail_notifications
from review.rounds.services.rounds import advance_automatic_rounds


@shared_task(name="review.rounds_advance")
def rounds_advance() -> int:
    return advance_automatic_rounds()


# A server that never finishes a reply must not keep the worker from its jobs.
@shared_task(name="review.notifications_mail", soft_time_limit=60)
def notifications_mail() -> int:
    return mail_notifications()
