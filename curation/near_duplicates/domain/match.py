"""Result of comparing two images. It loads nothing heavy, so that pages can read it."""

from enum import StrEnum
from typing import NamedTuple

DUPLICATE = 0.9
"""Default certainty from which a pair is a near-duplicate."""
POSSIBLE = 0.2
"""Certainty from which a pair is a possible near-duplicate, which a person decides."""

MOST_CANDIDATES = 20
"""Candidates of an image, so that the search does not grow with the square."""


class Alteration(StrEnum):
    """What was done to a near-duplicate."""

    MIRRORED = "mirrored"
    TURNED = "turned"
    CROPPED = "cropped"
    INSIDE = "inside"
    RECOLOURED = "recoloured"
    RETONED = "retoned"
    OVERLAID = "overlaid"


class PairMatch(NamedTuple):
    """A compared pair.

    ``certainty`` is the calibrated probability that both show the same, 0 to 1.
    ``added`` and ``removed`` are the shares of the overlap where only the second, or
    only the first, shows something.
    """

    certainty: float
    kinds: tuple[Alteration, ...]
    added: float
    removed: float

    def seen_from_second(self) -> "PairMatch":
        """Return the same match as seen from the other image."""
        return self._replace(added=self.removed, removed=self.added)
