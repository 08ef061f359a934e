"""Kinds of jobs of review."""

from core.job_kinds import register_job_kind
from projects.roles import ORGANIZERS

FIGURES = register_job_kind(
    "review.figures", ORGANIZERS, run="review.progress.services.run_figures"
)
"""Computes the figures of a project."""
RENEWAL = register_job_kind(
    "review.search",
    ORGANIZERS,
    run="review.adjudication.services.search_renewal.run_renewal",
)
"""Folds the search texts again; a migration enqueues it in every project."""
