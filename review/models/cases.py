"""Agreeing on an item's final record."""

from django.conf import settings
from django.db import models

from annotation.models import Item
from projects.models import Project
from review.domain.states import CASE
from workflow.models import Stateful


class Case(Stateful):
    """One item's way from its annotations to a validated record."""

    machine = CASE

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    item = models.OneToOneField(Item, on_delete=models.PROTECT, related_name="case")
    comparison = models.JSONField(default=dict)
    """Field by field: agreed value or who said what (review.domain.comparison); under
    ``first``, what people chose before they handed in again, where it was other."""
    disputed = models.PositiveIntegerField(default=0)
    """How many fields somebody has to decide; the queue begins with the most."""
    handed_in = models.PositiveIntegerField(default=0)
    """Times that work was handed in or taken back. Counting up makes two at once wait
    for each other, so that the second sees what the first did."""
    record = models.JSONField(default=dict)
    """The final labels, texts and sentences; the questions are rows of their own."""
    search_text = models.TextField(default="")
    """``annotation.domain.search`` of the record, as is the next one."""
    search_labels = models.TextField(default="")
    proposal = models.JSONField(default=dict)
    """What one of those who decide together proposed (review.services.adjudication); empty
    where nothing is proposed."""
    drafted = models.JSONField(default=dict)
    """Questions made from the record by the protocol's rule that nobody has accepted yet,
    and how they were made (review.services.question_generation)."""
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
