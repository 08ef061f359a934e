"""Kinds of jobs of audits."""

from projects.selectors import ORGANIZERS
from workflow.job_kinds import OUTSIDE, job_kind

AUDIT = job_kind("audit.run", {OUTSIDE}, run="audit.services.audit_jobs.run_audit")
AUDITED_IMPORT = job_kind(
    "curation.import_audited",
    ORGANIZERS,
    run="audit.services.repair_jobs.run_audited_import",
)
"""Listed among the imports of the project."""
