"""Imports made before manifests were read strictly, and what may be wrong with them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import InvalidInputError
from core.models import Job, JobStatus
from curation.image_files.domain.rejection import RejectionReason
from curation.images.domain.states import WITHDRAWN
from curation.images.models import Image
from curation.imports.models import ImportRejection
from curation.imports.services.jobs import read_manifests
from curation.job_kinds import IMPORT
from curation.material.domain.base import comparable_path
from curation.material.domain.manifests.naming import is_manifest_name, is_table_file
from curation.material.domain.manifests.options import ManifestOptions
from curation.material.domain.manifests.rows import folded_path
from projects.models import Project

_ROW_REFUSED = (
    RejectionReason.UNREADABLE,
    RejectionReason.PROHIBITED,
    RejectionReason.MISSING,
)


@dataclass
class ImportCheck:
    """An earlier import with tables that were not read, or not read right."""

    job: int
    at: str
    source: int
    images: int
    """Images of this import that are not withdrawn."""
    unread: list[str] = field(default_factory=list)
    """Tables beside the images that were rejected as no images."""
    contradicted: list[str] = field(default_factory=list)
    """Images that came in although a row about their path was refused."""
    table: str = ""
    """Why the table that was imported is refused today, or how many rows it has."""


def check_earlier_imports(project: Project) -> Iterator[ImportCheck]:
    """Yield the finished imports of a project whose tables need a person's look.

    Imports whose manifests were read strictly are passed over. Their results say so.
    """
    jobs = Job.objects.filter(
        scope_id=project.pk, kind=IMPORT, status=JobStatus.FINISHED
    ).order_by("pk")
    for job in jobs:
        if "manifests" in job.result:
            continue
        images = Image.objects.filter(job=job).exclude(status=WITHDRAWN)
        check = ImportCheck(
            job=job.pk,
            at=job.created_at.isoformat(),
            source=job.parameters["source"],
            images=images.count(),
            unread=_unread_tables(job),
            contradicted=_contradicted_images(job),
            table=_problem_of_table(job),
        )
        if check.unread or check.contradicted or check.table:
            yield check


def _unread_tables(job: Job) -> list[str]:
    """Return the rejected tables, those that are named like manifests first."""
    paths = ImportRejection.objects.filter(job=job).values_list("path", flat=True)
    tables = [path for path in paths if is_table_file(path) or is_manifest_name(path)]
    return sorted(tables, key=lambda path: (not is_manifest_name(path), path))


def _contradicted_images(job: Job) -> list[str]:
    """Return images whose path differs from that of a refused row only in its form."""
    refused = ImportRejection.objects.filter(job=job, code__in=_ROW_REFUSED)
    rows = {
        folded_path(comparable_path(path))
        for path in refused.values_list("path", flat=True)
    }
    if not rows:
        return []
    paths = Image.objects.filter(job=job).exclude(status=WITHDRAWN)
    return sorted(
        path
        for path in paths.values_list("original_path", flat=True)
        if folded_path(comparable_path(path)) in rows
    )


def _problem_of_table(job: Job) -> str:
    """Return what a table that was imported itself says today, if it is still there."""
    path = Path(job.parameters.get("path", ""))
    if not (is_table_file(path.name) and path.is_file()):
        return ""
    try:
        [summary] = read_manifests(path=path, manifests=ManifestOptions())
    except InvalidInputError as error:
        return error.detail
    if summary.rows == job.result["files"]:
        return ""
    return f"{summary.rows} rows, of which {job.result['files']} were read"
