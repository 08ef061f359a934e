"""Runs of models on releases, what they answered, and how that was scored."""

from typing import Any

from django.conf import settings
from django.db import models

from evaluation.domain.states import PICTURE_CHECK, RUN, STALE
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.publication import EvaluationRules
from projects.models import Project, ProtocolVersion
from releases.models import Release
from workflow.models import Stateful


class Backend(models.TextChoices):
    """Who answers: a model, stored responses, or a baseline that needs neither."""

    OPENAI = "openai"
    TRANSFORMERS = "transformers"
    REPLAY = "replay"
    RANDOM = "random"
    FREQUENT = "frequent"


class Origin(models.TextChoices):
    """Who computed the answers, and how far a score can therefore be trusted."""

    OWN = "own"
    """Asked by a worker of this installation."""
    IMPORTED = "imported"
    """Computed by others; an organizer took their responses in."""
    SUBMITTED = "submitted"
    """Predictions that an entrant sent for scoring."""
    PEOPLE = "people"
    """Written by people outside, such as a human baseline; an organizer took it in."""


BASELINES = (Backend.RANDOM, Backend.FREQUENT)
"""They need no model and say what a score is worth."""


class Run(Stateful):
    """One model asked in one setting about one release."""

    machine = RUN

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="runs")
    model = models.CharField(max_length=200)
    revision = models.CharField(max_length=200, blank=True)
    backend = models.CharField(max_length=16, choices=Backend.choices)
    endpoint = models.CharField(max_length=64, blank=True)
    """Name of the operator's; without it and ``base_url`` the worker's own server."""
    base_url = models.URLField(max_length=500, blank=True)
    by_operator = models.BooleanField(default=False)
    """Who wrote ``base_url`` had a shell; else it has to be listed to be asked."""
    prompt_price = models.FloatField(null=True)
    """US dollars for a million tokens."""
    completion_price = models.FloatField(null=True)
    origin = models.CharField(max_length=16, choices=Origin.choices, default=Origin.OWN)
    setting = models.CharField(max_length=32)
    """Id of a setting, an open task, or a rating that a judge model gives."""
    judges = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="judgements"
    )
    """Of a judge: the run whose replies it marks."""
    splits = models.JSONField()
    seed = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    """Questions to be asked."""
    answered = models.PositiveIntegerField(default=0)
    summary = models.JSONField(default=dict)
    """What was said of the run when it ended: all that scoring has to know."""
    result = models.JSONField(default=dict)
    """Scores by slice, and all that was scored (release hash, prompt, rule, …)."""
    heard_at = models.DateTimeField(null=True)
    """When responses last came in."""
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["release", "model", "backend", "setting", "seed"],
                condition=models.Q(
                    status__in=["queued", "running"],
                    judges__isnull=True,
                    origin=Origin.OWN,
                ),
                name="run_one_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["judges", "model", "backend", "setting", "seed"],
                condition=models.Q(status__in=["queued", "running"]),
                name="run_judges_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} ({self.setting}) on {self.release}"

    @property
    def rules(self) -> EvaluationRules:
        """What the protocol of the release says of asking models."""
        return self.release.protocol_version.protocol.evaluation

    @property
    def asks_questions(self) -> bool:
        """Whether it is in a setting: open tasks and judges speak of items."""
        return self.rules.setting(self.setting) is not None

    @property
    def setting_title(self) -> dict[str, str]:
        """What the protocol calls the run's setting, by language."""
        rules, name = self.rules, self.setting
        asked_as = rules.setting(name) or rules.open_task(name) or rules.rating(name)
        titles = asked_as.title.items() if asked_as else ()
        return {str(language): title for language, title in titles}

    @property
    def stale(self) -> bool:
        return self.status == STALE

    @property
    def scores(self) -> dict[str, Any]:
        """Empty before it is scored, and where the release keeps its keys private."""
        return self.result.get("scores") or {}

    @property
    def overall(self) -> dict[str, Any] | None:
        """The tally of all questions, where questions were asked and scored."""
        return self.scores.get("overall") or None


class Response(models.Model):
    """What came back for one question, as it came; never changed.

    A failed call may be tried again: that is another attempt, and the latest counts.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="responses")
    question_id = models.CharField(max_length=64)
    attempt = models.PositiveIntegerField(default=1)
    failed = models.BooleanField(default=False)
    record = models.JSONField()
    """evaluation.runner.records.Response."""
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["run", "question_id"],
                condition=models.Q(failed=False),
                name="response_one_answer_a_question",
            ),
            models.UniqueConstraint(
                fields=["run", "question_id", "attempt"], name="response_attempt"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.question_id}"


class Outcome(models.Model):
    """How a response was read and judged by one version of the rules."""

    response = models.ForeignKey(
        Response, on_delete=models.CASCADE, related_name="outcomes"
    )
    rule = models.CharField(max_length=32)
    outcome = models.CharField(max_length=16)
    letter = models.CharField(max_length=200, blank=True)
    """What was read: the letter; of other formats the letters, the word, the phrase."""
    reason = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["response", "rule"], name="outcome_once_a_rule"
            )
        ]

    def __str__(self) -> str:
        return f"{self.response_id}: {self.outcome}"


class PictureCheck(Stateful):
    """What a person decided of a question that every text-only model solved.

    CMMMU §3.1 drops what several language models answer correctly at once; here they
    propose and somebody decides.
    """

    machine = PICTURE_CHECK

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    """The version that the models were asked about."""
    question_id = models.CharField(max_length=64)
    item_id = models.PositiveBigIntegerField()
    models_asked = models.JSONField()
    """Names of the models that solved it."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "question_id"], name="picture_check_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.question_id}: {self.status}"


