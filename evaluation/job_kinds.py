"""Kinds of jobs of evaluations."""

from core.job_kinds import register_job_kind
from projects.roles import ORGANIZERS

SITE = register_job_kind(
    "evaluation.site", ORGANIZERS, run="evaluation.site.services.builds.build_site"
)
"""Builds the site of a release; one at a time per project."""
CONNECTION_TEST = register_job_kind(
    "evaluation.connection_test",
    ORGANIZERS,
    run="evaluation.dispatch.services.connections.run_connection_test",
)
"""Tests the connection to a model server; one at a time per project."""
