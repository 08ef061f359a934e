"""Importing files as images: bounded, shared among workers, with no file lost."""

from collections.abc import Mapping
from contextlib import closing, nullcontext
from time import monotonic
from typing import Any

from curation.domain.limits import Limits
from curation.domain.material.base import ManifestError, Material
from curation.models.images import Image, Source
from curation.services.filtering import begin_filters_after_import
from curation.services.importing.batches import (
    delete_import_plans,
    files_rejected,
    import_plan_of,
    make_import_plan,
    workers_at,
)
from curation.services.importing.materials import material_of_job
from curation.services.importing.worker_sessions import (
    ImportWorkerSession,
    Progress,
    is_import_running,
)
from curation.services.imports import QUEUE, delete_import_leftovers
from curation.services.sources import require_usable_source
from workflow.domain.texts import _
from workflow.errors import FieldProblem, InvalidInputError
from workflow.models import Job
from workflow.workers import processes_for


def import_images(
    *,
    job: Job,
    progress: Progress,
    limits: Limits | None = None,
    material: Material | None = None,
) -> Mapping[str, Any]:
    """Run an import: every file becomes an image, an alias of one, or a rejection.

    1. Read the material and plan batches of files.
    2. Import the batches; idle workers are called to help.
    3. Wait for the batches of other workers, and take over those they abandon.
    4. Queue the filters, if the import asks for them.

    After a kill, the next run continues with the unfinished batches. Returns the counts
    ``files``, ``imported``, ``already_present`` and ``rejected``, and the id of the job
    of the ``filters``, if it began one. ``material`` replaces the one named by the job.
    Raises InvalidInputError when there is nothing to import or a manifest is invalid.
    """
    begun = monotonic()
    source = Source.objects.get(pk=job.parameters["source"])
    require_usable_source(source)
    delete_import_plans()
    with (
        nullcontext(material) if material else material_of_job(job.parameters) as opened
    ):
        try:
            plan = make_import_plan(job, opened, on_heartbeat=lambda: progress(0, None))
        except ManifestError as error:
            problem = FieldProblem("path", str(error))
            raise InvalidInputError(
                _("The manifest is not valid. {error}", error=error), [problem]
            ) from error
        with closing(
            ImportWorkerSession(job, source, plan, opened, limits or Limits())
        ) as shift:
            shift.see_through(progress)
    rejected = files_rejected(plan)
    imported = Image.objects.filter(job=job).count()
    if material is None:
        delete_import_leftovers(job)
    filters = None
    if job.parameters.get("filters"):
        filters = begin_filters_after_import(source.project)
    return {
        "source": source.pk,
        "files": plan.files,
        "imported": imported,
        "already_present": plan.files - imported - rejected,
        "rejected": rejected,
        "filters": filters and filters.pk,
        "seconds": round(monotonic() - begun, 3),
    }


def help_import(*, job_id: int) -> bool:
    """Import batches of another worker's import for a while.

    Returns whether there is more to do.
    """
    job = Job.objects.get(pk=job_id)
    plan = import_plan_of(job)
    if plan is None or not plan.helped or not is_import_running(job):
        return False
    if workers_at(plan) >= max(2, processes_for(QUEUE)):
        return False
    source = Source.objects.get(pk=job.parameters["source"])
    with (
        material_of_job(job.parameters) as material,
        closing(ImportWorkerSession(job, source, plan, material, Limits())) as shift,
    ):
        return shift.help()
