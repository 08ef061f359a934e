from django.contrib import admin

from review.models import (
    Case,
    ChecklistMark,
    Round,
    ValidationAnswer,
    ValidationPlace,
    Verdict,
)
from workflow.admin import ReadOnlyAdmin

for model in (Case, ChecklistMark, Round, ValidationAnswer, ValidationPlace, Verdict):
    admin.site.register(model, ReadOnlyAdmin)
