"""Audits of published benchmarks that people run in the browser."""

from django.conf import settings
from django.db import models

from core.models import Job
from curation.imports.models import Upload
from projects.models import Project


class Audit(models.Model):
    """A benchmark that a person uploaded or named, and the report of its audit."""

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    name = models.CharField(max_length=200)
    path = models.TextField(blank=True)
    """Path below the import folder; empty for an upload."""
    upload = models.ForeignKey(
        Upload, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    earlier = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    """The audit with which this one is compared."""
    columns = models.JSONField(null=True)
    """Mapping of a table's columns that a person gave."""
    proposal = models.JSONField(null=True)
    """``columns`` that were used or proposed, ``guess`` where they are not recognised,
    and ``names`` and ``rows`` of the table; null for other layouts."""
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    report = models.JSONField(null=True)
    """``published.audit.domain.report.storable_report``; null until it has finished."""
    thumbnails = models.JSONField(default=dict)
    """``files``: storage names of small images; ``cases``: their numbers by case id."""
    project = models.ForeignKey(
        Project, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    """The project that has imported the benchmark."""
    import_job = models.ForeignKey(
        Job, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"audit {self.pk} of {self.name}"
