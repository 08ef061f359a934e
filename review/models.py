"""Cases, validation rounds, discussions, notifications and stored figures."""

from review.adjudication.models import Case
from review.notifications.models import Notification, NotificationKind
from review.rounds.models.rounds import (
    ChecklistMark,
    Round,
    ValidationAssignment,
    Verdict,
)
from review.rounds.models.threads import Message, Thread, ThreadOrigin, ThreadPurpose
from review.stored_statistics.models import StoredFigures

__all__ = [
    "Case",
    "ChecklistMark",
    "Message",
    "Notification",
    "NotificationKind",
    "Round",
    "StoredFigures",
    "Thread",
    "ThreadOrigin",
    "ThreadPurpose",
    "ValidationAssignment",
    "Verdict",
]
