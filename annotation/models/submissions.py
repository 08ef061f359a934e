"""Drafts with their version history, and submitted annotations."""

from django.conf import settings
from django.db import models

from annotation.models.slots import Slot
from projects.models import ProtocolVersion


class Draft(models.Model):
    """A person's draft in a slot. It outlives the lease."""

    slot = models.ForeignKey(Slot, on_delete=models.CASCADE, related_name="drafts")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    version = models.PositiveIntegerField(default=1)
    content = models.JSONField()
    """A record, see annotation.domain.record."""
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slot", "person"], name="draft_once")
        ]

    def __str__(self) -> str:
        return f"{self.slot_id} v{self.version}"


class DraftVersion(models.Model):
    """A stored version of a draft, to view and restore.

    Versions are thinned when they are saved (annotation.services.history), never later.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    """The draft's version number when this was saved."""
    content = models.JSONField()
    begun_at = models.DateTimeField(auto_now_add=True)
    """A save soon after this time replaces this version, if it only adds text."""
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["draft", "number"], name="draft_version_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.draft_id} v{self.number}"


class Annotation(models.Model):
    """A person's submitted record of an item. A correction is a further revision."""

    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="annotations")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    revision = models.PositiveIntegerField()
    content = models.JSONField()
    search_text = models.TextField(default="")
    """Texts for search (annotation.domain.search); ``search_labels`` likewise."""
    search_labels = models.TextField(default="")
    answers = models.ForeignKey(
        Slot, on_delete=models.PROTECT, null=True, related_name="+"
    )
    """The slot whose annotation wrote the questions, if another person did. The keys in
    this record are then this person's answers (annotation.selectors.question_source).
    """
    seconds = models.FloatField(null=True)
    """Seconds that the item was open, as far as the browser knows."""
    key = models.CharField(max_length=64, blank=True)
    """The request's Idempotency-Key; repeating the request creates no second
    annotation."""
    submitted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["slot", "revision"], name="annotation_revision"
            ),
            models.UniqueConstraint(
                fields=["person", "key"],
                condition=~models.Q(key=""),
                name="annotation_once_a_key",
            ),
        ]
        indexes = [
            # Submissions of all people in a range of days.
            models.Index(fields=["submitted_at"], name="annotation_submitted")
        ]

    def __str__(self) -> str:
        return f"{self.slot_id} r{self.revision}"
