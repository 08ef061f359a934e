"""Annotators' skills and caps, item tags and exclusions."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.items.models.items import Item
from curation.images.models import Source
from projects.models import Project


class AnnotatorQuota(models.Model):
    """A person's languages, skills and caps; without a row there are none."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="terms")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    languages = models.JSONField(default=list)
    """Language codes as in the protocol; empty if none were stated."""
    skills = models.JSONField(default=list)
    """Ids of the protocol's skills."""
    most_a_day = models.PositiveIntegerField(null=True)
    """Maximum number of items that the person may finish in 24 hours."""
    most_in_all = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "person"], name="terms_once_a_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.project_id}"


class ItemTag(models.Model):
    """An organizer's tag of an item.

    A tag that names a skill or a language limits the item to people who have it.
    """

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="tags")
    tag = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "tag"], name="item_tag_once")
        ]
        indexes = [models.Index(fields=["tag", "item"], name="item_tag")]

    def __str__(self) -> str:
        return f"{self.item_id} {self.tag}"


class Exclusion(models.Model):
    """An exclusion of a person from one item, or all items with a tag or of a source.

    Lifted exclusions are kept, so that earlier states can be reconstructed.
    """

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="exclusions"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, null=True, related_name="+"
    )
    tag = models.CharField(max_length=64, blank=True)
    source = models.ForeignKey(
        Source, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.TextField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(item__isnull=False, tag="", source=None)
                | (Q(item=None, source=None) & ~Q(tag=""))
                | Q(item=None, tag="", source__isnull=False),
                name="exclusion_of_one_thing",
            ),
            models.UniqueConstraint(
                fields=["person", "item"],
                condition=Q(lifted_at=None, item__isnull=False),
                name="exclusion_once_an_item",
            ),
            models.UniqueConstraint(
                fields=["project", "person", "tag"],
                condition=Q(lifted_at=None) & ~Q(tag=""),
                name="exclusion_once_a_tag",
            ),
            models.UniqueConstraint(
                fields=["project", "person", "source"],
                condition=Q(lifted_at=None, source__isnull=False),
                name="exclusion_once_a_source",
            ),
        ]

    def __str__(self) -> str:
        what = self.item_id or self.tag or self.source_id
        return f"{self.person_id} not {what}"
