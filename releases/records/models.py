"""Releases, their frozen rows, overridden checks and notices."""

from django.conf import settings
from django.db import models

from annotation.items.models.items import Item
from core.models import Job, Stateful
from projects.models import Project, ProtocolVersion
from releases.records.states import RELEASE
from subtext_protocol.document import Protocol


class Release(Stateful):
    """One version of a benchmark. It never changes after publication."""

    machine = RELEASE

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="releases"
    )
    version = models.CharField(max_length=32)
    name = models.CharField(max_length=200)
    """The project's name when the release was created."""
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    previous = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="+"
    )
    """The last published release when this one was created."""
    seed = models.PositiveIntegerField(default=0)
    note = models.TextField(blank=True)
    asked = models.JSONField(default=dict)
    """The request: ``overrides`` and ``seed``, or what a takedown leaves out of
    ``previous``: ``without``, keys of items, and ``without_questions``; ``preview``.
    Stored so that a new attempt can reuse it."""
    blocked = models.JSONField(default=list)
    """The checks that blocked the release: id, message, whether overridable."""
    frozen_at = models.DateTimeField(null=True)
    """When the validated items were frozen; empty until all rows are written."""
    facts = models.JSONField(default=dict)
    """Facts frozen for the folder: waivers, agreement, history, reasons of changes."""
    private = models.JSONField(default=list)
    """Splits whose correct answers are not in the folder."""
    secret = models.CharField(max_length=64, blank=True)
    """The secret behind the commitments to private answers; never written to a file."""
    changes = models.JSONField(default=dict)
    """Numbers of items added, removed and changed since ``previous``."""
    summary = models.JSONField(default=dict)
    """Written on publication: bytes, files, counts, licences."""
    manifest_sha256 = models.CharField(max_length=64, blank=True)
    """The release hash; empty until the release is published."""
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    """The job that checks, freezes and builds the release."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "version"], name="release_version_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.project_id} {self.version}"

    @property
    def protocol(self) -> Protocol:
        """The protocol that the release was made by."""
        return self.protocol_version.protocol


class FrozenRow(models.Model):
    """A copy of an item as released, which later work cannot change."""

    release = models.ForeignKey(
        Release, on_delete=models.CASCADE, related_name="rows", db_index=False
    )
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=16)
    """``releases.content.domain.frozen.item_key``: the same in every version."""
    split = models.CharField(max_length=64)
    payload = models.JSONField()
    digest = models.CharField(max_length=64)
    """SHA-256 of the payload, compared again when the folder is built."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "key"], name="frozen_key_once")
        ]

    def __str__(self) -> str:
        return f"{self.release_id}/{self.key}"


class GateOverride(models.Model):
    """A blocking release check that a maintainer overrode with a reason."""

    release = models.ForeignKey(
        Release, on_delete=models.CASCADE, related_name="overrides"
    )
    line = models.CharField(max_length=32)
    message = models.TextField()
    """The message of the check, in the language of the benchmark."""
    reason = models.TextField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "line"], name="override_once")
        ]

    def __str__(self) -> str:
        return f"{self.release_id}: {self.line}"


class ReleaseFormDraft(models.Model):
    """The release form as last saved; the next release freezes it."""

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, related_name="release_form"
    )
    authors = models.JSONField(default=list)
    """Objects with ``name`` and ``affiliation``, in the order of the citation."""
    funding = models.TextField(blank=True)
    contact = models.CharField(max_length=300, blank=True)
    intended_use = models.TextField(blank=True)
    limits = models.TextField(blank=True)
    biases = models.TextField(blank=True)
    personal_information = models.TextField(blank=True)
    social_impact = models.TextField(blank=True)
    synthetic_data = models.BooleanField(null=True)
    """Whether models made images or texts of the benchmark; None if not yet said."""
    doi = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.project_id}"


class ReleaseNoticeKind(models.TextChoices):
    ERRATUM = "erratum"
    TAKEDOWN = "takedown"


class ReleaseNotice(models.Model):
    """An erratum or takedown of a published release, which itself never changes."""

    release = models.ForeignKey(
        Release, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=16, choices=ReleaseNoticeKind.choices)
    key = models.CharField(max_length=16, blank=True)
    """The item that the notice concerns, if any."""
    question = models.CharField(max_length=64, blank=True)
    """The id of the question that the notice concerns, if any."""
    text = models.TextField()
    role = models.CharField(max_length=16)
    """The person's role; releases name no person."""
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.release_id}: {self.kind}"
