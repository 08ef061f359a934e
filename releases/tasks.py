"""Jobs of releases."""

from collections.abc import Mapping
from typing import Any

from projects.models import Project
from releases.models import Release
from releases.selectors.gate_checks import CHECK
from releases.services.building import build_release
from releases.services.checking import run_gate_check
from releases.services.cutting import BUILD
from releases.services.hub_publication import UPLOAD, HubTarget
from releases.services.hub_upload import upload_release
from workflow.jobs import JobContext, heartbeat, job


@job(BUILD)
def build_release_job(context: JobContext) -> Mapping[str, Any]:
    """Check, freeze, build and publish the release with the id ``release``."""
    # Writing parquet files and storing a large file report no progress for a while.
    with heartbeat(context.job.pk):
        return build_release(
            release_id=context.parameters["release"], progress=context.progress
        )


@job(CHECK)
def check_gate_job(context: JobContext) -> Mapping[str, Any]:
    """Run the checks of the project's next release."""
    with heartbeat(context.job.pk):
        check = run_gate_check(project=Project.objects.get(pk=context.job.scope_id))
    return {"suggested": check.content["suggested"]}


@job(UPLOAD)
def upload_release_job(context: JobContext) -> Mapping[str, Any]:
    """Upload the release with the id ``release`` to the Hub."""
    parameters = context.parameters
    target = HubTarget(parameters["repo"], parameters["visibility"])
    with heartbeat(context.job.pk):
        return upload_release(
            release=Release.objects.get(pk=parameters["release"]),
            target=target,
            progress=context.progress,
        )
