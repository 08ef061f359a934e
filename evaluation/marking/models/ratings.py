"""Rubric ratings by people."""

from django.conf import settings
from django.db import models

from core.domain.texts import _
from core.errors import NotFoundError
from evaluation.marking.models.error_analyses import BlindMark
from evaluation.runs.models.runs import Run
from projects.models import Project, ProtocolVersion
from releases.records.models import Release
from subtext_protocol.document import Protocol
from subtext_protocol.rating import Rating


class RatingTask(models.Model):
    """Sample of items, or of one run's responses, that people rate blind."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    release = models.ForeignKey(
        Release, on_delete=models.PROTECT, null=True, related_name="ratings"
    )
    """None where candidates are rated, before there is a release."""
    protocol_version = models.ForeignKey(
        ProtocolVersion, on_delete=models.PROTECT, null=True, related_name="+"
    )
    """For candidates only; otherwise the release's protocol applies."""
    rating = models.CharField(max_length=32)
    """Id of the rating in the protocol."""
    run = models.ForeignKey(
        Run, on_delete=models.PROTECT, null=True, related_name="ratings"
    )
    """Run whose responses are rated; None where items are rated."""
    leader = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, related_name="followers"
    )
    """For responses that are rated beside those of another run: that run's task. Each
    entry of it shows the responses of all, in random order, without their models."""
    seed = models.PositiveIntegerField()
    people = models.PositiveIntegerField()
    """Number of raters per entry."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.rating} on {self.release or 'candidates'}"

    @property
    def protocol(self) -> Protocol:
        """The protocol of the rating."""
        version = self.release.protocol_version if self.release else None
        version = version or self.protocol_version
        if version is None:
            raise ValueError(f"rating task {self.pk} has no protocol")
        return version.protocol

    @property
    def rubric(self) -> Rating:
        """The protocol's rating. Raises NotFoundError."""
        rubric = self.protocol.evaluation.rating(self.rating)
        if rubric is None:
            raise NotFoundError(
                _("The protocol has no rating {rating!r}.", rating=self.rating)
            )
        return rubric


class RatingSample(models.Model):
    """One sampled entry of a rating task."""

    task = models.ForeignKey(
        RatingTask, on_delete=models.CASCADE, related_name="samples"
    )
    item_key = models.CharField(max_length=32)
    """``releases.models.FrozenRow.key``, or the key of a candidate."""
    part_of = models.CharField(max_length=200, blank=True)
    """For candidates: the set, which raters do not see."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["task", "item_key"], name="rating_sample_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.item_key}"


class RatingMark(BlindMark):
    """Marks of one person on one sampled entry."""

    sample = models.ForeignKey(
        RatingSample, on_delete=models.CASCADE, related_name="marks"
    )
    marks = models.JSONField()
    """Mark by scale id."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sample", "place"], name="rating_mark_place"
            ),
            models.UniqueConstraint(
                fields=["sample", "person"], name="rating_mark_one_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sample_id}: {self.marks}"
