"""Questions, outcomes and answers of people as columns, for figures over all of them.

Entry i of every column of a release and of its runs is about the same question. A page
that counts 20,000 questions so reads a few rows. Scoring a run writes them: they are
the only record of how its responses were read.
"""

from django.db import models

from evaluation.runs.models.runs import Run
from releases.records.models import Release


class QuestionColumns(models.Model):
    """The questions of one release. They never change."""

    release = models.OneToOneField(
        Release, on_delete=models.CASCADE, related_name="question_columns"
    )
    ids = models.JSONField()
    """Question ids, by item key and then in the order of the item."""
    splits = models.JSONField()
    clusters = models.JSONField()
    """Number of the set of images: questions of one cluster are not independent."""
    answers = models.JSONField()
    """The correct answer as text: for options, their letter or letters."""
    keys = models.TextField()
    """Letter of the only correct option; ``-`` for questions without one."""
    orders = models.JSONField()
    """Letters of the options, the longest option first."""
    contents = models.JSONField()
    """Digest of wording and correct answer, to find equal questions of releases."""
    labels = models.JSONField()
    """By label field and choice: ``1`` for a question with this label, else ``0``."""

    def __str__(self) -> str:
        return f"questions of {self.release_id}"


class OutcomeColumns(models.Model):
    """How the responses of one run were read and scored under one rule.

    The latest attempt at each question counts. Scoring under a newer rule adds a row.
    """

    run = models.ForeignKey(
        Run, on_delete=models.CASCADE, related_name="outcome_columns"
    )
    rule = models.CharField(max_length=32)
    outcomes = models.TextField()
    """First letter of the outcome (correct, incorrect, miss, error); ``-`` where the
    question was not asked."""
    letters = models.TextField()
    """Letter that was read; ``-`` for everything else."""
    texts = models.JSONField(default=dict)
    """By question id: what was read where it is no single letter, such as a phrase."""
    reasons = models.JSONField(default=dict)
    """By question id: why nothing was read."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "rule"], name="outcomes_once_a_rule")
        ]

    def __str__(self) -> str:
        return f"outcomes of {self.run_id}"


class HumanBaseline(models.Model):
    """Accuracy of people on the questions of one release, as counted last."""

    release = models.OneToOneField(
        Release, on_delete=models.CASCADE, related_name="human_baseline"
    )
    tallies = models.JSONField()
    """``HumanTallies`` as plain JSON, by the splits that they are over."""
    shares = models.JSONField()
    """By question: share of people who chose the correct answer, or null."""
    counted_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"people on {self.release_id}"
