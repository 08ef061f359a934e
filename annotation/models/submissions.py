"""What people write in their slots: drafts with their history, and what is handed in."""

from django.conf import settings
from django.db import models

from annotation.models.slots import Slot
from projects.models import ProtocolVersion


class Draft(models.Model):
    """What a person has typed so far. It outlives the lease."""

    slot = models.ForeignKey(Slot, on_delete=models.CASCADE, related_name="drafts")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    version = models.PositiveIntegerField(default=1)
    content = models.JSONField()
    """A record (annotation.domain.record)."""
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slot", "person"], name="draft_once")
        ]

    def __str__(self) -> str:
        return f"{self.slot_id} v{self.version}"


class DraftVersion(models.Model):
    """A draft as it was at one time, to be looked at and brought back.

    Rows are thinned as they come (annotation.services.history), never afterwards.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    """The version that the draft had then."""
    content = models.JSONField()
    begun_at = models.DateTimeField(auto_now_add=True)
    """What is saved soon after takes this one's place, as long as it only adds."""
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
    """What a person handed in. A corrected one is a further revision."""

    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="annotations")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    revision = models.PositiveIntegerField()
    content = models.JSONField()
    search_text = models.TextField(default="")
    """``annotation.domain.search``, as is the next one."""
    search_labels = models.TextField(default="")
    answers = models.ForeignKey(
        Slot, on_delete=models.PROTECT, null=True, related_name="+"
    )
    """Where the questions in it were written, if by somebody else: the keys in them are
    this person's answers (annotation.selectors.question_source)."""
    seconds = models.FloatField(null=True)
    """Time spent with the item in front of them, as far as the browser knows."""
    key = models.CharField(max_length=64, blank=True)
    """The request's Idempotency-Key: sent again, it makes no second one."""
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
            # What was handed in on some days, whoever did it.
            models.Index(fields=["submitted_at"], name="annotation_submitted")
        ]

    def __str__(self) -> str:
        return f"{self.slot_id} r{self.revision}"
