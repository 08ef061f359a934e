"""Near-duplicate pairs, decisions on them, and matches with released images."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from curation.filters.models import FilterRun
from curation.images.models import Image


class NearDuplicatePair(models.Model):
    """Two images that a comparison found to be possible near-duplicates at least."""

    run = models.ForeignKey(
        FilterRun, on_delete=models.CASCADE, related_name="pairs", db_index=False
    )
    left = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    right = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    """The image with the higher id."""
    distance = models.PositiveSmallIntegerField()
    """Bits of 256 in which the perceptual hashes differ."""
    certainty = models.FloatField()
    """Probability that both show the same; the parameters of a run decide from it."""
    confirmation = models.JSONField()
    """``curation.near_duplicates.domain.search.Match``, as seen from ``left``."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "left", "right"], name="pair_once")
        ]

    def __str__(self) -> str:
        return f"{self.left_id} = {self.right_id}"


class PairAnswer(models.TextChoices):
    SAME = "same"
    """Near-duplicates: one of them is excluded."""
    DIFFERENT = "different"
    VARIANT = "variant"
    """Of one family, such as one template with two captions: both stay."""


class PairDecision(models.Model):
    """A person's answer whether two images are near-duplicates; no run overrules it."""

    left = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    right = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    """The image with the higher id."""
    answer = models.CharField(max_length=16, choices=PairAnswer.choices)
    reason = models.TextField(blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["left", "right"], name="not_copies_once")
        ]

    def __str__(self) -> str:
        return f"{self.left_id}, {self.right_id}: {self.answer}"


class ReleasedDecision(models.TextChoices):
    OPEN = "open"
    EXCLUDED = "excluded"
    KEPT = "kept"


class ReleasedCopy(models.Model):
    """An image that is a near-duplicate of a released image of this installation.

    Its state does not change until a person decides on it.
    """

    run = models.ForeignKey(FilterRun, on_delete=models.CASCADE, related_name="+")
    image = models.ForeignKey(
        Image, on_delete=models.CASCADE, related_name="released_copies"
    )
    released = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    """The released image, of another project or withdrawn from this one."""
    distance = models.PositiveSmallIntegerField()
    confirmation = models.JSONField()
    """As in ``NearDuplicatePair``, seen from ``image``."""
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
