"""Turning files into images: bounded, shared among workers, nothing lost."""

from collections.abc import Mapping
from contextlib import closing, nullcontext
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import transaction

from curation.domain.decoding import Limits
from curation.domain.material.base import ManifestError, Material
from curation.models.images import Image, Source
from curation.models.imports import Upload
from curation.services.importing.batches import (
    files_rejected,
    plan_make,
    plan_of,
    plans_forget,
    workers_at,
)
from curation.services.importing.materials import material_of
from curation.services.importing.shifts import QUEUE, Progress, Shift, is_wanted
from curation.services.sources import source_require_usable
from curation.services.uploads import upload_clear, upload_require_complete
from projects.models import Project
from workflow.errors import Conflict, FieldProblem, Invalid
from workflow.jobs import job_enqueue, processes_for
from workflow.models import Job, JobStatus
from workflow.services import Actor

KIND = "curation.import"
PUBLISHED = "curation.import_published"
"""The same of a published benchmark with its records; a later stage does it."""
_CAN_BE_REPEATED = (JobStatus.CANCELLED, JobStatus.FAILED)


def import_begin(
    *,
    project: Project,
    source: Source,
    path: str | Path,
    actor: Actor,
    kind: str = KIND,
) -> Job:
    """Queue the import of a folder, archive or manifest on the server, or s3://….

    Raises Invalid when the source is prohibited, Conflict when an import is running.
    """
    source_require_usable(source)
    if str(path).startswith("s3://"):
        bucket, _, prefix = str(path).removeprefix("s3://").partition("/")
        where = {"bucket": bucket, "prefix": prefix}
    else:
        where = {"path": str(Path(path).absolute())}
    return job_enqueue(
        kind=kind,
        scope_id=project.pk,
        actor=actor,
        parameters={"source": source.pk, **where},
    )


def import_begin_from_bucket(
    *, project: Project, source: Source, bucket: str, prefix: str, actor: Actor
) -> Job:
    """Queue the import of a prefix of a bucket that this installation lets people read.

    Raises Invalid (bucket, source) or Conflict.
    """
    if bucket not in settings.IMPORT_S3_BUCKETS:
        problem = FieldProblem("bucket", "Is none that may be imported from here.")
        raise Invalid("This bucket may not be read.", [problem])
    path = f"s3://{bucket}/{prefix}"
    return import_begin(project=project, source=source, path=path, actor=actor)


@transaction.atomic
def import_begin_from_upload(*, upload: Upload, actor: Actor, kind: str = KIND) -> Job:
    """Queue the import of what was uploaded, again when it was cancelled or failed.

    Raises Invalid or Conflict.
    """
    source_require_usable(upload.source)
    upload_require_complete(upload)
    before = upload.job_id
    if upload.job is not None and upload.job.status not in _CAN_BE_REPEATED:
        raise Conflict("This upload is being imported already.")
    job = job_enqueue(
        kind=kind,
        scope_id=upload.project_id,
        actor=actor,
        parameters={"source": upload.source_id, "upload": upload.pk},
    )
    if not Upload.objects.filter(pk=upload.pk, job=before).update(job=job):
        raise Conflict("This upload is being imported already.")
    upload.job = job
    return job


def images_import(
    *,
    job: Job,
    progress: Progress,
    limits: Limits | None = None,
    material: Material | None = None,
) -> Mapping[str, Any]:
    """Do an import: every file becomes an image, an alias of one, or a rejection.

    1. Go through the material and plan batches of files.
    2. Take the batches in; workers that have nothing to do are called to help.
    3. Wait for those that others are at, and take up what they leave.

    Run again after it was killed it goes on with the batches that are not done. Returns
    the counts ``files``, ``imported``, ``already_present`` and ``rejected``. A
    ``material`` given is read in place of what the job names. Raises Invalid when there
    is nothing to import or a manifest cannot be understood.
    """
    begun = monotonic()
    source = Source.objects.get(pk=job.parameters["source"])
    source_require_usable(source)
    plans_forget()
    with nullcontext(material) if material else material_of(job.parameters) as found:
        try:
            plan = plan_make(job, found, heard=lambda: progress(0, None))
        except ManifestError as error:
            problem = FieldProblem("path", str(error))
            raise Invalid(f"The manifest cannot be used. {error}", [problem]) from error
        with closing(Shift(job, source, plan, found, limits or Limits())) as shift:
            shift.see_through(progress)
    rejected = files_rejected(plan)
    imported = Image.objects.filter(job=job).count()
    if material is None:
        import_tidy(job)
    return {
        "source": source.pk,
        "files": plan.files,
        "imported": imported,
        "already_present": plan.files - imported - rejected,
        "rejected": rejected,
        "seconds": round(monotonic() - begun, 3),
    }


def import_tidy(job: Job) -> None:
    """Forget what was uploaded for an import that has come to its end."""
    upload = Upload.objects.filter(job=job).first()
    if upload is not None:
        upload_clear(upload)


def import_help(*, job_id: int) -> bool:
    """Take in batches of an import that another worker sees through, for a while.

    Returns whether there is more to do.
    """
    job = Job.objects.get(pk=job_id)
    plan = plan_of(job)
    if plan is None or not plan.helped or not is_wanted(job):
        return False
    if workers_at(plan) >= max(2, processes_for(QUEUE)):
        return False
    source = Source.objects.get(pk=job.parameters["source"])
    with (
        material_of(job.parameters) as material,
        closing(Shift(job, source, plan, material, Limits())) as shift,
    ):
        return shift.help()
