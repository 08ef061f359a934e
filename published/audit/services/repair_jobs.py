"""Importing an audited benchmark into a project, with its findings as rework."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from core.domain.texts import _, join_texts, local_text
from core.errors import InvalidInputError
from core.job_kinds import Progress
from core.models import Job
from core.scratch import scratch_folder
from published.audit.domain.finding import Finding
from published.audit.domain.repair import make_importable, repairable_findings
from published.audit.domain.wording import finding_title
from published.audit.selectors.audits import get_audit_report
from published.audit.services.material import audited_files
from published.imports.services.files import rejected_file_problems, require_tables
from published.imports.services.jobs import import_benchmark
from published.models import Audit
from published.reading.readers.base import BenchmarkLocation, UnreadableBenchmarkError
from published.reading.readers.columns import ColumnMapping
from published.reading.readers.registry import read_benchmark


def run_audited_import(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Import an audited benchmark; items that findings name go to rework.

    Returns the counts of the import. Raises InvalidInputError that names unreadable
    records.
    """
    audit = Audit.objects.select_related("upload").get(import_job=job)
    columns = ColumnMapping(**audit.columns) if audit.columns else None
    with audited_files(audit, progress) as files, scratch_folder() as scratch:
        require_tables(files.rejected)
        try:
            rejected = rejected_file_problems(files.rejected)
            place = BenchmarkLocation(files.place, scratch, columns, rejected=rejected)
            benchmark = read_benchmark(place)
        except (FileNotFoundError, UnreadableBenchmarkError) as error:
            raise InvalidInputError(str(error)) from error
        importable = make_importable(benchmark)
        reasons = _reasons(audit)
        rework = {
            id: reasons[published]
            for id, published in importable.published_ids.items()
            if published in reasons
        }
        return import_benchmark(
            job=job,
            progress=progress,
            benchmark=importable.benchmark,
            rework=rework,
        )


def _reasons(audit: Audit) -> Mapping[str, str]:
    """Return what an audit has found about each question, by its published id."""
    findings: defaultdict[str, dict[str, Finding]] = defaultdict(dict)
    for finding in repairable_findings(get_audit_report(audit).findings):
        for case in finding.cases:
            for question in case.questions:
                findings[question][finding.check] = finding
    return {
        question: _(
            "Audit: {findings}.",
            findings=join_texts("; ", map(_title, by_check.values())),
        )
        for question, by_check in findings.items()
    }


def _title(finding: Finding) -> str:
    return local_text(
        {"en": finding_title(finding, "en"), "zh": finding_title(finding, "zh")}
    )
