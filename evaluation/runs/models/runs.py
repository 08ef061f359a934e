"""Runs and their responses."""

from typing import Any

from django.conf import settings
from django.db import models

from core.models import Stateful
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.states import RUN, STALE
from projects.models import Project
from releases.records.models import Release
from subtext_protocol.document import Protocol
from subtext_protocol.publication import EvaluationRules
from subtext_runner.parameters import RequestParameters
from subtext_runner.tallies import without_scores_of_errors


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
    ANSWERED = "answered"
    """Answered by a person of the project who had not seen the correct answers."""


BY_PEOPLE = (Origin.PEOPLE, Origin.ANSWERED)


BASELINES = (Backend.RANDOM, Backend.FREQUENT)
"""Backends without a model, which give scores a point of reference."""


class Run(Stateful):
    """Evaluation of one model on one release in one setting."""

    machine = RUN

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="runs")
    """Published, or a preview; only a preview is ever removed, and its runs with it."""
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
    parameters = models.JSONField(default=dict)
    """Fields of subtext_runner.parameters.RequestParameters in which it differs from
    the protocol; empty: the setting's own."""
    parameters_label = models.CharField(max_length=500, blank=True)
    """``parameters`` in one line. Runs with other parameters have other scores."""
    footnote = models.CharField(max_length=300, blank=True)
    """Printed below tables at the cell with the run's accuracy (II-Bench, Table 5)."""
    chosen = models.BooleanField(default=False)
    """Whether a person chose it to stand for its model instead of a newer run."""
    total = models.PositiveIntegerField()
    """Number of questions to ask."""
    answered = models.PositiveIntegerField(default=0)
    attempt = models.PositiveIntegerField(default=1, db_default=1)
    """Number of the current attempt: it is the next one when the run is queued again
    or its worker died. Reports of earlier attempts cannot end the run."""
    summary = models.JSONField(default=dict)
    """Summary of the finished run: everything that scoring needs."""
    result = models.JSONField(default=dict)
    """Scores by slice, and what was scored (release hash, prompt, rule, …)."""
    knew_answers = models.BooleanField(default=False, db_default=False)
    """Whether its person could read correct answers, as an organizer, before they
    finished. No table counts it."""
    needs_new_run = models.BooleanField(default=False, db_default=False)
    """Whether it failed because a server refuses its values: continuing fails again."""
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
                fields=[
                    *("release", "model", "backend", "setting", "seed"),
                    "parameters_label",
                ],
                condition=models.Q(
                    status__in=["queued", "running"],
                    judges__isnull=True,
                    origin=Origin.OWN,
                ),
                name="run_one_at_a_time",
            ),
            models.UniqueConstraint(
                fields=[
                    *("judges", "model", "backend", "setting", "seed"),
                    "parameters_label",
                ],
                condition=models.Q(status__in=["queued", "running"]),
                name="run_judges_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} ({self.setting}) on {self.release}"

    @property
    def served_model(self) -> ServedModel:
        """Return the model and how it is called."""
        return ServedModel(
            name=self.model,
            backend=self.backend,
            revision=self.revision,
            endpoint=self.endpoint,
            base_url=self.base_url,
            by_operator=self.by_operator,
            prompt_price=self.prompt_price,
            completion_price=self.completion_price,
        )

    @property
    def request_parameters(self) -> RequestParameters:
        """The request parameters in which the run differs from the protocol."""
        return RequestParameters.model_validate(self.parameters)

    @property
    def protocol(self) -> Protocol:
        """The protocol of the run's release."""
        return self.release.protocol

    @property
    def rules(self) -> EvaluationRules:
        """The evaluation rules of the release's protocol."""
        return self.release.protocol.evaluation

    @property
    def asks_questions(self) -> bool:
        """Whether the run has questions; open tasks and judges cover items."""
        return self.rules.setting(self.setting) is not None

    @property
    def setting_title(self) -> dict[str, str]:
        """The title of the run's setting in the protocol, by language."""
        rules, name = self.rules, self.setting
        task = rules.setting(name) or rules.open_task(name) or rules.rating(name)
        titles = task.title.items() if task else ()
        return {str(language): title for language, title in titles}

    @property
    def stale(self) -> bool:
        return self.status == STALE

    @property
    def scores(self) -> dict[str, Any]:
        """Scores; empty before scoring, and where the release keeps its key private."""
        scores = self.result.get("scores") or {}
        # Runs that were scored before errors had no rates still have them.
        return without_scores_of_errors(scores) if "overall" in scores else scores

    @property
    def overall(self) -> dict[str, Any] | None:
        """The tally of all questions; None without scored questions."""
        return self.scores.get("overall") or None


class Response(models.Model):
    """Response to one question, stored as received and never changed.

    A failed call may be repeated as another attempt; the latest attempt counts.
    """

    run = models.ForeignKey(
        Run, on_delete=models.CASCADE, related_name="responses", db_index=False
    )
    question_id = models.CharField(max_length=64)
    attempt = models.PositiveIntegerField(default=1)
    failed = models.BooleanField(default=False)
    record = models.JSONField()
    """Fields of subtext_runner.records.Response that differ from their defaults."""
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            # Of two that answer at once, only one gets the next attempt.
            models.UniqueConstraint(
                fields=["run", "question_id", "attempt"], name="response_attempt"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.question_id}"

    @property
    def data(self) -> dict[str, Any]:
        """The record with the question's id, as ``response_from_data`` reads it."""
        return {**self.record, "question_id": self.question_id}
