"""Cases, validation rounds, discussions, notifications and stored figures."""

from review.cases.models import Case
from review.figures.models import StoredFigures
from review.notifications.models import Notification, NotificationKind
from review.rounds.models.rounds import (
    ChecklistMark,
    Round,
    ValidationAssignment,
    Verdict,
)
from review.rounds.models.threads import Message, Thread, ThreadOrigin, ThreadPurpose

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
