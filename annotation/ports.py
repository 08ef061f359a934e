"""What annotation asks of review, without knowing it; bound by config.wiring.

Before that nothing is finished.
"""

from collections.abc import Collection
from typing import Any, Protocol

from django.db.models import QuerySet

Items = Collection[int] | QuerySet[Any, Any]
"""Ids of items, or a query that gives them: those of a whole project are not listed."""


class FinishedItems(Protocol):
    """Which items have a final record, and who has had to do with it."""

    def finished(self, items: Items) -> Items:
        """Those of these items whose final record stands, as ids."""

    def known_to(self, person: int, items: Collection[int]) -> Collection[int]:
        """Those of these items that the person adjudicated, reworked or validated."""


class _Nothing:
    """Nothing is finished."""

    def finished(self, items: Items) -> Items:
        return ()

    def known_to(self, person: int, items: Collection[int]) -> Collection[int]:
        return ()


_bound: list[FinishedItems] = [_Nothing()]


def bind_finished_items(answer: FinishedItems) -> None:
    """``answer`` knows every final record."""
    _bound[:] = [answer]


def finished_items() -> FinishedItems:
    """Whoever knows what is finished."""
    return _bound[0]
