"""Agreeing on a final record, asking people who have not seen it, and talking of it."""

from functools import cached_property

from django.conf import settings
from django.db import models

from annotation.models import Item, Question, QuestionRevision
from projects.domain.protocol.process import RoundRules
from projects.models import Project, ProtocolVersion
from review.domain.states import CASE, LEASED, PLACE, ROUND, THREAD
from review.domain.states import OPEN as ROUND_OPEN
from workflow.models import Stateful


class Case(Stateful):
    """One item's way from its annotations to a validated record."""

    machine = CASE

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    item = models.OneToOneField(Item, on_delete=models.PROTECT, related_name="case")
    comparison = models.JSONField(default=dict)
    """Field by field: agreed value or who said what (review.domain.comparison)."""
    disputed = models.PositiveIntegerField(default=0)
    """How many fields somebody has to decide; the queue begins with the most."""
    handed_in = models.PositiveIntegerField(default=0)
    """Times that work was handed in or taken back. Counting up makes two at once wait
    for each other, so that the second sees what the first did."""
    record = models.JSONField(default=dict)
    """The final labels, texts and sentences; the questions are rows of their own."""
    proposal = models.JSONField(default=dict)
    """What one of those who decide together proposed (review.services.together); empty
    where nothing is proposed."""
    drafted = models.JSONField(default=dict)
    """Questions made from the record by the protocol's rule that nobody has accepted yet,
    and how they were made (review.services.making)."""
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


class Round(Stateful):
    """A validation round as the protocol described it when it was opened."""

    machine = ROUND

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="rounds"
    )
    number = models.PositiveIntegerField()
    based_on = models.PositiveIntegerField()
    """Number of the protocol's round whose rules it has. Another than its own number
    where it repeats one for what was not done when the protocol's last was closed."""
    rules = models.JSONField()
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    seed = models.PositiveIntegerField(default=0)
    waiver = models.TextField(blank=True)
    """Why people who know the item may answer, where too few do not; else empty."""
    report = models.JSONField(default=dict)
    """Written when it is closed: asked, passed, failed, human accuracy."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="round_number"),
            models.UniqueConstraint(
                fields=["project"],
                condition=models.Q(status=ROUND_OPEN),
                name="round_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id} round {self.number}"

    @cached_property
    def rule(self) -> RoundRules:
        """The checked rules."""
        return RoundRules.model_validate(self.rules)


class ValidationPlace(Stateful):
    """A place for one person at one question in a round."""

    machine = PLACE

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="places")
    revision = models.ForeignKey(
        QuestionRevision, on_delete=models.PROTECT, related_name="places"
    )
    number = models.PositiveIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True
    )
    lease_until = models.DateTimeField(null=True)
    waived = models.TextField(blank=True)
    """Why somebody who is not fresh was let in, when too few people were."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "revision", "number"], name="place_number"
            ),
            models.UniqueConstraint(
                fields=["round", "revision", "person"], name="place_one_a_person"
            ),
            models.UniqueConstraint(
                fields=["project", "person"],
                condition=models.Q(status=LEASED),
                name="place_one_lease_a_person",
            ),
        ]
        indexes = [models.Index(fields=["project", "status"], name="place_status")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.revision_id}/{self.number}"


class ValidationAnswer(models.Model):
    """What a validator answered, without the key, with the options shuffled."""

    place = models.OneToOneField(
        ValidationPlace, on_delete=models.CASCADE, related_name="answer"
    )
    order = models.JSONField()
    """The options as they were shown: indices into the revision's options."""
    chosen = models.JSONField(null=True)
    """In the form of the question's format, options by their index in the revision; none
    when only an issue was reported."""
    issues = models.JSONField(default=list)
    comment = models.TextField(blank=True)
    seconds = models.FloatField(null=True)
    answered_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"answer at {self.place_id}"


class Verdict(models.Model):
    """What a round found of one revision of a question."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="verdicts")
    revision = models.ForeignKey(
        QuestionRevision, on_delete=models.PROTECT, related_name="verdicts"
    )
    passed = models.BooleanField()
    agreed = models.PositiveIntegerField()
    asked = models.PositiveIntegerField()
    reasons = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "revision"], name="verdict_once_a_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.revision_id}: {'passed' if self.passed else 'failed'}"


class ChecklistMark(models.Model):
    """One item's place in a checklist round, made when the round is opened.

    An item that failed and was reworked gets a further attempt.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="marks")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="marks")
    attempt = models.PositiveIntegerField(default=1)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True
    )
    ticked = models.JSONField(default=list)
    passed = models.BooleanField(null=True)
    """None until somebody has gone through the checklist."""
    note = models.TextField(blank=True)
    marked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "case", "attempt"], name="mark_attempt"
            )
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.case_id}"


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
