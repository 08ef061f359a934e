"""What annotation asks of review; filled by ``config.wiring``."""
# mypy: disable-error-code="empty-body"

from collections.abc import Callable, Collection
from typing import Any, Protocol

from django.db.models import QuerySet

from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from core.ports import KeyedPort, Port

Items = Collection[int] | QuerySet[Any, Any]
"""Ids of items, or a query that gives them: those of a whole project are not listed."""


class FinishedItems(Protocol):
    """Items with a final record, and the people who know it."""

    def items_with_final_record(self, items: Items) -> Items:
        """Return the ids of those items that have a valid final record."""

    def slots_with_final_submission(self, slots: Collection[Slot]) -> Collection[int]:
        """Return the ids of those slots whose submissions cannot be taken back."""

    def items_under_validation(self, items: Items) -> Items:
        """Return the ids of those items with a question that waits for a validator."""

    def items_known_to_person(
        self, person: int, items: Collection[int]
    ) -> Collection[int]:
        """Return those items that the person adjudicated, reworked or validated."""


@Port
def finished_items() -> FinishedItems:
    """Return the items with a final record."""


ITEM_SUBJECTS: KeyedPort[str, Callable[[Item], Collection[int]]] = KeyedPort(
    "annotation.ports.ITEM_SUBJECTS"
)
"""By machine of a later stage: the ids of its objects in an item's history."""
