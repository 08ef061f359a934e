"""Notifications by mail: one mail for all that a person has not read.

A notification is marked as mailed before the mail is sent, so no process sends it twice:
not even after a worker was killed in between, or when the connection broke and nobody
knows whether the server took the mail. Such a mail may be lost; its notifications stay
unread on the page. What the server did not take is tried again.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.items.domain.slot_codes import slot_code
from annotation.slots.selectors.slots import latest_own_slot_id
from core.clock import database_now
from core.domain.texts import Text, _
from core.translation import override_language, translate
from projects.accounts.services.mail_preferences import (
    claim_mail,
    delay_mails,
    last_daily_time,
    list_mail_readers,
    refuse_address,
    unsubscribe_headers,
    unsubscribe_link,
)
from projects.accounts.services.mails import (
    MailDelayedError,
    MailRefusedError,
    MailServerError,
    MailUncertainError,
    make_mail,
    open_mail_server,
    send_mail,
)
from projects.models import MailFrequency, MailPreference, Membership, Project, User
from projects.roles import ORGANIZERS
from projects.states import MEMBER
from review.notifications.domain import notification_text
from review.notifications.models import Notification

logger = logging.getLogger(__name__)

_OLDEST = timedelta(days=7)
"""Age at which a notification is no news any more, for example after a long outage."""
_LINES = 20
"""Maximum number of notifications of a project in one mail; the others are counted."""
_SECONDS = 20.0
"""Time after which a run begins no further mail: the worker has other jobs too."""


def mail_notifications() -> int:
    """Mail the notifications that are due. Returns the number of mails.

    People who get mails at once have one within a minute, and at most one every five
    minutes. The others have at most one a day.
    """
    if not settings.EMAIL_HOST:
        return 0
    now = database_now()
    due = list(_due_preferences(now))
    if not due:
        return 0
    deadline = monotonic() + _SECONDS
    sent = 0
    try:
        with open_mail_server() as server:
            for preference in due:
                if monotonic() > deadline:
                    break
                sent += _mail(server, preference, now)
    except MailServerError as error:
        logger.warning("the mail server takes no mail: %s", error)
        delay_mails(MailPreference.objects.filter(next_mail_at__lte=now), now)
    return sent


def _due_preferences(now: datetime) -> QuerySet[MailPreference]:
    unmailed = _unmailed(now).filter(
        person=OuterRef("user"), created_at__gt=OuterRef("since")
    )
    until_today = unmailed.filter(created_at__lt=last_daily_time(now))
    return list_mail_readers(now).filter(
        Q(Exists(unmailed), frequency=MailFrequency.AT_ONCE)
        | Q(Exists(until_today), frequency=MailFrequency.DAILY)
    )


def _unmailed(now: datetime) -> QuerySet[Notification]:
    """Return what people can read on the page and have not read."""
    membership = Membership.objects.filter(
        project=OuterRef("project"), user=OuterRef("person"), status=MEMBER
    )
    return Notification.objects.filter(
        Q(Exists(membership)) | Q(project=None),
        read_at=None,
        mailed_at=None,
        created_at__gt=now - _OLDEST,
    )


def _mail(server: BaseEmailBackend, preference: MailPreference, now: datetime) -> bool:
    """Mail what a person has not read. Returns whether the server took the mail.

    Raises MailServerError.
    """
    notifications = _claim(preference, now)
    if not notifications:
        return False
    preferences = MailPreference.objects.filter(pk=preference.pk)
    try:
        send_mail(server, _compose(preference, notifications))
    except MailUncertainError as error:
        logger.warning("a mail to %s may be lost: %s", preference, error)
        return False
    except MailServerError:
        _release(notifications)
        raise
    except MailDelayedError as error:
        logger.warning("%s is delayed: %s", preference, error)
        _release(notifications)
        delay_mails(preferences, now)
        return False
    except MailRefusedError as error:
        logger.warning("%s is refused: %s", preference, error)
        _release(notifications)
        refuse_address(preference, str(error))
        return False
    preferences.update(failures=0)
    return True


@transaction.atomic
def _claim(preference: MailPreference, now: datetime) -> list[Notification]:
    """Mark the person's notifications as mailed and return them.

    Returns none if another worker mails the person, or they have read all meanwhile.
    """
    if not claim_mail(preference, now):
        return []
    unmailed = _unmailed(now).filter(
        person=preference.user, created_at__gt=preference.since
    )
    notifications: list[Notification] = list(
        unmailed.select_related("project", "item")
        .annotate(own_slot=latest_own_slot_id(preference.user_id))
        .order_by("project__name", "project", "pk")
    )
    _marked(notifications).update(mailed_at=now)
    return notifications


def _release(notifications: Sequence[Notification]) -> None:
    """Let a later mail contain notifications that the server did not take."""
    _marked(notifications).update(mailed_at=None)


def _marked(notifications: Sequence[Notification]) -> QuerySet[Notification]:
    return Notification.objects.filter(pk__in=[row.pk for row in notifications])


def _compose(
    preference: MailPreference, notifications: Sequence[Notification]
) -> EmailMessage:
    """Return the mail, in the person's language."""
    user = preference.user
    projects: list[tuple[Project | None, list[Notification]]] = [
        (project, list(group))
        for project, group in groupby(notifications, lambda row: row.project)
    ]
    subject = _("Subtext: new notifications")
    project = notifications[0].project
    if len(projects) == 1 and project:
        subject = _("Subtext: new notifications in {project}", project=project.name)
    footer = _(
        "You get notifications by mail because you turned them on in your account.\n"
        "Change this: {account}\n"
        "Turn these mails off: {unsubscribe}\n",
        account=f"{settings.ORIGIN}/account",
        unsubscribe=unsubscribe_link(user),
    )
    with override_language(user.locale):
        parts = [_project_part(user, *project) for project in projects]
        text = "\n".join([*parts, "-- ", translate(footer)])
        return make_mail(
            user.email, translate(subject), text, unsubscribe_headers(user)
        )


def _project_part(
    user: User, project: Project | None, notifications: Sequence[Notification]
) -> str:
    """Return the sentences of a project's notifications, with its address.

    Without a project: of those about the person's account.
    """
    memberships = Membership.objects.filter(project=project, user=user)
    role = memberships.values_list("role", flat=True).first()
    lines = [f"* {translate(_sentence(row, role))}" for row in notifications[:_LINES]]
    if len(notifications) > _LINES:
        more = _("… and {count} more", count=len(notifications) - _LINES)
        lines.append(f"* {translate(more)}")
    title = project.name if project else translate(_("Your account"))
    path = f"projects/{project.slug}#notifications" if project else "account"
    return "\n".join([title, "", *lines, "", f"{settings.ORIGIN}/{path}", ""])


def _sentence(notification: Any, role: str | None) -> Text:
    """Return what the page says: organizers see numbers of items, others their codes."""
    if role in ORGANIZERS:
        name = str(notification.item.number) if notification.item else None
    else:
        own_slot = notification.own_slot
        name = slot_code(own_slot) if own_slot else None
    return notification_text(notification.kind, name)
