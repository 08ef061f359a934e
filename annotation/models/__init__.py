"""Items and what people say of them, each person in a slot of their own."""

import secrets

from django.conf import settings
from django.db import models

from annotation.domain.states import LEASED, SLOT
from curation.models.images import Image
from projects.models import Project, ProtocolVersion
from workflow.models import Stateful


def new_question_uid() -> str:
    """A question's public name; it never changes and tells nothing."""
    return f"q-{secrets.token_hex(6)}"


class Item(models.Model):
    """The unit of work: one or more images in order."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="items")
    number = models.PositiveIntegerField()
    """Counts from 1 within the project."""
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="item_number")
        ]

    def __str__(self) -> str:
        return f"{self.project_id}/{self.number}"


class ItemImage(models.Model):
    """An image's place in an item; an image is in one item only."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="places")
    image = models.OneToOneField(Image, on_delete=models.PROTECT, related_name="place")
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "position"], name="item_image_position"
            )
        ]
        ordering = ["position"]

    def __str__(self) -> str:
        return f"{self.item_id}[{self.position}]"


class Purpose(models.TextChoices):
    """Why a slot is there. Only work slots fill an item and count in its agreement.

    An extra one holds what came in after its author's slot had gone to somebody else.
    Slots for practice, calibration and gold are one person's from the beginning.
    """

    WORK = "work"
    PRACTICE = "practice"
    CALIBRATION = "calibration"
    GOLD = "gold"
    REWORK = "rework"
    EXTRA = "extra"


OWN_PURPOSES = (Purpose.PRACTICE, Purpose.CALIBRATION, Purpose.GOLD)
"""Slots that are made for one person, when it is their turn."""


def new_slot_id() -> int:
    """A number that tells neither when a slot was made nor what for.

    JavaScript reads whole numbers up to 53 bits.
    """
    return secrets.randbits(52) + 1


class Slot(Stateful):
    """A place for one person at one item, made before anybody takes it.

    The constraints are what "exactly k, one person each" rests on, and that nobody
    holds two slots at a time.
    """

    machine = SLOT

    id = models.BigIntegerField(primary_key=True, default=new_slot_id, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="slots")
    purpose = models.CharField(
        max_length=16, choices=Purpose.choices, default=Purpose.WORK
    )
    work_pass = models.PositiveIntegerField(default=1)
    number = models.PositiveIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True
    )
    lease_until = models.DateTimeField(null=True)
    pinned = models.BooleanField(default=False)
    """An organizer has put this person's name on it: nobody else is given it."""
    started = models.BooleanField(default=False)
    """Somebody has finished another slot of this item: it is handed out first."""
    moved_at = models.DateTimeField(null=True)
    """When its person last did something with it, for the order of their work."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "purpose", "work_pass", "number"],
                name="slot_number",
            ),
            models.UniqueConstraint(
                fields=["project", "person"],
                condition=models.Q(status=LEASED),
                name="slot_one_lease_a_person",
            ),
            models.UniqueConstraint(
                fields=["item", "purpose", "work_pass", "person"],
                name="slot_one_a_person",
            ),
        ]
        indexes = [
            models.Index(fields=["project", "status"], name="slot_status"),
            # The order in which slots are handed out (annotation.selectors).
            models.Index(
                fields=["project", "purpose", "status", "-started", "item", "number"],
                name="slot_next",
            ),
            models.Index(fields=["person", "-moved_at"], name="slot_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} {self.purpose} {self.number}"


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
    answers = models.ForeignKey(
        Slot, on_delete=models.PROTECT, null=True, related_name="+"
    )
    """Where the questions in it were written, if by somebody else: the keys in them are
    this person's answers (annotation.selectors.asked)."""
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

    def __str__(self) -> str:
        return f"{self.slot_id} r{self.revision}"


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


# Django looks for all rows of a stage here; these need the ones above.
from annotation.models import assignment, calls, training  # noqa: E402, F401
