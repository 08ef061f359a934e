"""Kinds of jobs of review."""

from projects.selectors import ORGANIZERS
from workflow.job_kinds import job_kind

PUBLISHED_IMPORT = job_kind(
    "curation.import_published",
    ORGANIZERS,
    run="review.services.published_jobs.import_published",
)
"""Imports a published benchmark with its records; listed among the imports."""
FIGURES = job_kind(
    "review.figures", ORGANIZERS, run="review.services.figures.run_figures"
)
"""Computes the figures of a project."""
RENEWAL = job_kind(
    "review.search", ORGANIZERS, run="review.services.search_renewal.run_renewal"
)
"""Folds the search texts again; a migration enqueues it in every project."""
