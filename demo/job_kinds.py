"""Kinds of jobs of the demo."""

from core.job_kinds import register_job_kind
from projects.roles import ORGANIZERS

IMAGES = register_job_kind(
    "demo.images", ORGANIZERS, run="demo.projects.jobs.make_images"
)
"""Draws, imports and filters the images of the project to work in."""
STARTED = register_job_kind(
    "demo.started", ORGANIZERS, run="demo.projects.jobs.start_project"
)
"""In it a crew leaves work for every role in another project."""
FINISHED = register_job_kind(
    "demo.finished", ORGANIZERS, run="demo.projects.jobs.finish_project"
)
"""In it a crew finishes a project."""
