"""Validation rounds: their assignments with answers, verdicts and checklist marks."""

from functools import cached_property

from django.conf import settings
from django.db import models

from annotation.items.models.questions import QuestionRevision
from core.models import Stateful
from projects.models import Project, ProtocolVersion
from review.adjudication.models import Case
from review.rounds.domain.round_states import LEASED, PLACE, ROUND
from review.rounds.domain.round_states import OPEN as ROUND_OPEN
from review.rounds.models.threads import Thread
from subtext_protocol.process import RoundRules


class Round(Stateful):
    """A validation round, with the protocol's rules from when it was opened."""

    machine = ROUND

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="rounds"
    )
    number = models.PositiveIntegerField()
    based_on = models.PositiveIntegerField()
    """Number of the protocol's round whose rules it uses. It differs from ``number`` if
    the round repeats one for what had not passed after the protocol's last round."""
    rules = models.JSONField()
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    seed = models.PositiveIntegerField(default=0)
    waiver = models.TextField(blank=True)
    """Why people who know an item may answer, where too few are fresh; else empty."""
    automatic = models.BooleanField(default=False)
    """Whether it includes newly decided items, closes once nothing in the project is
    left to do for it, and then opens the next round."""
    report = models.JSONField(default=dict)
    """Set when the round is closed: asked, passed, failed, human accuracy."""
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
        """Return the validated rules."""
        return RoundRules.model_validate(self.rules)


class ValidationAssignment(Stateful):
    """An assignment of one question to one person in a round, with their answer.

    The key is not shown and the options are shuffled. ``person`` and ``answered_at``
    record the answer, instead of a ledger entry.
    """

    machine = PLACE

    project = models.ForeignKey(Project, on_delete=models.PROTECT, db_index=False)
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="places", db_index=False
    )
    revision = models.ForeignKey(
        QuestionRevision, on_delete=models.PROTECT, related_name="places"
    )
    number = models.PositiveIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True
    )
    lease_until = models.DateTimeField(null=True)
    waived = models.TextField(blank=True)
    """Why a person who is not fresh was admitted: too few fresh people were left."""
    order = models.JSONField(null=True)
    """The options in the order shown, as indices into the revision's options; None
    without an answer."""
    chosen = models.JSONField(null=True)
    """In the form of the question's format, with options by their index in the
    revision; None if only an issue was reported."""
    issues = models.JSONField(default=list)
    comment = models.TextField(blank=True)
    seconds = models.FloatField(null=True)
    answered_at = models.DateTimeField(null=True)

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
        indexes = [
            models.Index(fields=["project", "status"], name="place_status"),
            # For answers in a period of time by any person.
            models.Index(fields=["project", "-answered_at"], name="place_answered"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.revision_id}/{self.number}"


class Verdict(models.Model):
    """The result of a round for one revision of a question."""

    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="verdicts", db_index=False
    )
    revision = models.ForeignKey(
        QuestionRevision, on_delete=models.PROTECT, related_name="verdicts"
    )
    passed = models.BooleanField()
    agreed = models.PositiveIntegerField()
    asked = models.PositiveIntegerField()
    reasons = models.JSONField(default=list)
    discussion = models.OneToOneField(
        Thread, on_delete=models.PROTECT, null=True, related_name="verdict"
    )
    """The discussion that must be closed before the question passes: a validator chose
    another answer than the key."""
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
    """One item in a checklist round, created when the round is opened.

    An item that failed and was reworked gets a further attempt.
    """

    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="marks", db_index=False
    )
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="marks")
    attempt = models.PositiveIntegerField(default=1)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True
    )
    ticked = models.JSONField(default=list)
    passed = models.BooleanField(null=True)
    """None until the item has been checked."""
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
