"""Cases: the path of items to their final records."""

from django.conf import settings
from django.db import models

from annotation.items.models.items import Item
from core.models import Stateful
from projects.models import Project
from review.adjudication.domain.case_states import CASE


class Case(Stateful):
    """The path of one item from its annotations to a validated record."""

    machine = CASE

    project = models.ForeignKey(Project, on_delete=models.PROTECT, db_index=False)
    item = models.OneToOneField(Item, on_delete=models.PROTECT, related_name="case")
    comparison = models.JSONField(default=dict)
    """The comparison by field: agreed value, or each person's value
    (review.adjudication.domain.comparison). ``first`` holds values from before a later
    submission, where they differ."""
    disputed = models.PositiveIntegerField(default=0)
    """Number of fields that need a decision; the queue starts with the highest."""
    handed_in = models.PositiveIntegerField(default=0)
    """Number of submissions and withdrawals. Counting makes two concurrent ones wait
    for each other, so that the second sees the first."""
    record = models.JSONField(default=dict)
    """The final labels, texts and sentences; the questions are separate rows."""
    search_text = models.TextField(default="")
    """Search text of the record, or of the submissions while there is none
    (``annotation.records.domain.search``), as is ``search_labels``."""
    search_labels = models.TextField(default="")
    proposal = models.JSONField(default=dict)
    """The annotators' open proposal for a consensus, or empty
    (review.adjudication.services.adjudication)."""
    drafted = models.JSONField(default=dict)
    """Generated questions that are not accepted yet, and how they were generated
    (review.question_generation.services)."""
    adjudicator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["project", "status"], name="case_status")]

    def __str__(self) -> str:
        return f"case of {self.item_id}"
