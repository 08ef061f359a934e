"""Kinds of jobs of the demo."""

from projects.selectors import ORGANIZERS
from workflow.job_kinds import job_kind

IMAGES = job_kind("demo.images", ORGANIZERS, run="config.demo.jobs.make_images")
"""Draws, imports and filters the images of the project to work in."""
STARTED = job_kind("demo.started", ORGANIZERS, run="config.demo.jobs.start_project")
"""In it a crew leaves work for every role in another project."""
FINISHED = job_kind("demo.finished", ORGANIZERS, run="config.demo.jobs.finish_project")
"""In it a crew finishes a project."""
