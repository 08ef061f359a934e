"""The funnel report: what happened to the raw images, stage by stage.

Its form is that of II-Bench §3.2 and CII-Bench §3.2.2. Every number is a count of
records. ``curation.reports.selectors.report`` counts them; ``report_text`` writes the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class ImportRecord:
    """One import: the files read and the results."""

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
    """One run of a stage; ``seconds`` is None until it is finished."""

    id: int
    parameters: Mapping[str, Any]
    tools: Mapping[str, Any]
    counts: Mapping[str, int]
    reason: str
    seconds: float | None
    at: str
    excludes: int
    """Images that are currently excluded because of this run."""


@dataclass(frozen=True, kw_only=True)
class ReasonCount:
    """Discarded images under one reason of the protocol; an image may have several."""

    id: str
    title: Mapping[str, str]
    count: int


@dataclass(frozen=True, kw_only=True)
class StageRecord:
    """What one stage did. ``entered`` is the sum of the next four numbers."""

    name: str
    """Id of the stage."""
    entered: int
    excluded: int
    """Currently excluded; restored images do not count."""
    withdrawn: int
    """Withdrawn individually or with their source, while they were at this stage."""
    waiting: int
    passed: int
    restored: int
    """Excluded here earlier and restored by a person."""
    let_back: int
    """Excluded here earlier and restored by other parameters."""
    seconds: float
    """Total of all runs, or of the people's time for manual stages."""
    runs: tuple[RunRecord, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ScreeningRecord:
    """The last stage, screening by people."""

    people: int
    votes: int
    votes_needed: int
    by_votes: int
    """Images decided by votes; an organizer decided the others."""
    by_organizer: int
    reasons: tuple[ReasonCount, ...]


@dataclass(frozen=True, kw_only=True)
class FunnelReport:
    """The counts from the raw images to the remaining ones."""

    project: str
    name: str
    protocol_version: int | None
    raw: int
    """Files that are images, including exact duplicates."""
    rejected: Mapping[str, int]
    """Files that did not become images, by reason; not part of ``raw``."""
    sources: int
    exact_copies: int
    imports: tuple[ImportRecord, ...]
    stages: tuple[StageRecord, ...]
    inspection: ScreeningRecord
    withdrawn_later: int
    """Withdrawn after all stages."""
    remaining: int
    as_of: str | None
    """Time of the latest record."""

    @property
    def distinct_images(self) -> int:
        """Return the number of images without exact duplicates."""
        return self.raw - self.exact_copies

    @property
    def undecided_images(self) -> int:
        """Return the number of images that a stage has not decided yet."""
        return sum(stage.waiting for stage in self.stages)

    @property
    def withdrawn(self) -> int:
        """Return the number of all withdrawn images."""
        return self.withdrawn_later + sum(stage.withdrawn for stage in self.stages)

    def get_stage(self, name: str) -> StageRecord:
        """Return a stage by its name."""
        return next(stage for stage in self.stages if stage.name == name)
