"""The record of a filter run: its parameters and tools."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings

from curation.models.filters import FilterRun
from curation.selectors.duplicates import duplicate_parameters
from curation.selectors.filters import DUPLICATES, TEXT
from curation.selectors.text_area import TextRules, text_rules
from curation.services.duplicates import duplicates_tools
from curation.services.text_measurement import text_tools
from projects.models import Project
from workflow.models import Job


def run_of(
    project: Project, job: Job, stage: str, *, preview: bool = False
) -> FilterRun:
    """Return the run of a stage in this job; a restarted job has one already."""
    there = FilterRun.objects.filter(job=job, stage=stage).first()
    if there is not None:
        return there
    tools, depends, parameters = _DESCRIBED[stage](project, job.parameters)
    version = project.current_protocol
    return FilterRun.objects.create(
        project=project,
        job=job,
        stage=stage,
        tools=tools,
        preview=preview,
        parameters={**parameters, "protocol_version": version and version.number},
        signature=_signature({name: parameters[name] for name in depends}, tools),
    )


_Description = tuple[dict[str, Any], Sequence[str], dict[str, Any]]
"""Tools, the parameters that measurements depend on, and all parameters."""


def _describe_duplicates(project: Project, asked: Mapping[str, Any]) -> _Description:
    inforce = duplicate_parameters(project)
    radius, similarity = asked.get("radius"), asked.get("similarity")
    tools = {"subtext": settings.SUBTEXT_VERSION, **duplicates_tools()}
    parameters = {
        "radius": inforce.radius if radius is None else radius,
        "similarity": inforce.similarity if similarity is None else similarity,
    }
    return tools, ["radius"], parameters


def _describe_text(project: Project, asked: Mapping[str, Any]) -> _Description:
    languages = project.protocol.curation.text_area.languages
    parameters = text_rules(project)._asdict()
    for name in TextRules._fields:
        if asked.get(name) is not None:
            parameters[name] = asked[name]
    parameters["languages"] = list(languages)
    return text_tools(languages), ["confidence", "minimum_characters"], parameters


_DESCRIBED: Mapping[str, Callable[[Project, Mapping[str, Any]], _Description]] = {
    DUPLICATES: _describe_duplicates,
    TEXT: _describe_text,
}


def _signature(parameters: Mapping[str, Any], tools: Mapping[str, Any]) -> str:
    text = json.dumps([parameters, tools], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
