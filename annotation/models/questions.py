"""The questions of final records, revision by revision."""

import secrets

from django.conf import settings
from django.db import models

from annotation.models.items import Item


def new_question_uid() -> str:
    """A question's public name; it never changes and tells nothing."""
    return f"q-{secrets.token_hex(6)}"


class Question(models.Model):
    """A question of an item's final record: a stable name and numbered revisions."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="questions")
    uid = models.CharField(max_length=32, unique=True, default=new_question_uid)
    position = models.PositiveIntegerField()
    format = models.CharField(max_length=32)
    fixed = models.CharField(max_length=64, blank=True)
    """Id of the protocol's fixed question, if it is one."""
    current_number = models.PositiveIntegerField(default=1)
    live = models.BooleanField(default=True)
    """A dropped question stays for the record and is in no round and no release."""
    dropped_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    dropped_reason = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.uid


class QuestionRevision(models.Model):
    """A question as it stood at one time."""

    question = models.ForeignKey(
        Question, on_delete=models.PROTECT, related_name="revisions"
    )
    number = models.PositiveIntegerField()
    stem = models.TextField()
    options = models.JSONField()
    search_text = models.TextField(default="")
    """``annotation.domain.search``"""
    answer = models.JSONField(null=True)
    """The key in the form of the question's format: of a single choice, the option's
    index from 0. None in what was published without its key; such a question is in
    rework until somebody has found it."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    """Who wrote it, or who merged it when it was put together."""
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["question", "number"], name="question_revision_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.question_id} r{self.number}"
