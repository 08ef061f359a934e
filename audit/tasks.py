"""The jobs of audits."""

from collections.abc import Mapping
from typing import Any

from audit.services.audit_jobs import run_audit
from audit.services.audits import KIND
from audit.services.repair_jobs import run_audited_import
from audit.services.repair_requests import KIND as IMPORT
from workflow.jobs import JobContext, job


@job(KIND)
def audit_run(context: JobContext) -> Mapping[str, Any]:
    return run_audit(context)


@job(IMPORT)
def audited_import_run(context: JobContext) -> Mapping[str, Any]:
    return run_audited_import(context)
