"""Notifications of what others did with a person's account."""

from projects.models import SecurityEvent, SecurityEventKind
from review.notifications.models import NotificationKind
from review.notifications.services.sending import send_notifications

_ALWAYS = {
    SecurityEventKind.PASSWORD_LINK_MADE: NotificationKind.PASSWORD_LINK_MADE,
    SecurityEventKind.PASSWORD_LINK_USED: NotificationKind.PASSWORD_LINK_USED,
    SecurityEventKind.PASSWORD_CHANGED: NotificationKind.PASSWORD_CHANGED,
    SecurityEventKind.PASSWORD_SET: NotificationKind.PASSWORD_SET,
    SecurityEventKind.EMAIL_CHANGED: NotificationKind.EMAIL_CHANGED,
    SecurityEventKind.TOKEN_CREATED: NotificationKind.TOKEN_CREATED,
}
"""Told also if the account itself did it: somebody else may have been logged in."""
_BY_OTHERS = {
    SecurityEventKind.ROLE_CHANGED: NotificationKind.ROLE_CHANGED,
    SecurityEventKind.MEMBER_REMOVED: NotificationKind.MEMBER_REMOVED,
}


def notify_of_account_event(event: SecurityEvent) -> None:
    """Notify the person whom a security event is about, where they should know."""
    kinds = _ALWAYS if event.actor_id == event.person_id else _ALWAYS | _BY_OTHERS
    kind = kinds.get(SecurityEventKind(event.kind))
    if kind is None or event.person_id is None:
        return
    send_notifications(
        people=[event.person_id],
        project=None,
        kind=kind,
        item_id=None,
        subject_id=event.pk,
        text=event.project,
    )
