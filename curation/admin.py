from django.contrib import admin

from core.admin import ReadOnlyAdmin
from curation.filters.models import FilterRun, Measurement
from curation.images.models import Image, ImageAlias, Source
from curation.imports.models import ImportRejection


@admin.register(Image)
class ImageAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "status", "original_path", "source"]
    list_filter = ["status"]
    search_fields = ["original_path", "sha256"]


@admin.register(Source)
class SourceAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "name", "licence", "rights"]


@admin.register(ImportRejection)
class ImportRejectionAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "path", "code"]
    list_filter = ["code"]


admin.site.register(ImageAlias, ReadOnlyAdmin)
admin.site.register(FilterRun, ReadOnlyAdmin)
admin.site.register(Measurement, ReadOnlyAdmin)
