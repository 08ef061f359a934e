"""Runs of curation stages, their measurements, and the changes that previews found."""

from django.db import models

from core.models import Job
from curation.images.models import Image
from projects.models import Project


class FilterRun(models.Model):
    """One run of one stage: its parameters, tools and duration."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True)
    stage = models.CharField(max_length=64)
    """Id of the stage (``curation.stages.registry``)."""
    parameters = models.JSONField(default=dict)
    tools = models.JSONField(default=dict)
    """Engine, models and package versions."""
    counts = models.JSONField(default=dict)
    signature = models.CharField(max_length=64)
    """Digest of the tools and of the parameters that measurements depend on.
    Measurements with the same signature are reused."""
    reason = models.TextField(blank=True)
    """Why a person changed the parameters."""
    preview = models.BooleanField(default=False)
    """Whether the run only shows changes; false once it is applied."""
    seconds = models.FloatField(null=True)
    """None until the run is finished."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["job", "stage"], name="one_run_a_job_stage")
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.pk}"


class Measurement(models.Model):
    """A value that a run measured for an image, with its threshold.

    Images that a comparison found no counterpart of are in ``DuplicateScanShare`` only.
    """

    run = models.ForeignKey(
        FilterRun,
        on_delete=models.CASCADE,
        related_name="measurements",
        db_index=False,
    )
    image = models.ForeignKey(
        Image, on_delete=models.CASCADE, related_name="measurements"
    )
    measure = models.CharField(max_length=64, blank=True)
    """Id of the stage's measure; empty for a comparison with other images."""
    value = models.FloatField(null=True)
    """None only for a comparison without a counterpart, which is not stored."""
    threshold = models.FloatField()
    excluded = models.BooleanField()
    details = models.JSONField(default=dict)
    """What the measurer or the comparison adds, as JSON."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["run", "image", "measure"], name="measured_once_a_run"
            )
        ]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.image_id}: {self.value}"


class Change(models.TextChoices):
    """What a run of the near-duplicates filter does to an image."""

    GOES = "goes"
    """Excluded as a near-duplicate of ``kept``."""
    BACK = "back"
    """Restored, because it is no near-duplicate any more."""
    MOVES = "moves"
    """Still excluded, but as a near-duplicate of another image than before."""
    STAYS = "stays"
    """A near-duplicate of ``kept`` that stays because people have worked on it."""


class FilterChange(models.Model):
    """A change of one image that a preview found, or that a run left out."""

    run = models.ForeignKey(FilterRun, on_delete=models.CASCADE, related_name="changes")
    image = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    change = models.CharField(max_length=8, choices=Change.choices)
    kept = models.ForeignKey(
        Image, on_delete=models.CASCADE, null=True, related_name="+"
    )
    """None for an image that is restored."""
    before = models.ForeignKey(
        Image, on_delete=models.CASCADE, null=True, related_name="+"
    )
    """The image that it has been a near-duplicate of so far."""
    distance = models.PositiveSmallIntegerField(null=True)
    certainty = models.FloatField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "image"], name="one_change_a_run")
        ]

    def __str__(self) -> str:
        return f"{self.image_id} {self.change}"


class DuplicateScanShare(models.Model):
    """A part of the images that a run compares, which one worker scans at a time."""

    run = models.ForeignKey(FilterRun, on_delete=models.CASCADE, related_name="shares")
    number = models.PositiveIntegerField()
    first = models.BigIntegerField()
    """The lowest id of its images."""
    last = models.BigIntegerField()
    images = models.PositiveIntegerField()
    compared = models.JSONField(default=list)
    """Ids of the images that it compared; empty until it is done."""
    candidates = models.PositiveIntegerField(default=0)
    done = models.BooleanField(default=False)
    worker = models.CharField(max_length=64, blank=True)
    """The worker that scans it, or did so when it was killed."""
    beat_at = models.DateTimeField(null=True)
    """The worker's last heartbeat."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], name="share_once_a_run")
        ]

    def __str__(self) -> str:
        return f"{self.run_id}[{self.number}]"
