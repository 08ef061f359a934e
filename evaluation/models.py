"""Models of evaluation: runs, responses, outcomes, analyses, ratings and entrants."""

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
    """Source of responses: a model, stored responses, or a baseline without a model."""

    OPENAI = "openai"
    TRANSFORMERS = "transformers"
    REPLAY = "replay"
    RANDOM = "random"
    FREQUENT = "frequent"


class Origin(models.TextChoices):
    """Who computed the responses, which tells how far a score can be trusted."""

    OWN = "own"
    """Computed by a worker of this installation."""
    IMPORTED = "imported"
    """Computed elsewhere and imported by an organizer."""
    SUBMITTED = "submitted"
    """Predictions that an entrant submitted for scoring."""
    PEOPLE = "people"
    """Written by people elsewhere, such as a human baseline; imported by an
    organizer."""


BASELINES = (Backend.RANDOM, Backend.FREQUENT)
"""Backends without a model, which give scores a point of reference."""


class Run(Stateful):
    """Evaluation of one model on one release in one setting."""

    machine = RUN

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="runs")
    model = models.CharField(max_length=200)
    revision = models.CharField(max_length=200, blank=True)
    backend = models.CharField(max_length=16, choices=Backend.choices)
    endpoint = models.CharField(max_length=64, blank=True)
    """Name of the operator's endpoint; with no name and no ``base_url``, the worker's
    own."""
    base_url = models.URLField(max_length=500, blank=True)
    by_operator = models.BooleanField(default=False)
    """Whether the operator set ``base_url``; otherwise it is only used if listed."""
    prompt_price = models.FloatField(null=True)
    """US dollars per million tokens."""
    completion_price = models.FloatField(null=True)
    origin = models.CharField(max_length=16, choices=Origin.choices, default=Origin.OWN)
    setting = models.CharField(max_length=32)
    """Id of a setting, of an open task, or of a rating by a judge model."""
    judges = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="judgements"
    )
    """For a judge: the run whose responses it rates."""
    splits = models.JSONField()
    seed = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    """Number of questions to ask."""
    answered = models.PositiveIntegerField(default=0)
    summary = models.JSONField(default=dict)
    """Summary of the finished run: everything that scoring needs."""
    result = models.JSONField(default=dict)
    """Scores by slice, and what was scored (release hash, prompt, rule, …)."""
    heard_at = models.DateTimeField(null=True)
    """When the last responses arrived."""
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
        """The evaluation rules of the release's protocol."""
        return self.release.protocol_version.protocol.evaluation

    @property
    def asks_questions(self) -> bool:
        """Whether the run has questions; open tasks and judges cover items."""
        return self.rules.setting(self.setting) is not None

    @property
    def setting_title(self) -> dict[str, str]:
        """The title of the run's setting in the protocol, by language."""
        rules, name = self.rules, self.setting
        asked_as = rules.setting(name) or rules.open_task(name) or rules.rating(name)
        titles = asked_as.title.items() if asked_as else ()
        return {str(language): title for language, title in titles}

    @property
    def stale(self) -> bool:
        return self.status == STALE

    @property
    def scores(self) -> dict[str, Any]:
        """Scores; empty before scoring, and where the release keeps its key private."""
        return self.result.get("scores") or {}

    @property
    def overall(self) -> dict[str, Any] | None:
        """The tally of all questions; None without scored questions."""
        return self.scores.get("overall") or None


