"""Error analyses and the marks of their samples."""

from django.conf import settings
from django.db import models

from evaluation.runs.models.runs import Run
from projects.models import Project


class ErrorAnalysis(models.Model):
    """Responses of one run, drawn by seed, whose errors people categorize.

    Drawn are incorrect answers, correct ones too if asked for; of an open task, captions.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="analyses")
    field = models.CharField(max_length=64, blank=True)
    """Label field whose choices are the strata; empty for a uniform sample."""
    even = models.BooleanField(default=False)
    """Whether each stratum has as many responses, whatever its share of the questions."""
    seed = models.PositiveIntegerField()
    markers = models.PositiveIntegerField()
    """Number of markers per response."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"errors of run {self.run_id}"


class ErrorSample(models.Model):
    """One sampled response of an error analysis."""

    analysis = models.ForeignKey(
        ErrorAnalysis, on_delete=models.CASCADE, related_name="samples"
    )
    question_id = models.CharField(max_length=64)
    """Of a caption: the item's key."""
    stratum = models.CharField(max_length=64, blank=True)
    """Choice of the analysis's label field that the response was drawn for."""
    correct = models.BooleanField(default=False)
    """Whether it was drawn as a correct answer. Those count in no distribution."""

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
    """Error categories that one person chose for one response."""

    sample = models.ForeignKey(
        ErrorSample, on_delete=models.CASCADE, related_name="marks"
    )
    categories = models.JSONField(default=list)
    """Ids of error categories in the protocol of the run's release, in its order. Only a
    correct answer may have none."""

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
        return f"{self.sample_id}: {', '.join(self.categories)}"
