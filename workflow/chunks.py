"""Iterating over long sequences in chunks."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Thing = TypeVar("Thing")


def chunks_of(things: Iterable[Thing], size: int) -> Iterator[list[Thing]]:
    """Yield lists of up to ``size`` items; only one list is held in memory."""
    left = iter(things)
    while chunk := list(islice(left, size)):
        yield chunk
