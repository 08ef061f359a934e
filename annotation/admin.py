from django.contrib import admin

from annotation.items.models.items import Item
from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation, Draft, DraftVersion
from annotation.slots.models import AnnotatorQuota, Exclusion, ItemTag
from core.admin import ReadOnlyAdmin

admin.site.register(Item, ReadOnlyAdmin)
admin.site.register(Draft, ReadOnlyAdmin)
admin.site.register(DraftVersion, ReadOnlyAdmin)
admin.site.register(Annotation, ReadOnlyAdmin)
admin.site.register(Question, ReadOnlyAdmin)
admin.site.register(QuestionRevision, ReadOnlyAdmin)
admin.site.register(AnnotatorQuota, ReadOnlyAdmin)
admin.site.register(ItemTag, ReadOnlyAdmin)
admin.site.register(Exclusion, ReadOnlyAdmin)


@admin.register(Slot)
class SlotAdmin(ReadOnlyAdmin):
    list_display = ["id", "item", "purpose", "number", "status", "person"]
    list_filter = ["purpose", "status"]
