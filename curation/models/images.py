"""Where images come from, and the images themselves."""

from django.conf import settings
from django.db import models
from django.db.models.functions import MD5

from curation.domain.states import IMAGE
from projects.models import Project
from workflow.models import Job, Stateful


class Rights(models.TextChoices):
    """What may be done with the bytes of an image."""

    REDISTRIBUTE = "redistribute"
    ADDRESS_ONLY = "address_only"
    PROHIBITED = "prohibited"


class Source(models.Model):
    """Where images came from and under which licence; required for every image."""

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="sources"
    )
    name = models.CharField(max_length=200)
    licence = models.CharField(max_length=200)
    """An SPDX identifier or the licence's own text."""
    rights = models.CharField(
        max_length=16, choices=Rights.choices, default=Rights.REDISTRIBUTE
    )
    address = models.URLField(max_length=2000, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name", "licence"], name="source_once_a_project"
            )
        ]

    def __str__(self) -> str:
        return self.name


class SourceChange(models.Model):
    """Other rights of a source: which, since when, by whom and why."""

    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="changes")
    before = models.CharField(max_length=16, choices=Rights.choices)
    after = models.CharField(max_length=16, choices=Rights.choices)
    reason = models.TextField()
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    changed_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.source_id}: {self.before} → {self.after}"


class Image(Stateful):
    """One per distinct file content in a project.

    Every path it came under is an alias. ``original`` is the file as it came, kept for
    the record and never served; ``published`` is the same without metadata.
    """

    machine = IMAGE

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="images"
    )
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="images")
    sha256 = models.CharField(max_length=64)
    """Of the original bytes."""
    original_path = models.TextField()
    """The first path it came under."""
    original = models.CharField(max_length=200)
    """Storage name, as are the next three."""
    published = models.CharField(max_length=200)
    preview = models.CharField(max_length=200)
    thumbnail = models.CharField(max_length=200)
    published_sha256 = models.CharField(max_length=64)
    reencoded = models.BooleanField(default=False)
    """The published bytes were encoded anew because a rotation had to be baked in."""
    format = models.CharField(max_length=16)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveBigIntegerField()
    phash = models.CharField(max_length=16, db_index=True)
    """ImageHash's pHash on a white ground, 16 hex digits."""
    details = models.JSONField(default=dict)
    """Frames, alpha, orientation, what metadata was removed, page, author, address."""
    duplicate_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="duplicates"
    )
    text_area = models.FloatField(null=True)
    """Share of the image covered by recognised text, 0 to 1."""
    cleared = models.JSONField(default=list)
    """Filters ("duplicates", "text") that a person has overruled for this image."""
    votes_cast = models.PositiveSmallIntegerField(default=0)
    """Screening votes that count; whoever raises it may vote, so it caps them."""
    together = models.CharField(max_length=200, blank=True)
    """Images of one name become one item: a manifest or an organizer said so."""
    together_at = models.PositiveIntegerField(default=0)
    """Where it stands among those."""
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    """The import that brought it."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "sha256"], name="image_once_a_project"
            )
        ]
        indexes = [
            models.Index(
                fields=["project", "status", "votes_cast", "id"], name="image_queue"
            )
        ]

    def __str__(self) -> str:
        return self.original_path


class ImageFingerprint(models.Model):
    """By what an image is compared with others.

    Kept apart from Image: no list of images should drag some 5 KB a row along.
    """

    image = models.OneToOneField(
        Image, on_delete=models.CASCADE, primary_key=True, related_name="fingerprint"
    )
    packed = models.BinaryField()
    """``curation.domain.hashing.Fingerprint.pack``"""

    def __str__(self) -> str:
        return f"fingerprint of {self.image_id}"


class ImageAlias(models.Model):
    """A further path under which the same bytes came."""

    image = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="aliases")
    path = models.TextField()
    source = models.ForeignKey(Source, on_delete=models.PROTECT)
    details = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            # A path may be longer than an index entry, hence its digest.
            models.UniqueConstraint("image", "source", MD5("path"), name="alias_once")
        ]

    def __str__(self) -> str:
        return self.path
