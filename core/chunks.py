"""Iterating over long sequences in chunks."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Element = TypeVar("Element")


def split_into_chunks(
    elements: Iterable[Element], size: int
) -> Iterator[list[Element]]:
    """Yield lists of up to ``size`` items; only one list is held in memory."""
    left = iter(elements)
    while chunk := list(islice(left, size)):
        yield chunk
