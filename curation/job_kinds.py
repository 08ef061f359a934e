"""Kinds of jobs of curation."""

from projects.selectors import ORGANIZERS
from workflow.job_kinds import job_kind

IMPORT = job_kind(
    "curation.import", ORGANIZERS, run="curation.services.import_jobs.import_images"
)
FILTER = job_kind(
    "curation.filter", ORGANIZERS, run="curation.services.filter_jobs.run_filters"
)
PREVIEW = job_kind(
    "curation.preview", ORGANIZERS, run="curation.services.preview_jobs.run_preview"
)
"""Compares images by another threshold of the near-duplicates filter."""
STAGE_PREVIEW = job_kind(
    "curation.stage_preview",
    ORGANIZERS,
    run="curation.services.filter_jobs.run_stage_preview",
)
"""Measures images by other parameters of a stage that measures images."""
