"""Reasons of exclusions: no image is excluded without one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from core.models import LedgerEntry
from core.selectors import last_reached
from curation.filters.models import FilterRun
from curation.images.domain.states import IMAGE
from curation.images.models import Image
from curation.stages.registry import INSTALLED, stage_of_state
from projects.models import Project

STATES = {stage.id: stage.state for stage in INSTALLED}
"""The state of excluded images, by stage."""


@dataclass(frozen=True)
class Exclusion:
    """Why an image was excluded: the measured value and its threshold."""

    stage: str
    rule: str
    """One of the stage's reasons."""
    value: float | None
    """The measured value. None if an organizer decided."""
    threshold: float | None
    similarity: float | None
    """For a near-duplicate: the share of the drawn content that matches."""
    least_similarity: float | None
    tools: Mapping[str, Any]
    """Tools with their versions; empty if people decided."""
    run: int | None
    at: datetime
    reason: str
    notes: Sequence[str]
    """Notes of voters, where the reason alone is not enough."""
    role: str
    """Role of the actor: ``system`` or the role of a person."""


def excluded_images(project: Project, stage: str = "") -> QuerySet[Image]:
    """Return the excluded images that can be restored, of one stage or all."""
    states = [STATES[stage]] if stage else list(STATES.values())
    return Image.objects.filter(project=project, status__in=states).select_related(
        "source"
    )


def exclusion_by_image(images: Sequence[Image]) -> dict[int, Exclusion]:
    """Return the exclusion of each image, by id. All ``images`` must be excluded."""
    entries: dict[int, LedgerEntry] = {}
    for state in STATES.values():
        keys = [image.pk for image in images if image.status == state]
        entries |= last_reached(IMAGE.name, state, keys)
    named = {entry.data.get("run") for entry in entries.values()} - {None}
    runs = FilterRun.objects.in_bulk(named)
    return {
        key: _exclusion(entry, runs.get(entry.data.get("run")))
        for key, entry in entries.items()
    }


def _exclusion(entry: LedgerEntry, run: FilterRun | None) -> Exclusion:
    stage = stage_of_state(entry.target)
    if stage is None:
        raise ValueError(f"no curation stage excludes images as {entry.target}")
    rule, value, threshold = stage.exclusion_reason(entry.data)
    return Exclusion(
        stage=stage.id,
        rule=rule,
        value=value,
        threshold=threshold,
        similarity=entry.data.get("similarity"),
        least_similarity=entry.data.get("least_similarity"),
        tools=run.tools if run else {},
        run=run.pk if run else None,
        at=entry.at,
        reason=entry.reason,
        notes=entry.data.get("notes", []),
        role=entry.role,
    )
