"""Jobs of this stage."""

from collections.abc import Mapping
from typing import Any

from projects.models import Project
from releases.selectors.gate_checks import CHECK
from releases.services.building import release_build
from releases.services.checking import gate_check
from releases.services.cutting import BUILD
from workflow.jobs import JobContext, heartbeat, job


@job(BUILD)
def build(context: JobContext) -> Mapping[str, Any]:
    """Judge, freeze, build and publish the release named in ``release``."""
    # Writing the parquet files and storing a large file say nothing for a while.
    with heartbeat(context.job.pk):
        return release_build(
            release_id=context.parameters["release"], progress=context.progress
        )


@job(CHECK)
def check(context: JobContext) -> Mapping[str, Any]:
    """Judge what the project's next release would hold."""
    with heartbeat(context.job.pk):
        found = gate_check(project=Project.objects.get(pk=context.job.scope_id))
    return {"suggested": found.content["suggested"]}
