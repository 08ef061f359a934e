"""What became of the raw images, stage by stage: the numbers of a paper's section.

The form is that of II-Bench §3.2 and CII-Bench §3.2.2. Every number is a count of
records; ``curation.selectors.report`` makes them, ``report_text`` puts them in words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class ImportRecord:
    """One import: files that were read, and what they turned out to be."""

    id: int
    source_name: str
    files: int
    imported: int
    already_present: int
    rejected: int
    seconds: float
    at: str


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """One run of a filter; ``seconds`` is None while it has not come to its end."""

    id: int
    parameters: Mapping[str, Any]
    tools: Mapping[str, Any]
    counts: Mapping[str, int]
    reason: str
    seconds: float | None
    at: str
    excludes: int
    """Images that are out now because of this run."""


@dataclass(frozen=True, kw_only=True)
class ReasonCount:
    """Discarded images under one reason of the protocol; an image may have several."""

    id: str
    title: Mapping[str, str]
    count: int


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One filter. ``entered`` is the sum of the four numbers that follow it."""

    name: str
    entered: int
    excluded: int
    """Out now. Restored images are not among them."""
    withdrawn: int
    """Taken out by a person or with their source while they were at this stage."""
    waiting: int
    passed: int
    restored: int
    """Excluded here once and brought back by a person."""
    let_back: int
    """Excluded here once and let back by other parameters."""
    seconds: float
    """Of all runs; of people, where people do it."""
    runs: tuple[RunRecord, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Inspection:
    """What people did in the third stage."""

    people: int
    votes: int
    votes_needed: int
    by_votes: int
    """Images that votes decided; the others were decided by an organizer."""
    by_organizer: int
    reasons: tuple[ReasonCount, ...]


@dataclass(frozen=True, kw_only=True)
class FunnelReport:
    """From raw images to those that remain."""

    project: str
    name: str
    protocol_version: int | None
    raw: int
    """Files that are pictures, exact copies included."""
    rejected: Mapping[str, int]
    """Files that did not become images, by reason; not among ``raw``."""
    sources: int
    exact_copies: int
    imports: tuple[ImportRecord, ...]
    stages: tuple[Stage, ...]
    inspection: Inspection
    withdrawn_later: int
    """Withdrawn after all stages had been passed."""
    remaining: int
    as_of: str | None
    """When the last of the records was written."""

    @property
    def distinct(self) -> int:
        """Images without exact copies."""
        return self.raw - self.exact_copies

    @property
    def waiting(self) -> int:
        """Images that some stage has not decided on yet."""
        return sum(stage.waiting for stage in self.stages)

    @property
    def withdrawn(self) -> int:
        """All that were withdrawn, whenever."""
        return self.withdrawn_later + sum(stage.withdrawn for stage in self.stages)

    def stage(self, name: str) -> Stage:
        """One of the stages by its name."""
        return next(stage for stage in self.stages if stage.name == name)
