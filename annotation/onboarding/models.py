"""Consent, practice and calibration of annotators."""

from django.conf import settings
from django.db import models

from annotation.items.domain.slot_states import OPEN
from annotation.items.models.items import Item
from annotation.onboarding.domain import CALIBRATION
from core.models import Stateful
from projects.models import Project, ProtocolVersion


class ConsentForm(models.Model):
    """A version of the consent form and content warning. Rows never change.

    A changed text is a new version, which all annotators are asked to agree to.
    """

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="briefings"
    )
    number = models.PositiveIntegerField()
    consent = models.JSONField()
    """{"en": …, "zh": …}; empty: no consent is asked for."""
    content_warning = models.JSONField()
    """Replaces the protocol's content warning, unless empty."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "number"], name="briefing_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.project_id} briefing {self.number}"


class Consent(models.Model):
    """A person's consent to one version."""

    briefing = models.ForeignKey(
        ConsentForm, on_delete=models.PROTECT, related_name="consents"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["briefing", "person"], name="consent_once")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} to {self.briefing_id}"


class OnboardingSettings(models.Model):
    """A project's onboarding settings; without a row there are none."""

    project = models.OneToOneField(
        Project, on_delete=models.PROTECT, related_name="training"
    )
    practice_item = models.ForeignKey(
        Item, on_delete=models.PROTECT, null=True, related_name="+"
    )
    gold_share = models.FloatField(null=True)
    """Replaces the protocol's share, unless null."""

    def __str__(self) -> str:
        return f"training in {self.project_id}"


class CalibrationBatch(Stateful):
    """Items that all annotators do before other work, to measure their agreement.

    Its ``number`` is the ``work_pass`` of its slots.
    """

    machine = CALIBRATION

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="calibrations"
    )
    number = models.PositiveIntegerField()
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    """Current when the batch was opened. Each annotation stores its own version."""
    handed_in = models.PositiveIntegerField(default=0)
    """Number of submissions. Incrementing it makes simultaneous submissions wait for
    each other, so that the second is compared with the first."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "number"], name="calibration_number"
            ),
            models.UniqueConstraint(
                fields=["project"],
                condition=models.Q(status=OPEN),
                name="calibration_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id} calibration {self.number}"


class CalibrationItem(models.Model):
    """The position of an item in a calibration batch."""

    batch = models.ForeignKey(
        CalibrationBatch, on_delete=models.CASCADE, related_name="places"
    )
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["batch", "item"], name="calibration_item_once"
            )
        ]
        ordering = ["position"]

    def __str__(self) -> str:
        return f"{self.batch_id}[{self.position}]"


class CalibrationPass(models.Model):
    """A person's pass of a batch, by its rule or by an organizer's approval."""

    batch = models.ForeignKey(
        CalibrationBatch, on_delete=models.PROTECT, related_name="passes"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    likeness = models.FloatField(null=True)
    """The similarity that the person reached when they passed by the rule."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["batch", "person"], name="calibration_pass_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} through {self.batch_id}"
