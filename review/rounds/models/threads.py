"""Discussions about items."""

from django.conf import settings
from django.db import models

from annotation.items.models.items import Item
from annotation.items.models.questions import Question
from core.models import Stateful
from projects.models import Project
from review.rounds.domain.thread_states import THREAD


class ThreadPurpose(models.TextChoices):
    """The purpose of a discussion.

    It decides who may read the discussion (review.discussions.selectors).
    """

    QUESTION = "question"
    CONSENSUS = "consensus"
    CALIBRATION = "calibration"


class ThreadOrigin(models.TextChoices):
    """What the first author was doing; a validator must not learn a correct answer."""

    ANNOTATING = "annotating"
    VALIDATING = "validating"
    REWORKING = "reworking"
    ORGANIZING = "organizing"
    DISSENT = "dissent"
    """Opened by the system: a question passed, but a validator chose another answer."""


class Thread(Stateful):
    """A discussion about one item or question. Every message is a transition."""

    machine = THREAD

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="threads")
    question = models.ForeignKey(Question, on_delete=models.PROTECT, null=True)
    purpose = models.CharField(max_length=16, choices=ThreadPurpose.choices)
    origin = models.CharField(max_length=16, choices=ThreadOrigin.choices)
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    """None if the system opened it."""
    guideline_gap = models.BooleanField(default=False)
    """Whether the guidelines do not settle the case."""
    resolution = models.TextField(blank=True)
    """The outcome recorded when it was last closed."""
    created_at = models.DateTimeField(auto_now_add=True)
    written_at = models.DateTimeField(auto_now_add=True)
    """When the latest message was written, for the order of lists."""

    class Meta:
        constraints = [
            # All differences on a calibration item are discussed in one place.
            models.UniqueConstraint(
                fields=["item"],
                condition=models.Q(purpose="calibration"),
                name="thread_one_calibration_an_item",
            )
        ]
        indexes = [
            models.Index(fields=["project", "-written_at"], name="thread_written")
        ]

    def __str__(self) -> str:
        return f"{self.purpose} about {self.item_id}"


class Message(models.Model):
    """A message of a discussion. Rows are inserted, never changed."""

    thread = models.ForeignKey(
        Thread, on_delete=models.PROTECT, related_name="messages"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    role = models.CharField(max_length=16)
    """The author's role at that time; only organizers see more than this."""
    text = models.TextField()
    written_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"message in {self.thread_id}"
