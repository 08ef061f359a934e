"""Images and their sources."""

from django.conf import settings
from django.db import models
from django.db.models.functions import MD5

from core.models import Job, Stateful
from curation.images.domain.states import IMAGE
from projects.models import Project


class Rights(models.TextChoices):
    """How the bytes of an image may be used."""

    REDISTRIBUTE = "redistribute"
    ADDRESS_ONLY = "address_only"
    PROHIBITED = "prohibited"


class Source(models.Model):
    """The source and licence of images; required for every image."""

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="sources"
    )
    name = models.CharField(max_length=200)
    licence = models.CharField(max_length=200)
    """An SPDX identifier or the text of the licence."""
    rights = models.CharField(max_length=16, choices=Rights.choices)
    """Chosen by a person: a default would publish images that may not be."""
    address = models.URLField(max_length=2000, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name", "licence"], name="source_once_a_project"
            ),
            models.CheckConstraint(
                condition=models.Q(rights__in=Rights.values),
                name="source_rights_are_chosen",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SourceChange(models.Model):
    """A change of a source's rights or licence, with its date, author and reason."""

    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="changes")
    before = models.CharField(max_length=16, choices=Rights.choices)
    after = models.CharField(max_length=16, choices=Rights.choices)
    licence_before = models.CharField(max_length=200, blank=True)
    """Empty, like ``licence_after``, where the licence stayed the same."""
    licence_after = models.CharField(max_length=200, blank=True)
    reason = models.TextField()
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    changed_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.source_id}: {self.before} → {self.after}"


class Image(Stateful):
    """One distinct file content in a project.

    Other paths of the same content are aliases. ``original`` is the imported file,
    which is kept and never served; ``published`` is the same file without metadata.
    """

    machine = IMAGE

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="images", db_index=False
    )
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="images")
    sha256 = models.CharField(max_length=64)
    """SHA-256 of the original bytes."""
    original_path = models.TextField()
    """The first path of this content."""
    search_path = models.TextField(default="")
    """``original_path`` folded for search; empty until it is renewed."""
    original = models.CharField(max_length=200)
    """Storage name, as are the next three."""
    published = models.CharField(max_length=200)
    preview = models.CharField(max_length=200)
    thumbnail = models.CharField(max_length=200)
    published_sha256 = models.CharField(max_length=64)
    reencoded = models.BooleanField(default=False)
    """Whether the published bytes were encoded again to apply a stored rotation."""
    format = models.CharField(max_length=16)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveBigIntegerField()
    phash = models.CharField(max_length=16)
    """ImageHash's pHash on a white ground, 16 hex digits."""
    details = models.JSONField(default=dict)
    """Frames, alpha, ground, orientation, removed metadata, page, author, address."""
    duplicate_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="duplicates"
    )
    stage_values = models.JSONField(default=dict)
    """The current value of each measure by stage, whichever run measured it."""
    overridden_stages = models.JSONField(default=list)
    """Ids of the curation stages that a person has overridden for this image."""
    votes_cast = models.PositiveSmallIntegerField(default=0)
    """Number of screening votes. A vote must raise it first, so it limits the votes."""
    together = models.CharField(max_length=200, blank=True)
    """Images with the same name form one item, as set by a manifest or an organizer."""
    together_at = models.PositiveIntegerField(default=0)
    """Position among the images of the item."""
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    """The import that created the image."""
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


class ImageAlias(models.Model):
    """Another path of the same bytes."""

    image = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="aliases")
    path = models.TextField()
    search_path = models.TextField(default="")
    """``path`` folded for search; empty until it is renewed."""
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
