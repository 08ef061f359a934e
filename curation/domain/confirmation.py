"""Result of comparing two images (``confirming`` compares them)."""

from enum import StrEnum
from typing import NamedTuple


class Difference(StrEnum):
    """A difference between near-duplicates."""

    MIRRORED = "mirrored"
    REFRAMED = "reframed"
    OVERLAID = "overlaid"
    RETONED = "retoned"


class MatchResult(NamedTuple):
    """Result of comparing two thumbnails.

    ``similarity`` is the share of drawn positions that match, 0 to 1; if all match, it
    is 1 minus their mean difference. ``added`` and ``removed`` are the shares of the
    image where only the second, or only the first, shows something.
    """

    is_copy: bool
    similarity: float
    added: float
    removed: float
    differences: tuple[Difference, ...]

    def turned(self) -> "MatchResult":
        """Return the same result, as seen from the other image."""
        return self._replace(added=self.removed, removed=self.added)


UNLIKE = MatchResult(False, 0.0, 0.0, 0.0, ())