class ErrorAnalysis(models.Model):
    """Wrong answers of one run, drawn by seed, to be read and sorted by people."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="analyses")
    field = models.CharField(max_length=64, blank=True)
    """The label in whose proportions they were drawn; empty: from all alike."""
    seed = models.PositiveIntegerField()
    markers = models.PositiveIntegerField()
    """How many people mark each answer."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"errors of run {self.run_id}"


class ErrorSample(models.Model):
    """One wrong answer of an analysis."""

    analysis = models.ForeignKey(
        ErrorAnalysis, on_delete=models.CASCADE, related_name="samples"
    )
    question_id = models.CharField(max_length=64)
    stratum = models.CharField(max_length=64, blank=True)
    """The choice of the analysis's field that it was drawn for."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["analysis", "question_id"], name="error_sample_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.analysis_id}: {self.question_id}"


class BlindMark(models.Model):
    """What one person gives one sample, blind to what others give it."""

    place = models.PositiveIntegerField()
    """1 to as many as mark it: nobody is one too many."""
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    note = models.TextField(blank=True)
    marked_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class ErrorMark(BlindMark):
    """What one person says is wrong with one answer."""

    sample = models.ForeignKey(
        ErrorSample, on_delete=models.CASCADE, related_name="marks"
    )
    category = models.CharField(max_length=64)
    """Of the protocol of the run's release."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sample", "place"], name="error_mark_place"
            ),
            models.UniqueConstraint(
                fields=["sample", "person"], name="error_mark_one_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sample_id}: {self.category}"


class RatingTask(models.Model):
    """A sample of items, or of what one run said of them, that people mark blind."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    release = models.ForeignKey(
        Release, on_delete=models.PROTECT, null=True, related_name="ratings"
    )
    """None where candidates are marked, before there is one."""
    protocol_version = models.ForeignKey(
        ProtocolVersion, on_delete=models.PROTECT, null=True, related_name="+"
    )
    """Of candidates; else it is the release's."""
    rating = models.CharField(max_length=32)
    """Id in the protocol."""
    run = models.ForeignKey(
        Run, on_delete=models.PROTECT, null=True, related_name="ratings"
    )
    """Whose replies are marked; without it the items themselves are."""
    seed = models.PositiveIntegerField()
    people = models.PositiveIntegerField()
    """Who mark each of the sample."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.rating} on {self.release or 'candidates'}"

    @property
    def protocol(self) -> Protocol:
        """The protocol by which is marked."""
        version = self.release.protocol_version if self.release else None
        found = version or self.protocol_version
        if found is None:
            raise ValueError(f"rating task {self.pk} has no protocol")
        return found.protocol


class RatingSample(models.Model):
    """One item of a rating task."""

    task = models.ForeignKey(
        RatingTask, on_delete=models.CASCADE, related_name="samples"
    )
    item_key = models.CharField(max_length=32)
    """``releases.models.FrozenRow.key``, or the name of a candidate."""
    part_of = models.CharField(max_length=200, blank=True)
    """Of candidates: the set, which whoever marks it is not told."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["task", "item_key"], name="rating_sample_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.item_key}"


class RatingMark(BlindMark):
    """What one person gives one of the sample on each scale."""

    sample = models.ForeignKey(
        RatingSample, on_delete=models.CASCADE, related_name="marks"
    )
    marks = models.JSONField()
    """By scale."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sample", "place"], name="rating_mark_place"
            ),
            models.UniqueConstraint(
                fields=["sample", "person"], name="rating_mark_one_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sample_id}: {self.marks}"


class Entrant(models.Model):
    """Somebody outside who may have predictions scored, by a key of their own."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    name = models.CharField(max_length=100)
    key_sha256 = models.CharField(max_length=64, unique=True)
    """The key itself is shown once and kept nowhere."""
    daily_limit = models.PositiveIntegerField()
    active = models.BooleanField(default=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name"], name="entrant_name_once"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Submission(models.Model):
    """One scored file of an entrant; ``number`` keeps the daily limit."""

    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="submissions"
    )
    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="submission")
    day = models.DateField()
    """UTC."""
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "day", "number"], name="submission_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.day}/{self.number}"
