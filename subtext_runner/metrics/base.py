"""Base class of the metrics that are counted for every tally of outcomes."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import ClassVar, NamedTuple

from subtext_protocol.text import LocalText
from subtext_runner.outcomes import OutcomeKind


class Outcomes(NamedTuple):
    """Outcomes of at least one question."""

    kinds: Sequence[OutcomeKind]
    clusters: Sequence[Hashable]
    """The cluster of each question; questions about the same images form one."""

    def share_of_outcomes(self, *kinds: OutcomeKind) -> float:
        """Return the share of questions with one of these outcomes, 0 to 1."""
        return sum(kind in kinds for kind in self.kinds) / len(self.kinds)


class Metric(ABC):
    """A number from 0 to 1 that is counted overall and for every label.

    Results, tables, the API and the page of a run derive from the registry.
    """

    id: ClassVar[str]
    """Its key in results and in the API; never changes, and is no other key there."""
    title: ClassVar[LocalText]
    """As the page of a run names it."""
    short: ClassVar[LocalText | None] = None
    """As the tables of outcomes name its row; None where it has none."""

    @abstractmethod
    def compute(self, outcomes: Outcomes) -> float | None:
        """Return the value; None where these outcomes have none."""
