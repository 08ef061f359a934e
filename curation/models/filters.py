"""Runs of the filters, what they measured, and what other parameters would change."""

from django.db import models

from curation.models.images import Image
from projects.models import Project
from workflow.models import Job


class FilterRun(models.Model):
    """One run of one filter: with what, by what, how long."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True)
    stage = models.CharField(max_length=16)
    """ "duplicates" or "text"."""
    parameters = models.JSONField(default=dict)
    tools = models.JSONField(default=dict)
    """Engine, models and package versions."""
    counts = models.JSONField(default=dict)
    signature = models.CharField(max_length=64)
    """Digest of the tools and of the parameters that measuring depends on: what was
    measured under the same signature need not be measured again."""
    reason = models.TextField(blank=True)
    """Why a person changed the parameters."""
    preview = models.BooleanField(default=False)
    """It only showed what would change. Once applied it is one no longer."""
    seconds = models.FloatField(null=True)
    """Null while it has not come to its end."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["job", "stage"], name="one_run_a_job_stage")
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.pk}"


class Measurement(models.Model):
    """What a filter run measured of an image, against which threshold."""

    run = models.ForeignKey(
        FilterRun, on_delete=models.CASCADE, related_name="measurements"
    )
    image = models.ForeignKey(
        Image, on_delete=models.CASCADE, related_name="measurements"
    )
    value = models.FloatField(null=True)
    """Text: share of the area. Duplicates: distance to the nearest copy, if any."""
    threshold = models.FloatField()
    excluded = models.BooleanField()
    details = models.JSONField(default=dict)
    """Text: polygons, texts, confidences. Duplicates: the other image, hash distance,
    similarity, what differs."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "image"], name="measured_once_a_run")
        ]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.image_id}: {self.value}"


class Change(models.TextChoices):
    """What a run of the duplicates filter does to an image."""

    GOES = "goes"
    """It is excluded as a copy of ``kept``."""
    BACK = "back"
    """It is no copy any more."""
    MOVES = "moves"
    """It stays excluded, as a copy of another one than before."""
    STAYS = "stays"
    """It is a copy of ``kept`` and yet stays: people have worked on it."""


class FilterChange(models.Model):
    """One image that a preview would move, or that a run found and left alone."""

    run = models.ForeignKey(FilterRun, on_delete=models.CASCADE, related_name="changes")
    image = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    change = models.CharField(max_length=8, choices=Change.choices)
    kept = models.ForeignKey(
        Image, on_delete=models.CASCADE, null=True, related_name="+"
    )
    """Null for one that comes back."""
    before = models.ForeignKey(
        Image, on_delete=models.CASCADE, null=True, related_name="+"
    )
    """Of which it has been a copy so far."""
    distance = models.PositiveSmallIntegerField(null=True)
    similarity = models.FloatField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "image"], name="one_change_a_run")
        ]

    def __str__(self) -> str:
        return f"{self.image_id} {self.change}"
