"""Jobs of this stage."""

from collections.abc import Mapping
from typing import Any

from releases.services.building import release_build
from releases.services.cutting import BUILD
from workflow.jobs import JobContext, heartbeat, job


@job(BUILD)
def build(context: JobContext) -> Mapping[str, Any]:
    """Build and publish the release named in ``release``."""
    # Writing the parquet files and storing a large file say nothing for a while.
    with heartbeat(context.job.pk):
        return release_build(
            release_id=context.parameters["release"], progress=context.progress
        )
