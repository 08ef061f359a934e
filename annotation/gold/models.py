"""Gold items."""

from django.conf import settings
from django.db import models

from annotation.items.models.items import Item
from projects.models import Project


class GoldItem(models.Model):
    """A finished item that is assigned again, unmarked, to check work quality."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="gold")
    item = models.OneToOneField(Item, on_delete=models.PROTECT, related_name="+")
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    added_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"gold {self.item_id}"
