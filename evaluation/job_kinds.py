"""Kinds of jobs of evaluations."""

from projects.selectors import ORGANIZERS
from workflow.job_kinds import job_kind

SITE = job_kind(
    "evaluation.site", ORGANIZERS, run="evaluation.services.site_builds.build_site"
)
"""Builds the site of a release; one at a time per project."""
CONNECTION_TEST = job_kind(
    "evaluation.connection_test",
    ORGANIZERS,
    run="evaluation.services.connections.run_connection_test",
)
"""Tests the connection to a model server; one at a time per project."""
