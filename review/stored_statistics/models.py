"""Figures over a whole project, as computed last."""

from django.db import models

from projects.models import Project


class StoredFigures(models.Model):
    """One set of figures of a project, such as the agreement on its labels.

    A job computes them from all records, because this takes seconds in a large project.
    Only ``review.progress.services`` writes rows, all of a project at once.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE)
    name = models.CharField(max_length=80)
    """Which figures they are (``review.progress.selectors.figures``)."""
    position = models.CharField(max_length=128)
    """Position of ledger and protocol before the computation; later changes may be
    missing."""
    as_of = models.DateTimeField()
    data = models.JSONField()
    """In the shape of the API."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name"], name="figures_one_of_a_name"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.project_id}"
