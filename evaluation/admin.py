from django.contrib import admin

from evaluation.models.runs import Run
from workflow.admin import ReadOnlyAdmin


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    list_display = ["id", "model", "setting", "release", "status", "created_at"]
    list_filter = ["status", "backend"]
