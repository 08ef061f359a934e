"""Kinds of jobs of curation."""

from core.job_kinds import register_job_kind
from projects.roles import ORGANIZERS

IMPORT = register_job_kind(
    "curation.import", ORGANIZERS, run="curation.imports.services.jobs.import_images"
)
FILTER = register_job_kind(
    "curation.filter", ORGANIZERS, run="curation.filters.services.jobs.run_filters"
)
PREVIEW = register_job_kind(
    "curation.preview",
    ORGANIZERS,
    run="curation.near_duplicates.services.preview_jobs.run_preview",
)
"""Compares images by another threshold of the near-duplicates filter."""
STAGE_PREVIEW = register_job_kind(
    "curation.stage_preview",
    ORGANIZERS,
    run="curation.filters.services.jobs.run_stage_preview",
)
"""Measures images by other parameters of a stage that measures images."""
