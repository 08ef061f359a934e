from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from core.models import Job, LedgerEntry


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """A read-only admin page; only services change states."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnlyAdmin):
    list_display = ["id", "machine", "subject_id", "source", "target", "role", "at"]
    list_filter = ["machine", "target"]


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ["id", "kind", "status", "done", "total", "created_at"]
    list_filter = ["kind", "status"]
