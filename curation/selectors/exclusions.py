"""Reasons of exclusions: no image is excluded without one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import QuerySet

from curation.domain.states import DISCARDED, DUPLICATE, IMAGE, TOO_MUCH_TEXT
from curation.models.filters import FilterRun
from curation.models.images import Image
from curation.selectors.filters import DUPLICATES, TEXT
from projects.models import Project
from workflow.models import LedgerEntry
from workflow.selectors import last_reached

STAGES = {DUPLICATES: DUPLICATE, TEXT: TOO_MUCH_TEXT, "screening": DISCARDED}
STAGE_CHOICES = [(stage, stage) for stage in STAGES]
Rule = Literal["hash", "window", "released", "text_area", "votes", "organizer"]
_STAGE_OF = {state: stage for stage, state in STAGES.items()}


@dataclass(frozen=True)
class Exclusion:
    """Why an image was excluded: the measured value and its threshold."""

    stage: str
    rule: Rule
    value: float | None
    """The measured value: bits, similarity, share of text or votes to discard. None if
    an organizer decided."""
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
    states = [STAGES[stage]] if stage else list(STAGES.values())
    return Image.objects.filter(project=project, status__in=states).select_related(
        "source"
    )


def why_excluded(images: Sequence[Image]) -> dict[int, Exclusion]:
    """Return the exclusion of each image, by id. All ``images`` must be excluded."""
    entries: dict[int, LedgerEntry] = {}
    for state in STAGES.values():
        keys = [image.pk for image in images if image.status == state]
        entries |= last_reached(IMAGE.name, state, keys)
    named = {entry.data.get("run") for entry in entries.values()} - {None}
    runs = FilterRun.objects.in_bulk(named)
    return {
        key: _exclusion(entry, runs.get(entry.data.get("run")))
        for key, entry in entries.items()
    }


def _exclusion(entry: LedgerEntry, run: FilterRun | None) -> Exclusion:
    rule, value, threshold = _MEASURED[entry.target](entry.data)
    return Exclusion(
        stage=_STAGE_OF[entry.target],
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


_Measured = tuple[Rule, float | None, float | None]


def _copy(data: Mapping[str, Any]) -> _Measured:
    # Older entries have no rule, only distance and radius.
    return (
        data.get("rule", "hash"),
        data.get("value", data["distance"]),
        data.get("threshold", data["radius"]),
    )


def _text(data: Mapping[str, Any]) -> _Measured:
    return "text_area", data["text_area"], data["threshold"]


def _people(data: Mapping[str, Any]) -> _Measured:
    votes = data.get("votes")
    if not votes:
        return "organizer", None, None
    return "votes", votes["discard"], sum(votes.values()) / 2


_MEASURED = {DUPLICATE: _copy, TOO_MUCH_TEXT: _text, DISCARDED: _people}
