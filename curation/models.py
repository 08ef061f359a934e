"""Images, where they came from, and what each filter measured of them."""

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


class FilterRun(models.Model):
    """One run of one filter: with what, by what, how long."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True)
    stage = models.CharField(max_length=16)
    """ "duplicates" or "text"."""
    parameters = models.JSONField(default=dict)
    tools = models.JSONField(default=dict)
    """Engine, models and package versions."""
    counts = models.JSONField(default=dict)
    signature = models.CharField(max_length=64)
    """Digest of the tools and of the parameters that measuring depends on: what was
    measured under the same signature need not be measured again."""
    reason = models.TextField(blank=True)
    """Why a person changed the parameters."""
    preview = models.BooleanField(default=False)
    """It only showed what would change. Once applied it is one no longer."""
    seconds = models.FloatField(null=True)
    """Null while it has not come to its end."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["job", "stage"], name="one_run_a_job_stage")
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.pk}"


class Measurement(models.Model):
    """What a filter run measured of an image, against which threshold."""

    run = models.ForeignKey(
        FilterRun, on_delete=models.CASCADE, related_name="measurements"
    )
    image = models.ForeignKey(
        Image, on_delete=models.CASCADE, related_name="measurements"
    )
    value = models.FloatField(null=True)
    """Text: share of the area. Duplicates: distance to the nearest copy, if any."""
    threshold = models.FloatField()
    excluded = models.BooleanField()
    details = models.JSONField(default=dict)
    """Text: polygons, texts, confidences. Duplicates: the other image, hash distance,
    similarity, what differs."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "image"], name="measured_once_a_run")
        ]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.image_id}: {self.value}"


class CopyPair(models.Model):
    """Two images whose pixels were confirmed to show the same picture."""

    run = models.ForeignKey(FilterRun, on_delete=models.CASCADE, related_name="pairs")
    left = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    right = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    """The one with the higher key."""
    distance = models.PositiveSmallIntegerField()
    """Bits in which the perceptual hashes differ."""
    confirmation = models.JSONField()
    """``curation.domain.confirming.Confirmation``, seen from ``left``."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "left", "right"], name="pair_once")
        ]

    def __str__(self) -> str:
        return f"{self.left_id} = {self.right_id}"


class SearchShare(models.Model):
    """Some of the images that a run compares, searched by one worker in one go."""

    run = models.ForeignKey(FilterRun, on_delete=models.CASCADE, related_name="shares")
    number = models.PositiveIntegerField()
    first = models.BigIntegerField()
    """The least id of its images."""
    last = models.BigIntegerField()
    images = models.PositiveIntegerField()
    candidates = models.PositiveIntegerField(default=0)
    done = models.BooleanField(default=False)
    worker = models.CharField(max_length=64, blank=True)
    """Who is at it, or was when it was killed."""
    beat_at = models.DateTimeField(null=True)
    """When that worker last said so."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], name="share_once_a_run")
        ]

    def __str__(self) -> str:
        return f"{self.run_id}[{self.number}]"


class NotCopies(models.Model):
    """Two images of which a person said that they are no copies of each other."""

    left = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    right = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    """The one with the higher key."""
    reason = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["left", "right"], name="not_copies_once")
        ]

    def __str__(self) -> str:
        return f"{self.left_id} ≠ {self.right_id}"


class Change(models.TextChoices):
    """What a run of the duplicates filter does to an image."""

    GOES = "goes"
    """It is excluded as a copy of ``kept``."""
    BACK = "back"
    """It is no copy any more."""
    MOVES = "moves"
    """It stays excluded, as a copy of another one than before."""
    STAYS = "stays"
    """It is a copy of ``kept`` and yet stays: people have worked on it."""


class FilterChange(models.Model):
    """One image that a preview would move, or that a run found and left alone."""

    run = models.ForeignKey(FilterRun, on_delete=models.CASCADE, related_name="changes")
    image = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    change = models.CharField(max_length=8, choices=Change.choices)
    kept = models.ForeignKey(
        Image, on_delete=models.CASCADE, null=True, related_name="+"
    )
    """Null for one that comes back."""
    before = models.ForeignKey(
        Image, on_delete=models.CASCADE, null=True, related_name="+"
    )
    """Of which it has been a copy so far."""
    distance = models.PositiveSmallIntegerField(null=True)
    similarity = models.FloatField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "image"], name="one_change_a_run")
        ]

    def __str__(self) -> str:
        return f"{self.image_id} {self.change}"


class ReleasedDecision(models.TextChoices):
    OPEN = "open"
    EXCLUDED = "excluded"
    KEPT = "kept"


class ReleasedCopy(models.Model):
    """An image that shows what a published release of this installation shows.

    It stays where it is until a person says what is to become of it.
    """

    run = models.ForeignKey(FilterRun, on_delete=models.CASCADE, related_name="+")
    image = models.ForeignKey(
        Image, on_delete=models.CASCADE, related_name="released_copies"
    )
    released = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    """The image in the release, of another project or withdrawn from this one."""
    distance = models.PositiveSmallIntegerField()
    confirmation = models.JSONField()
    """As in ``CopyPair``, seen from ``image``."""
    decision = models.CharField(
        max_length=8, choices=ReleasedDecision.choices, default=ReleasedDecision.OPEN
    )
    reason = models.TextField(blank=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["image", "released"], name="released_copy_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.image_id} = {self.released_id}, released"


class VoteDecision(models.TextChoices):
    KEEP = "keep"
    DISCARD = "discard"
    UNSURE = "unsure"


class ScreeningVote(models.Model):
    """What one person said of one image; a vote taken back is deleted."""

    image = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="votes")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    decision = models.CharField(max_length=8, choices=VoteDecision.choices)
    reason = models.CharField(max_length=64, blank=True)
    note = models.CharField(max_length=500, blank=True)
    """In the voter's words, where the reason asks for it."""
    seconds = models.FloatField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["image", "person"], name="vote_once_a_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.decision} {self.image_id}"
