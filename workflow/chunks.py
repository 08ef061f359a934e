"""Long rows of things, a piece at a time."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Thing = TypeVar("Thing")


def chunks_of(things: Iterable[Thing], size: int) -> Iterator[list[Thing]]:
    """Yield lists of up to ``size`` things; no more than one list is held."""
    left = iter(things)
    while chunk := list(islice(left, size)):
        yield chunk
