"""Imports in progress: plans, batches, uploads and rejected files."""

from django.conf import settings
from django.db import models
from django.db.models.functions import MD5

from core.models import Job
from core.translation import TranslatableTextField
from curation.images.models import Source
from projects.models import Project


class ImportRejection(models.Model):
    """A file that one import rejected, with the reason."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    source = models.ForeignKey(Source, on_delete=models.PROTECT)
    path = models.TextField()
    code = models.CharField(max_length=32)
    """``curation.image_files.domain.rejection.Reason``."""
    reason = TranslatableTextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("job", MD5("path"), name="rejected_once_an_import")
        ]

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


class ImportPlan(models.Model):
    """The batches of an import. Deleted when the import is finished."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="+")
    made_by = models.CharField(max_length=64, blank=True)
    """The worker whose batches count; empty during planning. A worker killed during
    planning leaves batches that do not count."""
    files = models.PositiveIntegerField(default=0)
    helped = models.BooleanField(default=True)
    """Whether several workers may share the import."""
    listing = models.JSONField(default=dict)
    """``manifests`` as they were read, and the number of files ``unlisted`` in them."""

    def __str__(self) -> str:
        return f"plan of {self.job_id}"


class ImportBatch(models.Model):
    """Some files of an import, imported by one worker in one transaction."""

    plan = models.ForeignKey(
        ImportPlan, on_delete=models.CASCADE, related_name="batches"
    )
    made_by = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    files = models.JSONField()
    """``curation.material.domain.base.Entry``, as JSON."""
    count = models.PositiveIntegerField()
    rejected = models.PositiveIntegerField(default=0)
    done = models.BooleanField(default=False)
    worker = models.CharField(max_length=64, blank=True)
    """The worker that imports it, or did so when it was killed."""
    beat_at = models.DateTimeField(null=True)
    """The worker's last heartbeat."""
    lost = models.PositiveIntegerField(default=0)
    """Number of workers that began the batch and did not finish it."""

    class Meta:
        indexes = [models.Index(fields=["plan", "done", "number"], name="batch_next")]

    def __str__(self) -> str:
        return f"{self.plan_id}[{self.number}]"


class HostRequestTime(models.Model):
    """When the workers may send the next request to a host."""

    host = models.CharField(max_length=255, unique=True)
    next_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.host


class Upload(models.Model):
    """Files uploaded from a browser, to be imported or audited."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, null=True)
    """The project to import into; none for a benchmark that is only audited."""
    source = models.ForeignKey(Source, on_delete=models.PROTECT, null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    """The import; once it exists, no more files can be added."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"upload {self.pk}"


class UploadPart(models.Model):
    """A part of one uploaded file; a small file has one part."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="parts")
    path = models.TextField()
    number = models.PositiveIntegerField()
    """Number of the part, from 0."""
    of = models.PositiveIntegerField()
    """Number of parts of the file."""
    size = models.PositiveIntegerField()
    stored = models.CharField(max_length=200)
    """Storage name."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "upload", MD5("path"), "number", name="upload_part_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.path} [{self.number}/{self.of}]"
