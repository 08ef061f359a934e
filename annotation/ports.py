"""What annotation asks of review, without knowing it; bound by config.wiring.

Before that nothing is finished.
"""

from collections.abc import Collection
from typing import Protocol


class FinishedItems(Protocol):
    """Which items have a final record, and who has had to do with it."""

    def finished(self, items: Collection[int]) -> Collection[int]:
        """Those of these items whose final record stands."""

    def known_to(self, person: int, items: Collection[int]) -> Collection[int]:
        """Those of these items that the person adjudicated, reworked or validated."""


class _Nothing:
    """Nothing is finished."""

    def finished(self, items: Collection[int]) -> Collection[int]:
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
