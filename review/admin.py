from django.contrib import admin

from review.models import (
    Case,
    ChecklistMark,
    Message,
    Notice,
    Round,
    Thread,
    ValidationAnswer,
    ValidationPlace,
    Verdict,
)
from workflow.admin import ReadOnlyAdmin

for model in (
    Case,
    ChecklistMark,
    Message,
    Notice,
    Round,
    Thread,
    ValidationAnswer,
    ValidationPlace,
    Verdict,
):
    admin.site.register(model, ReadOnlyAdmin)
