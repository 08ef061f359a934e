"""What came of comparing two pictures (``confirming`` compares them)."""

from enum import StrEnum
from typing import NamedTuple


class Difference(StrEnum):
    """What a copy does not share with its original."""

    MIRRORED = "mirrored"
    REFRAMED = "reframed"
    OVERLAID = "overlaid"
    RETONED = "retoned"


class MatchResult(NamedTuple):
    """The outcome of comparing two thumbs.

    ``similarity`` is the share of drawn places that agree, 0 to 1; where all do, 1 less
    their mean difference. ``added`` and
    ``removed`` are the shares of the picture where only the other, or only the first,
    shows something.
    """

    is_copy: bool
    similarity: float
    added: float
    removed: float
    differences: tuple[Difference, ...]

    def turned(self) -> "MatchResult":
        """The same, seen from the other picture."""
        return self._replace(added=self.removed, removed=self.added)


UNLIKE = MatchResult(False, 0.0, 0.0, 0.0, ())
