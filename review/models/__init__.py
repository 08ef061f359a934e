"""Cases, validation rounds, discussions, notifications and stored figures."""

from review.models.cases import Case
from review.models.discussion import (
    Message,
    Notice,
    NoticeKind,
    Thread,
    ThreadOrigin,
    ThreadPurpose,
)
from review.models.figures import Figures
from review.models.rounds import (
    ChecklistMark,
    Round,
    ValidationAnswer,
    ValidationPlace,
    Verdict,
)

__all__ = [
    "Case",
    "ChecklistMark",
    "Figures",
    "Message",
    "Notice",
    "NoticeKind",
    "Round",
    "Thread",
    "ThreadOrigin",
    "ThreadPurpose",
    "ValidationAnswer",
    "ValidationPlace",
    "Verdict",
]
