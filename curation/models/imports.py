"""Files on their way in: plans, batches, uploads, and what was rejected."""

from django.conf import settings
from django.db import models
from django.db.models.functions import MD5

from curation.models.images import Source
from projects.models import Project
from workflow.models import Job


class ImportRejection(models.Model):
    """A file that did not become an image in one import, and why."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    source = models.ForeignKey(Source, on_delete=models.PROTECT)
    path = models.TextField()
    code = models.CharField(max_length=32)
    """``curation.domain.rejection.Reason``."""
    reason = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("job", MD5("path"), name="rejected_once_an_import")
        ]

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


class ImportPlan(models.Model):
    """What an import has to go through, in batches. Gone when it is finished."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="+")
    made_by = models.CharField(max_length=64, blank=True)
    """The worker whose batches count; empty while the material is being looked through.
    One that was killed over it leaves batches that count for nothing."""
    files = models.PositiveIntegerField(default=0)
    helped = models.BooleanField(default=True)
    """Whether several workers may share it."""

    def __str__(self) -> str:
        return f"plan of {self.job_id}"


class ImportBatch(models.Model):
    """Some files of an import, taken in by one worker in one transaction."""

    plan = models.ForeignKey(
        ImportPlan, on_delete=models.CASCADE, related_name="batches"
    )
    made_by = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    files = models.JSONField()
    """``curation.domain.material.base.Entry``, as JSON."""
    count = models.PositiveIntegerField()
    rejected = models.PositiveIntegerField(default=0)
    done = models.BooleanField(default=False)
    worker = models.CharField(max_length=64, blank=True)
    """Who is at it, or was when it was killed."""
    beat_at = models.DateTimeField(null=True)
    """When that worker last said so."""
    lost = models.PositiveIntegerField(default=0)
    """How many workers have begun and not come to an end with it."""

    class Meta:
        indexes = [models.Index(fields=["plan", "done", "number"], name="batch_next")]

    def __str__(self) -> str:
        return f"{self.plan_id}[{self.number}]"


class HostTurn(models.Model):
    """When a host on the web may be asked again, by whichever worker."""

    host = models.CharField(max_length=255, unique=True)
    next_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.host


class Upload(models.Model):
    """Files on their way from a browser; an import takes them from here."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    source = models.ForeignKey(Source, on_delete=models.PROTECT)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    """The import; nothing more can be added once there is one."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"upload {self.pk}"


class UploadPart(models.Model):
    """A piece of one uploaded file; a small file is one piece."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="parts")
    path = models.TextField()
    number = models.PositiveIntegerField()
    """Counts from 0."""
    of = models.PositiveIntegerField()
    """How many pieces the file has."""
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
