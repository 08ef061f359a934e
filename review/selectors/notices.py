"""What a person has been told."""

from django.db.models import QuerySet

from projects.models import Project, User
from review.models import Notice
from workflow.selectors import get_or_missing


def notices_of(project: Project, person: User) -> QuerySet[Notice]:
    """The person's notices in a project."""
    return Notice.objects.filter(project=project, person=person).select_related("item")


def notice_get(project: Project, person: User, notice_id: int) -> Notice:
    """A notice of the person's own. Raises Missing."""
    return get_or_missing(
        notices_of(project, person).filter(pk=notice_id),
        "You have no such notification.",
    )


def unread_count(project: Project, person: User) -> int:
    """How many notices the person has not looked at."""
    return notices_of(project, person).filter(read_at=None).count()
