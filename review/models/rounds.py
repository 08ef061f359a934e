"""Asking people who have not seen a question, and what they found."""

from functools import cached_property

from django.conf import settings
from django.db import models

from annotation.models import QuestionRevision
from projects.domain.protocol.process import RoundRules
from projects.models import Project, ProtocolVersion
from review.domain.states import LEASED, PLACE, ROUND
from review.domain.states import OPEN as ROUND_OPEN
from review.models.cases import Case
from workflow.models import Stateful


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

    class Meta:
        indexes = [
            # What was answered on some days, whoever did it.
            models.Index(fields=["answered_at"], name="answer_answered")
        ]

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
