"""Kinds of jobs of releases; one of each at a time per project."""

from core.job_kinds import register_job_kind
from projects.roles import MAINTAINERS, ORGANIZERS

BUILD = register_job_kind(
    "releases.build", MAINTAINERS, run="releases.building.services.folders.run_build"
)
"""Checks, freezes, builds and publishes a release."""
CHECK = register_job_kind(
    "releases.check", ORGANIZERS, run="releases.gate.services.run_check"
)
"""Runs the checks of the next release."""
UPLOAD = register_job_kind(
    "releases.hub_upload", MAINTAINERS, run="releases.hub.services.upload.run_upload"
)
"""Uploads a release to the Hugging Face Hub."""
