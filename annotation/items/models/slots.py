"""Slots: each is one person's share of an item and exists before it is assigned."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models

from annotation.items.domain.slot_codes import slot_code
from annotation.items.domain.slot_states import LEASED, OPEN, SLOT
from annotation.items.models.items import Item
from core.models import Stateful
from projects.models import Project


class Purpose(models.TextChoices):
    """Purpose of a slot. Only work slots fill an item and count in its agreement.

    An extra slot holds a late submission whose author's slot had gone to another
    person. Slots for practice, calibration and gold belong to one person from their
    creation.
    """

    WORK = "work"
    PRACTICE = "practice"
    CALIBRATION = "calibration"
    GOLD = "gold"
    REWORK = "rework"
    EXTRA = "extra"


FINAL_ONCE_SUBMITTED = (Purpose.PRACTICE, Purpose.CALIBRATION)
"""Their authors see the answers of others after the submission."""


OWN_PURPOSES = (Purpose.PRACTICE, Purpose.CALIBRATION, Purpose.GOLD)
"""Purposes of slots that are created for one person, when the task is due."""


_SLOT_ID_BITS = 52
MOST_SLOT_ID = 2**_SLOT_ID_BITS


def new_slot_id() -> int:
    """Return a random id that reveals neither when a slot was created nor what for.

    JavaScript represents integers exactly up to 53 bits.
    """
    return secrets.randbits(_SLOT_ID_BITS) + 1


class Slot(Stateful):
    """One person's share of an item, created before it is assigned.

    The constraints guarantee exactly k slots per item with one person each, and at most
    one lease per person.
    """

    machine = SLOT

    id = models.BigIntegerField(primary_key=True, default=new_slot_id, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, db_index=False)
    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, related_name="slots", db_index=False
    )
    purpose = models.CharField(
        max_length=16, choices=Purpose.choices, default=Purpose.WORK
    )
    work_pass = models.PositiveIntegerField(default=1)
    number = models.PositiveIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        db_index=False,
    )
    lease_until = models.DateTimeField(null=True)
    """End of the lease; of an open slot, until when it waits for whom skipped it."""
    leased_at = models.DateTimeField(null=True)
    """Begin of a lease from open, until an entry of the ledger has it."""
    pinned = models.BooleanField(default=False)
    """An organizer assigned it to this person; no other person gets it."""
    started = models.BooleanField(default=False)
    """Another slot of this item is submitted, so this one is assigned before new items.
    """
    moved_at = models.DateTimeField(null=True)
    """Time of the person's last action on it, which orders their work."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "purpose", "work_pass", "number"],
                name="slot_number",
            ),
            models.UniqueConstraint(
                fields=["project", "person"],
                condition=models.Q(status=LEASED),
                name="slot_one_lease_a_person",
            ),
            models.UniqueConstraint(
                fields=["item", "purpose", "work_pass", "person"],
                name="slot_one_a_person",
            ),
        ]
        indexes = [
            models.Index(fields=["project", "status"], name="slot_status"),
            # Leases that are over, in any project.
            models.Index(
                fields=["lease_until"],
                condition=models.Q(lease_until__isnull=False),
                name="slot_lease",
            ),
            # The order in which slots are assigned
            # (annotation.assignment.selectors.available_slots).
            models.Index(
                fields=["project", "purpose", "status", "-started", "item", "number"],
                name="slot_next",
            ),
            models.Index(fields=["person", "-moved_at"], name="slot_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} {self.purpose} {self.number}"

    @property
    def code(self) -> str:
        """The item's code as the slot's person sees it."""
        return slot_code(self.pk)

    @property
    def lease_record(self) -> dict[str, Any]:
        """Who leased the slot when, for the ledger's entry of the lease's end."""
        if self.leased_at is None:
            return {}
        return {"leased_by": self.person_id, "leased_at": self.leased_at.isoformat()}

    @property
    def is_skipped(self) -> bool:
        """Whether its person put it off: it comes after their other work."""
        return self.status == OPEN and self.lease_until is not None

    @property
    def was_never_annotated(self) -> bool:
        """Whether nothing can have been submitted: it was leased once at most."""
        return self.status in (OPEN, LEASED) and self.state_version < 2
