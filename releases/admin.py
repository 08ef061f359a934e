from django.contrib import admin

from core.admin import ReadOnlyAdmin
from releases.records.models import FrozenRow, GateOverride, Release, ReleaseNotice

admin.site.register(FrozenRow, ReadOnlyAdmin)
admin.site.register(GateOverride, ReadOnlyAdmin)
admin.site.register(ReleaseNotice, ReadOnlyAdmin)


@admin.register(Release)
class ReleaseAdmin(ReadOnlyAdmin):
    list_display = ["project", "version", "status", "manifest_sha256", "published_at"]
    list_filter = ["status"]
    exclude = ["secret"]
