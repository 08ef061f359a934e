"""The installed stages as pages and forms need them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from curation.filters.selectors.runs import current_parameters
from curation.stages.base import ImageStage, Stage, Texts, ValueRange
from curation.stages.registry import INSTALLED, is_stage_active
from projects.models import Project


@dataclass(frozen=True)
class AxisSpan:
    """Range and step of an axis or a slider."""

    low: float
    high: float
    step: float


@dataclass(frozen=True)
class StageMeasure:
    """A value that a stage measures, with the parameter that holds its threshold."""

    id: str
    threshold: str
    excludes: str
    """``above`` or ``below``: the side of the threshold that is excluded."""
    unit: str
    """``share``, ``number`` or ``pixels``."""
    axis: AxisSpan


@dataclass(frozen=True)
class StageDescription:
    """An installed stage: its texts in both languages, and what it measures."""

    id: str
    kind: str
    """``image``, ``collection`` or ``people``."""
    icon: str
    is_on: bool
    """Whether the project's protocol uses the stage."""
    state: str
    """State of the images that it excluded."""
    action: str
    """The transition that excludes an image."""
    texts: Texts
    """Texts by key and language, with ``{placeholders}``."""
    reasons: Mapping[str, str]
    """The rules that exclude an image, each with the unit of its value."""
    units: Mapping[str, str]
    """Units of the parameters that are numbers."""
    measures: Sequence[StageMeasure]
    sliders: Mapping[str, AxisSpan]
    """Parameters that may be tried on the page, besides the thresholds."""
    parameters: Mapping[str, Any]
    """The current parameters; empty where the stage is off."""


def stage_descriptions(project: Project) -> list[StageDescription]:
    """Return every installed stage in order, those that are off included."""
    return [_described(project, stage) for stage in INSTALLED]


def _described(project: Project, stage: Stage[Any]) -> StageDescription:
    of_image = stage if isinstance(stage, ImageStage) else None
    used = is_stage_active(stage, project.protocol)
    return StageDescription(
        id=stage.id,
        kind=stage.kind,
        icon=stage.icon,
        is_on=used,
        state=stage.state,
        action=stage.action,
        texts=stage.texts,
        reasons=stage.reasons,
        units=stage.units,
        measures=[
            StageMeasure(
                measure.id,
                measure.threshold,
                measure.excludes,
                measure.unit,
                _span(measure.axis),
            )
            for measure in (of_image.measures if of_image else ())
        ],
        sliders={
            name: _span(span)
            for name, span in (of_image.sliders if of_image else {}).items()
        },
        parameters=current_parameters(project, stage) if used else {},
    )


def _span(span: ValueRange) -> AxisSpan:
    return AxisSpan(*span)
