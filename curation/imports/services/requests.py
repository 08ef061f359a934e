"""Queueing imports, which ``import_jobs`` runs, and deleting their uploads."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db import transaction

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.jobs import enqueue_job
from core.models import Job, JobStatus
from core.services import Actor
from curation.images.models import Source
from curation.imports.models import Upload
from curation.imports.services.sources import require_usable_source
from curation.imports.services.uploads import clear_upload, require_complete_upload
from curation.job_kinds import IMPORT
from curation.material.domain.archive_names import ENCODINGS, encoding_named
from curation.material.domain.manifests.options import ManifestOptions
from projects.models import Project

QUEUE = "curation"
IMPORT_HELP = "curation.import_help"
"""The task in which a worker imports some files of another worker's job."""
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})
BY_DEFAULT = ManifestOptions()
_CAN_BE_REPEATED = (JobStatus.CANCELLED, JobStatus.FAILED)


def begin_import(
    *,
    project: Project,
    source: Source,
    path: str | Path,
    actor: Actor,
    filters: bool = False,
    names: str = "",
    manifests: ManifestOptions = BY_DEFAULT,
    kind: str = IMPORT,
    options: Mapping[str, Any] = NO_OPTIONS,
) -> Job:
    """Queue the import of a folder, archive or manifest on the server, or of s3://….

    ``filters``: queue the filters when the import has finished. ``names`` is the
    encoding of the names in an archive that do not say theirs. ``options`` are the
    job's parameters that its kind alone knows. Raises InvalidInputError when the source
    is prohibited, and ConflictError when an import is running.
    """
    require_usable_source(source)
    return enqueue_job(
        kind=kind,
        queue=QUEUE,
        scope_id=project.pk,
        actor=actor,
        parameters={
            **options,
            "source": source.pk,
            "filters": filters,
            **asdict(manifests),
            **import_location_parameters(path, names),
        },
    )


def import_location_parameters(path: str | Path, names: str = "") -> Mapping[str, Any]:
    """Return the parameters of a job that reads ``path`` or s3://bucket/prefix.

    ``names`` is the encoding of an archive's names. Raises InvalidInputError (names).
    """
    if str(path).startswith("s3://"):
        bucket, _rest, prefix = str(path).removeprefix("s3://").partition("/")
        return {"bucket": bucket, "prefix": prefix}
    place = Path(path).absolute()
    known = encodings_by_archive({place.name: names} if names else {})
    return {"path": str(place), "names": known}


def encodings_by_archive(names: Mapping[str, str]) -> Mapping[str, str]:
    """Return encodings as they are known here. Raises InvalidInputError (names)."""
    known = {archive: encoding_named(name) or "" for archive, name in names.items()}
    unknown = [names[archive] for archive, name in known.items() if not name]
    if unknown:
        choices = ", ".join(ENCODINGS)
        problem = FieldProblem("names", _("Choose one of: {choices}.", choices=choices))
        raise InvalidInputError(
            _("File names cannot be read as {name}.", name=unknown[0]), [problem]
        )
    return known


def begin_import_from_bucket(
    *,
    project: Project,
    source: Source,
    bucket: str,
    prefix: str,
    actor: Actor,
    filters: bool = False,
    manifests: ManifestOptions = BY_DEFAULT,
) -> Job:
    """Queue the import of a prefix of a bucket that this installation allows.

    Raises InvalidInputError (bucket, source) or ConflictError.
    """
    if bucket not in settings.IMPORT_S3_BUCKETS:
        problem = FieldProblem("bucket", _("This path is not allowed for imports."))
        raise InvalidInputError(_("This bucket is not allowed for imports."), [problem])
    path = f"s3://{bucket}/{prefix}"
    return begin_import(
        project=project,
        source=source,
        path=path,
        actor=actor,
        filters=filters,
        manifests=manifests,
    )


@transaction.atomic
def begin_import_from_upload(
    *,
    upload: Upload,
    actor: Actor,
    filters: bool = False,
    names: Mapping[str, str] = NO_OPTIONS,
    manifests: ManifestOptions = BY_DEFAULT,
    kind: str = IMPORT,
    options: Mapping[str, Any] = NO_OPTIONS,
) -> Job:
    """Queue the import of an upload, also after it was cancelled or failed.

    ``names`` has the encoding of an archive's names by its path; those of the import
    before are kept. ``options`` are the
    job's parameters that its kind alone knows.

    Raises InvalidInputError or ConflictError.
    """
    assert upload.project_id is not None  # noqa: S101 - audits set both first
    assert upload.source is not None  # noqa: S101
    require_usable_source(upload.source)
    require_complete_upload(upload)
    before = upload.job_id
    earlier = upload.job.parameters.get("names", {}) if upload.job else {}
    if upload.job is not None and upload.job.status not in _CAN_BE_REPEATED:
        raise ConflictError(_("This upload is already being imported."))
    job = enqueue_job(
        kind=kind,
        queue=QUEUE,
        scope_id=upload.project_id,
        actor=actor,
        parameters={
            **options,
            "source": upload.source_id,
            "upload": upload.pk,
            "names": encodings_by_archive({**earlier, **names}),
            "filters": filters,
            **asdict(manifests),
        },
    )
    if not Upload.objects.filter(pk=upload.pk, job=before).update(job=job):
        raise ConflictError(_("This upload is already being imported."))
    upload.job = job
    return job


def delete_import_leftovers(job: Job) -> None:
    """Delete the uploaded files of a finished import."""
    upload = Upload.objects.filter(job=job).first()
    if upload is not None:
        clear_upload(upload)
