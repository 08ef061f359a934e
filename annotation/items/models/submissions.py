"""Drafts with their version history, and submitted annotations."""

from django.conf import settings
from django.db import models

from annotation.items.models.slots import Slot
from projects.models import ProtocolVersion


class Draft(models.Model):
    """A person's draft in a slot. It outlives the lease.

    A record is stored once: submitting a draft moves its content into the annotation.
    A submitted draft without earlier versions has no row at all
    (annotation.slots.selectors.slots.draft_of).
    """

    slot = models.ForeignKey(
        Slot, on_delete=models.CASCADE, related_name="drafts", db_index=False
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    version = models.PositiveIntegerField(default=1)
    content = models.JSONField(null=True)
    """A record (annotation.records.domain.record).

    None while it equals the person's last annotation of the item
    (annotation.slots.selectors.slots.draft_content)."""
    begun_at = models.DateTimeField(auto_now_add=True)
    """A save soon after this time continues this version, if it only adds text."""
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slot", "person"], name="draft_once")
        ]

    def __str__(self) -> str:
        return f"{self.slot_id} v{self.version}"


class DraftVersion(models.Model):
    """An earlier version of a draft, to view and restore.

    It is stored when a save replaces it (annotation.drafts.services.versions) and stays.
    """

    draft = models.ForeignKey(
        Draft, on_delete=models.CASCADE, related_name="versions", db_index=False
    )
    number = models.PositiveIntegerField()
    """The draft's version number when this was saved."""
    content = models.JSONField()
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

    slot = models.ForeignKey(
        Slot, on_delete=models.PROTECT, related_name="annotations", db_index=False
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    revision = models.PositiveIntegerField()
    content = models.JSONField()
    is_blind = models.BooleanField(default=True)
    """Whether its author had no access to other people's work on the item: false for
    former organizers, if that work existed at the end of their period."""
    answers = models.ForeignKey(
        Slot, on_delete=models.PROTECT, null=True, related_name="+"
    )
    """The slot whose annotation wrote the questions, if another person did. The keys in
    this record are then this person's answers (annotation.items.selectors.question_source).
    """
    seconds = models.FloatField(null=True)
    """Seconds that the item was open, as far as the browser knows."""
    draft_version = models.PositiveIntegerField(default=1)
    """The version of the draft that it was made from, by which stale tabs are refused.
    """
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
