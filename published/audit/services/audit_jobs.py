"""Running audits in the background."""

from collections.abc import Mapping
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from core.domain.texts import store_text
from core.errors import InvalidInputError
from core.heartbeats import keep_job_heartbeat
from core.job_kinds import Progress
from core.models import Job
from core.scratch import scratch_folder
from curation.stages.text_area.measure import text_engine
from published.audit.domain.auditing import AuditOptions
from published.audit.domain.auditing import audit_benchmark as audit_benchmark
from published.audit.domain.report import compare_with_ids, storable_report
from published.audit.domain.thumbnails import images_of_cases, make_thumbnails
from published.audit.services.audits import delete_thumbnails
from published.audit.services.material import audited_files
from published.audit.services.measurements import kept_measurements
from published.imports.services.files import rejected_file_problems
from published.models import Audit
from published.reading.readers.base import BenchmarkLocation, UnreadableBenchmarkError
from published.reading.readers.columns import ColumnMapping
from published.reading.readers.tables import TableReader, inspect_table

LANGUAGES = ("en", "zh")
"""Languages of the text in images."""


def run_audit(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Audit a benchmark; store its report and small images of the cases.

    A table whose columns are not recognised ends the job with a proposal of a mapping
    in place of a report. Returns the counts ``findings`` and ``blocking``, and how
    ``names`` in archives were read. Raises
    InvalidInputError when nothing can be read.
    """
    audit = Audit.objects.select_related("upload", "earlier").get(
        pk=job.parameters["audit"]
    )
    # Proposing the pairs of a large benchmark takes minutes without any progress.
    with (
        keep_job_heartbeat(job.pk),
        audited_files(audit, progress) as files,
        scratch_folder() as scratch,
    ):
        readings = [reading.data() for reading in files.names]
        columns = ColumnMapping(**audit.columns) if audit.columns else None
        place = BenchmarkLocation(
            files.place,
            scratch,
            columns,
            title=audit.name,
            rejected=rejected_file_problems(files.rejected),
        )
        measurements = kept_measurements()
        options = AuditOptions(
            progress=lambda state: progress(state.overall_done, state.overall_total),
            text_engine=text_engine(LANGUAGES),
            measurements=measurements,
        )
        try:
            benchmark, report = audit_benchmark(place, options)
        except (FileNotFoundError, UnreadableBenchmarkError) as error:
            _propose(audit, place)
            if audit.proposal is not None:
                return {"needs_columns": True, "names": readings}
            raise InvalidInputError(str(error)) from error
        if benchmark.layout == TableReader.layout:
            _propose(audit, place)
        if audit.earlier is not None and audit.earlier.report is not None:
            before = audit.earlier.report["findings"]
            ids = {id for finding in before for id in finding["ids"]}
            report = compare_with_ids(report, ids)
        delete_thumbnails(audit)
        names_by_case = images_of_cases(benchmark, report.findings)
        names = dict.fromkeys(n for names in names_by_case.values() for n in names)
        numbers: dict[str, int] = {}
        stored_names: list[str] = []
        for name, content in make_thumbnails(benchmark, list(names), measurements):
            numbers[name] = len(stored_names)
            stored = f"audits/{audit.pk}/{len(stored_names)}.webp"
            stored_names.append(default_storage.save(stored, ContentFile(content)))
        audit.thumbnails = {
            "files": stored_names,
            "cases": {
                id: [numbers[name] for name in names if name in numbers]
                for id, names in names_by_case.items()
            },
        }
    audit.report = storable_report(report)
    audit.save(update_fields=["report", "thumbnails"])
    return {
        "findings": len(report.findings),
        "blocking": report.is_blocked,
        "names": readings,
    }


def _propose(audit: Audit, place: BenchmarkLocation) -> None:
    """Store what the columns of a table hold, as far as that is recognised."""
    excerpt = inspect_table(place)
    audit.proposal = excerpt and {
        "names": list(excerpt.names),
        "rows": list(excerpt.rows),
        "columns": excerpt.columns and excerpt.columns.to_json(),
        "guess": excerpt.guess.to_json(),
        "reason": store_text(excerpt.reason),
    }
    audit.save(update_fields=["proposal"])
