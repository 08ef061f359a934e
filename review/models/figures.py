"""Figures over all of a project, as they were computed last."""

from django.db import models

from projects.models import Project


class Figures(models.Model):
    """One set of figures of a project, such as the agreement on its labels.

    Computed from all records by a job, since it takes seconds in a large project. Only
    ``review.services.figures`` writes rows: all of a project's at once.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE)
    name = models.CharField(max_length=80)
    """Which (``review.selectors.figures``)."""
    position = models.CharField(max_length=64)
    """Where ledger and protocol were before the figures were computed: what was written
    later may be missing."""
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
