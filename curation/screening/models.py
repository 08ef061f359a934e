"""Screening votes."""

from django.conf import settings
from django.db import models

from curation.images.models import Image


class VoteDecision(models.TextChoices):
    KEEP = "keep"
    DISCARD = "discard"
    UNSURE = "unsure"


class HandOut(models.Model):
    """An image that a person was given to vote on, under a number of their own."""

    image = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="hand_outs")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, db_index=False
    )
    number = models.PositiveIntegerField()
    """Counts the person's hand-outs, so that it says nothing of other images."""
    ended_at = models.DateTimeField(null=True)
    """When the person left the project, until they are given the image again."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "number"], name="hand_out_number_of_a_person"
            ),
            models.UniqueConstraint(
                fields=["person", "image"], name="hand_out_once_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} #{self.number}: {self.image_id}"


class ScreeningVote(models.Model):
    """One person's vote on one image; an undone vote is deleted."""

    image = models.ForeignKey(
        Image, on_delete=models.CASCADE, related_name="votes", db_index=False
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    decision = models.CharField(max_length=8, choices=VoteDecision.choices)
    reason = models.CharField(max_length=64, blank=True)
    note = models.CharField(max_length=500, blank=True)
    """The voter's explanation, where the reason requires one."""
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
