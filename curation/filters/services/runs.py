"""The record of a stage's run: its parameters and tools."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from core.models import Job
from core.on_demand import import_on_demand
from curation.filters.models import FilterRun
from curation.filters.selectors.runs import AutomaticStage
from curation.filters.services.parameters import checked_parameters
from curation.stages.base import CollectionStage
from curation.stages.measurer import Measurer
from projects.models import Project


def make_measurer(
    stage: AutomaticStage, parameters: Mapping[str, Any]
) -> Measurer[Any]:
    """Return the measurer of a stage of one image with these parameters of a run."""
    if isinstance(stage, CollectionStage):
        raise TypeError(f"the stage {stage.id} compares images with each other")
    known = {name: parameters[name] for name in stage.parameters.model_fields}
    measurer: Measurer[Any] = import_on_demand(stage.measurer)(
        stage.parameters.model_validate(known)
    )
    return measurer


def get_or_create_run(
    project: Project, job: Job, stage: AutomaticStage, *, preview: bool = False
) -> FilterRun:
    """Return the run of a stage in this job; a restarted job has one already."""
    there = FilterRun.objects.filter(job=job, stage=stage.id).first()
    if there is not None:
        return there
    values = job.parameters.get("parameters", {}).get(stage.id, {})
    parameters = checked_parameters(project, stage, values)
    tools = (
        import_on_demand(stage.tools)()
        if isinstance(stage, CollectionStage)
        else make_measurer(stage, parameters).tool_versions
    )
    version = project.current_protocol
    return FilterRun.objects.create(
        project=project,
        job=job,
        stage=stage.id,
        tools=tools,
        preview=preview,
        parameters={**parameters, "protocol_version": version and version.number},
        signature=_signature(
            {name: parameters[name] for name in stage.measuring_parameters}, tools
        ),
    )


def _signature(parameters: Mapping[str, Any], tools: Mapping[str, Any]) -> str:
    text = json.dumps([parameters, tools], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
