"""Questions of final records and their revisions."""

import secrets

from django.conf import settings
from django.db import models

from annotation.items.models.items import Item
from core.translation import TranslatableTextField


def new_question_uid() -> str:
    """Return a new public id, which never changes and reveals nothing."""
    return f"q-{secrets.token_hex(6)}"


class Question(models.Model):
    """A question of a final record, with a stable public id and numbered revisions."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="questions")
    uid = models.CharField(max_length=32, default=new_question_uid)
    position = models.PositiveIntegerField()
    format = models.CharField(max_length=32)
    fixed = models.CharField(max_length=64, blank=True)
    """Id of the protocol's fixed question, or empty."""
    current_number = models.PositiveIntegerField(default=1)
    live = models.BooleanField(default=True)
    """Whether the question is used. A dropped one is kept but is in no round or
    release."""
    dropped_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    dropped_reason = TranslatableTextField(blank=True)

    class Meta:
        constraints = [
            # ``unique=True`` would add an index for LIKE on PostgreSQL.
            models.UniqueConstraint(fields=["uid"], name="question_uid")
        ]

    def __str__(self) -> str:
        return self.uid


class QuestionRevision(models.Model):
    """One wording of a question."""

    question = models.ForeignKey(
        Question, on_delete=models.PROTECT, related_name="revisions", db_index=False
    )
    number = models.PositiveIntegerField()
    stem = models.TextField()
    options = models.JSONField()
    search_text = models.TextField(default="")
    """Text for search (annotation.records.domain.search)."""
    answer = models.JSONField(null=True)
    """The key in the form of the question's format: for single choice, an option index
    from
    0. None for a question that was published without its key; it is in rework until a
       person finds the key."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    """The person who wrote it, or who chose it when merging records."""
    reason = TranslatableTextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["question", "number"], name="question_revision_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.question_id} r{self.number}"
