from django.contrib import admin

from review.models import (
    Case,
    ChecklistMark,
    Message,
    Notification,
    Round,
    Thread,
    ValidationAssignment,
    Verdict,
)
from workflow.admin import ReadOnlyAdmin

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
