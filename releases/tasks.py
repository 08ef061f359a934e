"""Jobs of releases."""

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
    """Check, freeze, build and publish the release with the id ``release``."""
    # Writing parquet files and storing a large file report no progress for a while.
    with heartbeat(context.job.pk):
        return release_build(
            release_id=context.parameters["release"], progress=context.progress
        )


@job(CHECK)
def check(context: JobContext) -> Mapping[str, Any]:
    """Run the checks of the project's next release."""
    with heartbeat(context.job.pk):
        found = gate_check(project=Project.objects.get(pk=context.job.scope_id))
    return {"suggested": found.content["suggested"]}
