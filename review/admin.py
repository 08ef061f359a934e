from django.contrib import admin

from core.admin import ReadOnlyAdmin
from review.adjudication.models import Case
from review.notifications.models import Notification
from review.rounds.models.rounds import (
    ChecklistMark,
    Round,
    ValidationAssignment,
    Verdict,
)
from review.rounds.models.threads import Message, Thread

for model in (
    Case,
    ChecklistMark,
    Message,
    Notification,
    Round,
    Thread,
    ValidationAssignment,
    Verdict,
):
    admin.site.register(model, ReadOnlyAdmin)
