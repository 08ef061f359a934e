"""What annotation asks of review; bound by ``config.wiring``."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from annotation.items.models.slots import Slot
from core.ports import Port

Items = Collection[int] | QuerySet[Any, Any]
"""Ids of items, or a query that gives them: those of a whole project are not listed."""


class FinishedItems:
    """Items with a final record, and the people who know it; here there are none."""

    def finished(self, items: Items) -> Items:
        """Return the ids of those items that have a valid final record."""
        return ()

    def settled(self, slots: Collection[Slot]) -> Collection[int]:
        """Return the ids of those slots whose submissions cannot be taken back."""
        return ()

    def validated_now(self, items: Items) -> Items:
        """Return the ids of those items with a question that waits for a validator."""
        return ()

    def known_to(self, person: int, items: Collection[int]) -> Collection[int]:
        """Return those items that the person adjudicated, reworked or validated."""
        return ()


@Port
def finished_items() -> FinishedItems:
    """Return the items with a final record."""
    return FinishedItems()
