"""Entrants and the predictions that they submit."""

from django.conf import settings
from django.db import models

from evaluation.runs.models.runs import Run
from projects.models import Project


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
    """Day in the project's time zone."""
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "day", "number"], name="submission_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.day}/{self.number}"
