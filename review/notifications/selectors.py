"""A person's notifications."""

from django.db.models import Q, QuerySet

from annotation.slots.selectors.slots import latest_own_slot_id
from core.domain.texts import _
from core.selectors import get_or_missing
from projects.models import Project, User
from review.notifications.models import Notification


def list_notifications(project: Project, person: User) -> QuerySet[Notification]:
    """Return the person's notifications in a project, and those of their account."""
    notices = _own(project, person)
    return notices.select_related("item").annotate(
        own_slot=latest_own_slot_id(person.pk)
    )


def get_notification(project: Project, person: User, notice_id: int) -> Notification:
    """Return one of the person's notifications. Raises NotFoundError."""
    return get_or_missing(
        list_notifications(project, person).filter(pk=notice_id),
        _("You have no such notification."),
    )


def unread_count(project: Project, person: User) -> int:
    """Count the person's unread notifications."""
    return _own(project, person).filter(read_at=None).count()


def _own(project: Project, person: User) -> QuerySet[Notification]:
    here = Q(project=project) | Q(project=None)
    return Notification.objects.filter(here, person=person)
