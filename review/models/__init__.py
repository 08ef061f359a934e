"""Cases, validation rounds, discussions, notifications and stored figures."""

from review.models.cases import Case
from review.models.discussion import Message, Thread, ThreadOrigin, ThreadPurpose
from review.models.figures import StoredFigures
from review.models.notifications import Notification, NotificationKind
from review.models.rounds import (
    ChecklistMark,
    Round,
    ValidationAssignment,
    Verdict,
)

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
