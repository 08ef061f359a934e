"""Releases and the rows they were frozen into."""

from django.conf import settings
from django.db import models

from annotation.models import Item
from projects.models import Project, ProtocolVersion
from releases.domain.states import RELEASE
from workflow.models import Job, Stateful


class Release(Stateful):
    """One version of a benchmark. Once it is published nothing in it changes."""

    machine = RELEASE

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="releases"
    )
    version = models.CharField(max_length=32)
    name = models.CharField(max_length=200)
    """The project's name when it was cut."""
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    previous = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="+"
    )
    """The last one that was out when this one was cut."""
    seed = models.PositiveIntegerField(default=0)
    note = models.TextField(blank=True)
    asked = models.JSONField(default=dict)
    """What its maker asked for: ``overrides``, ``seed``; ``without``, keys of items that
    a takedown leaves out of ``previous``. Kept, so that nothing has to be typed again."""
    blocked = models.JSONField(default=list)
    """The lines of the gate that stopped it, where they did: id, message, whether
    overridable."""
    frozen_at = models.DateTimeField(null=True)
    """What was validated then is in its rows; empty until all of them are written."""
    facts = models.JSONField(default=dict)
    """Frozen with it for the folder: waivers, agreement, earlier versions, why items
    changed."""
    private = models.JSONField(default=list)
    """Splits whose keys are not in the folder."""
    secret = models.CharField(max_length=64, blank=True)
    """What the commitments to private keys are made with; in no file."""
    changes = models.JSONField(default=dict)
    """Numbers of items added, removed and changed since ``previous``."""
    summary = models.JSONField(default=dict)
    """Written when it is published: bytes, files, counts, licences."""
    manifest_sha256 = models.CharField(max_length=64, blank=True)
    """The release hash; empty until it is published."""
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    """Judges, freezes and builds it."""
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


class FrozenRow(models.Model):
    """An item as it is in a release: a copy, so that later work cannot reach it."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="rows")
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=16)
    """``releases.domain.frozen.item_key``: the same in every version."""
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
    """A line of the gate that blocked and was let pass with a reason."""

    release = models.ForeignKey(
        Release, on_delete=models.CASCADE, related_name="overrides"
    )
    line = models.CharField(max_length=32)
    message = models.TextField()
    """What the line said, in the language of the benchmark."""
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


class GateCheck(models.Model):
    """What the gate said when a project was last checked.

    For pages, which may be asked often: a release is judged anew when it is made.
    """

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, related_name="gate_check"
    )
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    ledger_id = models.BigIntegerField(default=0)
    """The project's last move before the check: a later one makes it outdated."""
    checked_at = models.DateTimeField()
    content = models.JSONField()
    """What a page shows of it (releases.selectors.gate_checks)."""

    def __str__(self) -> str:
        return f"{self.project_id} at {self.ledger_id}"


class NoticeKind(models.TextChoices):
    ERRATUM = "erratum"
    TAKEDOWN = "takedown"


class Notice(models.Model):
    """What became known of a release after it was out. The release does not change."""

    release = models.ForeignKey(
        Release, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=16, choices=NoticeKind.choices)
    key = models.CharField(max_length=16, blank=True)
    """The item it is about, if it is about one."""
    question = models.CharField(max_length=64, blank=True)
    """The question's id, if it is about one."""
    text = models.TextField()
    role = models.CharField(max_length=16)
    """Of the person, as releases name nobody."""
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.release_id}: {self.kind}"
