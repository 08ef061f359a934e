from django.contrib import admin

from core.admin import ReadOnlyAdmin
from evaluation.runs.models.runs import Run


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    list_display = ["id", "model", "setting", "release", "status", "created_at"]
    list_filter = ["status", "backend"]
