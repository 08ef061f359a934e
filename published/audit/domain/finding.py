"""Findings: what a check has found, with the questions, a count and chance."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from reporting.statistics.intervals import Interval


class FindingLevel(StrEnum):
    """How much a finding matters."""

    BLOCKING = "blocking"
    """A question cannot be answered or scored as it is."""
    WARNING = "warning"
    """It makes scores less valid; a person has to judge."""
    INFORMATION = "information"


@dataclass(frozen=True)
class FindingCase:
    """One place that a finding names: questions or images that belong together."""

    questions: Sequence[str] = ()
    """Ids of the questions."""
    images: Sequence[str] = ()
    """Names of the images."""
    note: str = ""

    def id_for(self, check: str) -> str:
        """Return an id that stays the same as long as the same place is named."""
        parts = "\0".join([check, *sorted(self.questions), "", *sorted(self.images)])
        return f"{check}-{hashlib.sha256(parts.encode()).hexdigest()[:10]}"


@dataclass(frozen=True)
class ChanceRate:
    """What is expected by chance, for a finding about a rate."""

    observed: float
    expected: float
    n: int
    interval: Interval | None
    """95 % interval of the observed rate."""
    p: float
    """Probability of at least this by chance."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """The outcome of a check that has found something.

    Its texts are in ``findings.yaml``, by ``check``.
    """

    check: str
    level: FindingLevel
    values: Mapping[str, object] = field(default_factory=dict)
    """Values of its sentence besides the number of cases and chance."""
    cases: Sequence[FindingCase] = ()
    chance: ChanceRate | None = None

    @property
    def count(self) -> int:
        return len(self.cases)

    @property
    def ids(self) -> list[str]:
        """Stable ids, by which two audits are compared."""
        return [case.id_for(self.check) for case in self.cases] or [self.check]
