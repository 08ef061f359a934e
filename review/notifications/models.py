"""Notifications of people."""

from django.conf import settings
from django.db import models

from annotation.items.models.items import Item
from projects.models import Project


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
