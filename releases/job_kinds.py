"""Kinds of jobs of releases; one of each at a time per project."""

from projects.selectors import MAINTAINERS, ORGANIZERS
from workflow.job_kinds import job_kind

BUILD = job_kind(
    "releases.build", MAINTAINERS, run="releases.services.building.run_build"
)
"""Checks, freezes, builds and publishes a release."""
CHECK = job_kind(
    "releases.check", ORGANIZERS, run="releases.services.checking.run_check"
)
"""Runs the checks of the next release."""
UPLOAD = job_kind(
    "releases.hub_upload", MAINTAINERS, run="releases.services.hub_upload.run_upload"
)
"""Uploads a release to the Hugging Face Hub."""
