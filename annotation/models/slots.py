"""Slots: places for people at items, made before anybody takes them."""

import secrets

from django.conf import settings
from django.db import models

from annotation.domain.slot_codes import slot_code
from annotation.domain.states import LEASED, OPEN, SLOT
from annotation.models.items import Item
from projects.models import Project
from workflow.models import Stateful


class Purpose(models.TextChoices):
    """Why a slot is there. Only work slots fill an item and count in its agreement.

    An extra one holds what came in after its author's slot had gone to somebody else.
    Slots for practice, calibration and gold are one person's from the beginning.
    """

    WORK = "work"
    PRACTICE = "practice"
    CALIBRATION = "calibration"
    GOLD = "gold"
    REWORK = "rework"
    EXTRA = "extra"


OWN_PURPOSES = (Purpose.PRACTICE, Purpose.CALIBRATION, Purpose.GOLD)
"""Slots that are made for one person, when it is their turn."""


_SLOT_ID_BITS = 52
MOST_SLOT_ID = 2**_SLOT_ID_BITS


def new_slot_id() -> int:
    """A number that tells neither when a slot was made nor what for.

    JavaScript reads whole numbers up to 53 bits.
    """
    return secrets.randbits(_SLOT_ID_BITS) + 1


class Slot(Stateful):
    """A place for one person at one item, made before anybody takes it.

    The constraints are what "exactly k, one person each" rests on, and that nobody
    holds two slots at a time.
    """

    machine = SLOT

    id = models.BigIntegerField(primary_key=True, default=new_slot_id, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="slots")
    purpose = models.CharField(
        max_length=16, choices=Purpose.choices, default=Purpose.WORK
    )
    work_pass = models.PositiveIntegerField(default=1)
    number = models.PositiveIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True
    )
    lease_until = models.DateTimeField(null=True)
    pinned = models.BooleanField(default=False)
    """An organizer has put this person's name on it: nobody else is given it."""
    started = models.BooleanField(default=False)
    """Somebody has finished another slot of this item: it is handed out first."""
    moved_at = models.DateTimeField(null=True)
    """When its person last did something with it, for the order of their work."""

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
            # The order in which slots are handed out (annotation.selectors).
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
        """What its person calls the item."""
        return slot_code(self.pk)

    @property
    def untouched(self) -> bool:
        """Whether nothing can have been handed in there: it was leased once at most."""
        return self.status in (OPEN, LEASED) and self.state_version < 2
