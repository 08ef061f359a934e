"""Creating, starting and deleting audits; ``audit_jobs`` runs them."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.job_kinds import OUTSIDE
from core.jobs import enqueue_job
from core.models import JobStatus
from core.services import Actor
from curation.imports.models import UploadPart
from curation.imports.services.requests import NO_OPTIONS, QUEUE, encodings_by_archive
from curation.imports.services.uploads import (
    add_upload_part,
    begin_upload,
    clear_upload,
    require_complete_upload,
    uploaded_files,
)
from projects.models import User
from published.audit.selectors.audits import import_place
from published.job_kinds import AUDIT
from published.models import Audit
from published.reading.readers.columns import (
    ColumnMapping,
    ColumnsError,
    columns_from_json,
)

LIVE = (JobStatus.QUEUED, JobStatus.RUNNING)


def create_audit(
    *, user: User, name: str = "", path: str = "", earlier: Audit | None = None
) -> Audit:
    """Create an audit of a place in the import folder, else of an upload to come.

    Raises InvalidInputError (path).
    """
    if path:
        import_place(path)
        return Audit.objects.create(
            created_by=user,
            name=(name or PurePosixPath(path).name)[:200],
            path=path,
            earlier=earlier,
        )
    upload = begin_upload(project=None, source=None, actor=Actor(user, ""))
    return Audit.objects.create(
        created_by=user, name=name[:200], upload=upload, earlier=earlier
    )


def add_audit_part(
    *, audit: Audit, path: str, number: int, of: int, content: File[bytes]
) -> UploadPart:
    """Store a part of an uploaded file. Raises InvalidInputError, ConflictError."""
    if audit.upload is None or audit.job_id is not None:
        raise ConflictError(_("This audit accepts no more files."))
    return add_upload_part(
        upload=audit.upload, path=path, number=number, of=of, content=content
    )


@transaction.atomic
def start_audit(
    *,
    audit: Audit,
    columns: Mapping[str, Any] | None = None,
    names: Mapping[str, str] = NO_OPTIONS,
) -> Audit:
    """Queue an audit, also again with another mapping of ``columns``.

    ``names`` has the encoding of the names in an archive by its path; those of the
    audit before are kept. Raises
    InvalidInputError (columns, names), and ConflictError while it runs or when its
    files are gone.
    """
    if audit.job is not None and audit.job.status in LIVE:
        raise ConflictError(_("This audit is already running."))
    if audit.upload is not None:
        require_complete_upload(audit.upload)
    elif not audit.path:
        raise ConflictError(
            _("The files of this audit are gone. Upload the benchmark again.")
        )
    earlier = audit.job.parameters.get("names", {}) if audit.job else {}
    audit.columns = None if columns is None else _valid(columns).to_json()
    audit.name = audit.name or _name_of_upload(audit)
    # Jobs of audits have negative scopes, because they belong to no project.
    audit.job = enqueue_job(
        kind=AUDIT,
        queue=QUEUE,
        scope_id=-audit.pk,
        actor=Actor(audit.created_by, OUTSIDE),
        parameters={
            "audit": audit.pk,
            "names": encodings_by_archive({**earlier, **names}),
        },
    )
    audit.save(update_fields=["columns", "name", "job"])
    return audit


def _valid(columns: Mapping[str, Any]) -> ColumnMapping:
    try:
        return columns_from_json(columns)
    except ColumnsError as error:
        problem = FieldProblem("columns", str(error))
        raise InvalidInputError(_("This mapping is not valid."), [problem]) from error


def _name_of_upload(audit: Audit) -> str:
    """Return the name of the only uploaded file or folder, else of the first."""
    assert audit.upload is not None  # noqa: S101 - audits without one have names
    first = next(iter(uploaded_files(audit.upload)))
    return first.path.strip("/").split("/")[0][:200]


def delete_audit(*, audit: Audit) -> None:
    """Delete an audit with its files. Raises ConflictError while it runs."""
    if audit.job is not None and audit.job.status in LIVE:
        raise ConflictError(_("This audit is running. Cancel it first."))
    delete_thumbnails(audit)
    upload = audit.upload
    audit.delete()
    if upload is not None and upload.project_id is None:
        clear_upload(upload)
        upload.delete()


def delete_thumbnails(audit: Audit) -> None:
    """Delete the small images of an audit."""
    for name in audit.thumbnails.get("files", ()):
        default_storage.delete(name)
