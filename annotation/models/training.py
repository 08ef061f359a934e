"""What prepares annotators and watches how alike they work: consent, calibration, gold."""

from django.conf import settings
from django.db import models

from annotation.domain.states import CALIBRATION, OPEN
from annotation.models.items import Item
from projects.models import Project, ProtocolVersion
from workflow.models import Stateful


class Briefing(models.Model):
    """What people are told and agree to before they begin. Rows are never changed:

    other words are a further version, to which everybody is asked to agree anew.
    """

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="briefings"
    )
    number = models.PositiveIntegerField()
    consent = models.JSONField()
    """{"en": …, "zh": …}; empty: nobody is asked for consent any more."""
    content_warning = models.JSONField()
    """In place of the protocol's, where there is one."""
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
    """Who agreed to which version, and when."""

    briefing = models.ForeignKey(
        Briefing, on_delete=models.PROTECT, related_name="consents"
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


class Training(models.Model):
    """How a project prepares its annotators; without a row it does not."""

    project = models.OneToOneField(
        Project, on_delete=models.PROTECT, related_name="training"
    )
    practice_item = models.ForeignKey(
        Item, on_delete=models.PROTECT, null=True, related_name="+"
    )
    gold_share = models.FloatField(null=True)
    """In place of the protocol's, where there is one."""

    def __str__(self) -> str:
        return f"training in {self.project_id}"


class CalibrationBatch(Stateful):
    """Items that everybody annotates before other work, to see where they differ.

    Its number is the pass of its slots.
    """

    machine = CALIBRATION

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="calibrations"
    )
    number = models.PositiveIntegerField()
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    """In force when it was opened; each annotation says under which it was made."""
    handed_in = models.PositiveIntegerField(default=0)
    """Times that work was handed in. Counting up makes two at once wait for each other,
    so that the second is held against what the first said."""
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
    """An item's place in a calibration batch."""

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
    """Somebody is through a batch: by its rule, or because an organizer says so."""

    batch = models.ForeignKey(
        CalibrationBatch, on_delete=models.PROTECT, related_name="passes"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    likeness = models.FloatField(null=True)
    """What the person reached when the rule let them through."""
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


class GoldItem(models.Model):
    """A finished item that may be asked again, unseen, to see how well people work."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="gold")
    item = models.OneToOneField(Item, on_delete=models.PROTECT, related_name="+")
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    added_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"gold {self.item_id}"