class Response(models.Model):
    """Response to one question, stored as received and never changed.

    A failed call may be repeated as another attempt; the latest attempt counts.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="responses")
    question_id = models.CharField(max_length=64)
    attempt = models.PositiveIntegerField(default=1)
    failed = models.BooleanField(default=False)
    record = models.JSONField()
    """Fields of evaluation.runner.records.Response."""
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
    """Reading and score of a response under one version of the rules."""

    response = models.ForeignKey(
        Response, on_delete=models.CASCADE, related_name="outcomes"
    )
    rule = models.CharField(max_length=32)
    outcome = models.CharField(max_length=16)
    letter = models.CharField(max_length=200, blank=True)
    """What was read: the letter; in other formats the letters, the word or the
    phrase."""
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
    """Decision on a question that every text-only model solved.

    CMMMU, §3.1, drops questions that several language models answer correctly. Here
    models propose and a person decides.
    """

    machine = PICTURE_CHECK

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    """The release that the models were run on."""
    question_id = models.CharField(max_length=64)
    item_id = models.PositiveBigIntegerField()
    models_asked = models.JSONField()
    """Names of the models that solved the question."""
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
    """Incorrect answers of one run, drawn by seed, whose errors people categorize."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="analyses")
    field = models.CharField(max_length=64, blank=True)
    """Label field that the sample is proportional to; empty for a uniform sample."""
    seed = models.PositiveIntegerField()
    markers = models.PositiveIntegerField()
    """Number of markers per answer."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"errors of run {self.run_id}"


class ErrorSample(models.Model):
    """One sampled incorrect answer of an error analysis."""

    analysis = models.ForeignKey(
        ErrorAnalysis, on_delete=models.CASCADE, related_name="samples"
    )
    question_id = models.CharField(max_length=64)
    stratum = models.CharField(max_length=64, blank=True)
    """Choice of the analysis's label field that the answer was drawn for."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["analysis", "question_id"], name="error_sample_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.analysis_id}: {self.question_id}"


class BlindMark(models.Model):
    """Mark of one person on one sample; markers do not see each other's marks."""

    place = models.PositiveIntegerField()
    """From 1 to the number of markers; with the unique constraint it limits the
    marks."""
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    note = models.TextField(blank=True)
    marked_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class ErrorMark(BlindMark):
    """Error category that one person chose for one answer."""

    sample = models.ForeignKey(
        ErrorSample, on_delete=models.CASCADE, related_name="marks"
    )
    category = models.CharField(max_length=64)
    """Id of an error category in the protocol of the run's release."""

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
    """Sample of items, or of one run's responses, that people rate blind."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    release = models.ForeignKey(
        Release, on_delete=models.PROTECT, null=True, related_name="ratings"
    )
    """None where candidates are rated, before there is a release."""
    protocol_version = models.ForeignKey(
        ProtocolVersion, on_delete=models.PROTECT, null=True, related_name="+"
    )
    """For candidates only; otherwise the release's protocol applies."""
    rating = models.CharField(max_length=32)
    """Id of the rating in the protocol."""
    run = models.ForeignKey(
        Run, on_delete=models.PROTECT, null=True, related_name="ratings"
    )
    """Run whose responses are rated; None where items are rated."""
    seed = models.PositiveIntegerField()
    people = models.PositiveIntegerField()
    """Number of raters per entry."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.rating} on {self.release or 'candidates'}"

    @property
    def protocol(self) -> Protocol:
        """The protocol of the rating."""
        version = self.release.protocol_version if self.release else None
        found = version or self.protocol_version
        if found is None:
            raise ValueError(f"rating task {self.pk} has no protocol")
        return found.protocol


class RatingSample(models.Model):
    """One sampled entry of a rating task."""

    task = models.ForeignKey(
        RatingTask, on_delete=models.CASCADE, related_name="samples"
    )
    item_key = models.CharField(max_length=32)
    """``releases.models.FrozenRow.key``, or the key of a candidate."""
    part_of = models.CharField(max_length=200, blank=True)
    """For candidates: the set, which raters do not see."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["task", "item_key"], name="rating_sample_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.item_key}"


class RatingMark(BlindMark):
    """Marks of one person on one sampled entry."""

    sample = models.ForeignKey(
        RatingSample, on_delete=models.CASCADE, related_name="marks"
    )
    marks = models.JSONField()
    """Mark by scale id."""

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
    """Outside team or person who may submit predictions, with an access key."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    name = models.CharField(max_length=100)
    key_sha256 = models.CharField(max_length=64, unique=True)
    """SHA-256 of the access key, which is shown once and not stored."""
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
    """One scored file of an entrant; ``number`` enforces the daily limit."""

    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="submissions"
    )
    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="submission")
    day = models.DateField()
    """Day in UTC."""
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "day", "number"], name="submission_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.day}/{self.number}"
