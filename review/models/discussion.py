"""Talking of an item, and what somebody should know."""

from django.conf import settings
from django.db import models

from annotation.models import Item, Question
from projects.models import Project
from review.domain.states import THREAD
from workflow.models import Stateful


class ThreadPurpose(models.TextChoices):
    """What a thread is for, which decides who may read it (review.selectors.threads)."""

    QUESTION = "question"
    CONSENSUS = "consensus"
    CALIBRATION = "calibration"


class ThreadOrigin(models.TextChoices):
    """What its first writer was doing: whoever validates must not be told a key."""

    ANNOTATING = "annotating"
    VALIDATING = "validating"
    REWORKING = "reworking"
    ORGANIZING = "organizing"


class Thread(Stateful):
    """Messages about one item, or about one question of it. Every message is a move."""

    machine = THREAD

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="threads")
    question = models.ForeignKey(Question, on_delete=models.PROTECT, null=True)
    purpose = models.CharField(max_length=16, choices=ThreadPurpose.choices)
    origin = models.CharField(max_length=16, choices=ThreadOrigin.choices)
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    guideline_gap = models.BooleanField(default=False)
    """The guidelines do not say what to do here."""
    resolution = models.TextField(blank=True)
    """What it came to, when it was last closed."""
    created_at = models.DateTimeField(auto_now_add=True)
    written_at = models.DateTimeField(auto_now_add=True)
    """When the latest message was written, for the order of lists."""

    class Meta:
        constraints = [
            # What people saw differently in calibration is talked over in one place.
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
    """What somebody wrote. Rows are inserted, never changed."""

    thread = models.ForeignKey(
        Thread, on_delete=models.PROTECT, related_name="messages"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    role = models.CharField(max_length=16)
    """Which the author had when writing: others than organizers see only this."""
    text = models.TextField()
    written_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"message in {self.thread_id}"


class NoticeKind(models.TextChoices):
    """What a person is told of."""

    WORK_RETURNED = "work_returned"
    QUESTION_RETURNED = "question_returned"
    WORK_LAPSED = "work_lapsed"
    ASKED = "asked"
    ANSWERED = "answered"
    THREAD_CLOSED = "thread_closed"


class Notice(models.Model):
    """Something that one person should know, until they have read it."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notices"
    )
    kind = models.CharField(max_length=32, choices=NoticeKind.choices)
    item = models.ForeignKey(Item, on_delete=models.PROTECT)
    subject_id = models.BigIntegerField()
    """Key of the slot, the case or the thread that it is about, as the kind says."""
    text = models.TextField(blank=True)
    """The reason, where somebody gave one."""
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            # Ten messages in a thread that nobody has looked at are one notice.
            models.UniqueConstraint(
                fields=["person", "kind", "subject_id"],
                condition=models.Q(read_at=None),
                name="notice_once_unread",
            )
        ]
        indexes = [
            models.Index(fields=["project", "person", "-id"], name="notice_of_person")
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.person_id}"
