"""The stages of curation, in their order. A new stage is one line of ``STAGES``."""

from collections.abc import Sequence
from typing import Any

from core.environment.images import CURATION_STAGES
from core.on_demand import import_on_demand
from curation.stages.base import CollectionStage, ImageStage, PeopleStage, Stage
from subtext_protocol.curation import STAGE_RULES, StageRules
from subtext_protocol.document import Protocol

STAGES: Sequence[str] = (
    "curation.near_duplicates.domain.stage.NearDuplicates",
    "curation.stages.image_quality.stage.ImageQuality",
    "curation.stages.text_area.stage.TextArea",
    "curation.screening.domain.stage.Screening",
)
"""Paths of their classes."""


def _in_order() -> tuple[Stage[Any], ...]:
    """Return all stages, with those of other packages before those of people.

    Raises ValueError for equal names.
    """
    elsewhere = CURATION_STAGES.read()
    stages: list[Stage[Any]] = [
        import_on_demand(path)() for path in (*STAGES, *elsewhere)
    ]
    for name in ("id", "state", "action"):
        names = [getattr(stage, name) for stage in stages]
        if len(set(names)) != len(names):
            raise ValueError(f"two curation stages have the same {name}: {names}")
    return tuple(sorted(stages, key=lambda stage: isinstance(stage, PeopleStage)))


INSTALLED = _in_order()
"""Every installed stage, in the order in which images pass them."""

for _stage in INSTALLED:
    STAGE_RULES.set_provided(
        _stage.id,
        StageRules(
            _stage.parameters,
            required=_stage.required,
            on_by_default=_stage.on_by_default,
            earlier_id=_stage.earlier_id,
        ),
    )


def people_stage() -> PeopleStage[Any]:
    """Return the stage in which people decide."""
    (stage,) = [stage for stage in INSTALLED if isinstance(stage, PeopleStage)]
    return stage


def automatic_stages() -> tuple["ImageStage[Any] | CollectionStage[Any]", ...]:
    """Return the stages that jobs run: all but those of people."""
    return tuple(
        stage for stage in INSTALLED if isinstance(stage, ImageStage | CollectionStage)
    )


def find_stage(stage_id: str) -> Stage[Any] | None:
    """Return the installed stage with this id, if there is one."""
    return next((stage for stage in INSTALLED if stage.id == stage_id), None)


def stage_of_state(state: str) -> Stage[Any] | None:
    """Return the stage that excludes images into this state, if there is one."""
    return next((stage for stage in INSTALLED if stage.state == state), None)


def is_stage_active(stage: Stage[Any], protocol: Protocol) -> bool:
    """Return whether a protocol uses the stage."""
    return stage.rules(protocol) is not None
