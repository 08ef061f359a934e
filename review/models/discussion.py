"""Discussions about items, and notifications."""

from django.conf import settings
from django.db import models

from annotation.models import Item, Question
from projects.models import Project
from review.domain.states import THREAD
from workflow.models import Stateful


class ThreadPurpose(models.TextChoices):
    """The purpose of a discussion.

    It decides who may read the discussion (review.selectors.threads).
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


class NotificationKind(models.TextChoices):
    """What a notification is about."""

    WORK_RETURNED = "work_returned"
    QUESTION_RETURNED = "question_returned"
    CHECKLIST_FAILED = "checklist_failed"
    WORK_LAPSED = "work_lapsed"
    ASKED = "asked"
    ANSWERED = "answered"
    THREAD_CLOSED = "thread_closed"
    DISSENT = "dissent"
    TEST_SET_ASSIGNED = "test_set_assigned"
    ROUND_OPENED = "round_opened"
    CHECKLIST_OPENED = "checklist_opened"
    PASSWORD_LINK_MADE = "password_link_made"
    PASSWORD_LINK_USED = "password_link_used"
    PASSWORD_CHANGED = "password_changed"
    PASSWORD_SET = "password_set"
    EMAIL_CHANGED = "email_changed"
    TOKEN_CREATED = "token_created"
    ROLE_CHANGED = "role_changed"
    MEMBER_REMOVED = "member_removed"


class Notification(models.Model):
    """A notification to one person, until they have read it."""

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, null=True, db_index=False
    )
    """None for one about the person's account, which is shown in every project."""
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notices"
    )
    kind = models.CharField(max_length=32, choices=NotificationKind.choices)
    item = models.ForeignKey(Item, on_delete=models.PROTECT, null=True)
    """None for a test set and a validation round, which have many, and for the person's
    account."""
    subject_id = models.BigIntegerField()
    """Primary key of the slot, case, checklist mark, thread, human-baseline assignment,
    validation round or security event concerned, depending on the kind.
    """
    text = models.TextField(blank=True)
    """The reason, if one was given, or the annotator's message."""
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    """When the mail with this notification was sent, or was about to be."""

    class Meta:
        constraints = [
            # Ten messages in an unread discussion are one notification.
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
