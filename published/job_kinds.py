"""Kinds of jobs of published benchmarks."""

from core.job_kinds import OUTSIDE, register_job_kind
from projects.roles import ORGANIZERS

AUDIT = register_job_kind(
    "audit.run", {OUTSIDE}, run="published.audit.services.audit_jobs.run_audit"
)
PUBLISHED_IMPORT = register_job_kind(
    "curation.import_published",
    ORGANIZERS,
    run="published.imports.services.jobs.import_published",
)
"""Imports a published benchmark with its records; listed among the imports."""
AUDITED_IMPORT = register_job_kind(
    "curation.import_audited",
    ORGANIZERS,
    run="published.audit.services.repair_jobs.run_audited_import",
)
"""Listed among the imports of the project."""
