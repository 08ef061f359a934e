"""Problems of files that should have the layout of a published set."""

from collections.abc import Sequence
from typing import NamedTuple

from core.domain.texts import _, join_texts

MOST_PROBLEMS = 20
"""Number of problems listed; the rest is only counted."""


class LayoutProblem(NamedTuple):
    """A place that cannot be read; ``field`` is a dotted path into the record."""

    file: str
    record: str
    field: str
    message: str

    @property
    def source_location(self) -> str:
        """File, record and field, as far as they are known."""
        return join_texts(", ", filter(None, (self.file, self.record, self.field)))

    def __str__(self) -> str:
        return _("{where}: {message}", where=self.source_location, message=self.message)


class LayoutError(ValueError):
    """The set cannot be read; the message names the places."""

    def __init__(self, problems: Sequence[LayoutProblem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in problems[:MOST_PROBLEMS]]
        if len(problems) > MOST_PROBLEMS:
            lines.append(_("and {number} more", number=len(problems) - MOST_PROBLEMS))
        super().__init__(join_texts("\n", lines))
