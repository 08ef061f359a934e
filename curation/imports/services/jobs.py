"""Importing files as images: bounded, shared among workers, with no file lost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from core.heartbeats import keep_job_heartbeat
from core.job_kinds import Progress
from core.models import Job
from core.workers import count_live_processes
from curation.filters.services.requests import begin_filters_after_import
from curation.image_files.domain.limits import DecodingLimits
from curation.images.models import Image, Source
from curation.imports.models import ImportPlan
from curation.imports.services.batches import (
    count_active_workers,
    count_rejected_files,
    delete_import_plans,
    get_import_plan,
    make_import_plan,
)
from curation.imports.services.materials import main_table, open_job_material
from curation.imports.services.requests import (
    QUEUE,
    delete_import_leftovers,
    import_location_parameters,
)
from curation.imports.services.sources import refused_sources, require_usable_source
from curation.imports.services.worker_sessions import (
    ImportWorkerSession,
    is_import_running,
)
from curation.material.domain.base import ManifestError, Material
from curation.material.domain.manifests.listed import ListedMaterial
from curation.material.domain.manifests.options import (
    ManifestOptions,
    ManifestSummary,
    UnlistedFiles,
)


def import_images(
    *,
    job: Job,
    progress: Progress,
    limits: DecodingLimits | None = None,
    material: Material | None = None,
) -> Mapping[str, Any]:
    """Run an import: every file becomes an image, an alias of one, or a rejection.

    1. Read the material and plan batches of files.
    2. Import the batches; idle workers are called to help.
    3. Wait for the batches of other workers, and take over those they abandon.
    4. Queue the filters, if the import asks for them.

    After a kill, the next run continues with the unfinished batches. Returns the counts
    ``files``, ``imported``, ``already_present`` and ``rejected``, the id of the job of
    the ``filters``, if it began one, and how ``names`` in archives were read.
    ``material`` replaces the one named by the job. Raises InvalidInputError when there
    is nothing to import or a manifest is invalid.
    """
    begun = monotonic()
    source = Source.objects.get(pk=job.parameters["source"])
    require_usable_source(source)
    delete_import_plans()

    def on_heartbeat() -> None:
        progress(0, None)

    with (
        nullcontext(material)
        if material
        else open_job_material(job.parameters) as opened
    ):
        # Listing a large compressed archive takes minutes without any progress.
        with keep_job_heartbeat(job.pk):
            if material:
                plan = make_import_plan(job, material, on_heartbeat=on_heartbeat)
            else:
                plan = _plan_of_listed(job, source, opened, on_heartbeat)
            names = [reading.data() for reading in opened.name_readings()]
        with closing(
            ImportWorkerSession(job, source, plan, opened, limits or DecodingLimits())
        ) as shift:
            shift.see_through(progress)
    rejected = count_rejected_files(plan)
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
        "names": names,
        **plan.listing,
        "seconds": round(monotonic() - begun, 3),
    }


def _plan_of_listed(
    job: Job, source: Source, material: Material, on_heartbeat: Callable[[], None]
) -> ImportPlan:
    """Plan what the manifests of the material list. Raises InvalidInputError."""
    with (
        _listed(
            material,
            job.parameters,
            refuse_sources=partial(refused_sources, source),
            on_heartbeat=on_heartbeat,
        ) as listed,
    ):
        return make_import_plan(
            job, listed, on_heartbeat=on_heartbeat, listing=listed.listing
        )


def read_manifests(
    *, path: str | Path, names: str = "", manifests: ManifestOptions
) -> Sequence[ManifestSummary]:
    """Return the manifests of a folder, archive, table or bucket, as an import does.

    Raises InvalidInputError when one is not understood.
    """
    parameters = {**import_location_parameters(path, names), **asdict(manifests)}
    with (
        open_job_material(parameters) as material,
        _listed(material, parameters) as listed,
    ):
        listed.read_manifests()
        return listed.manifests


@contextmanager
def _listed(
    material: Material, parameters: Mapping[str, Any], **options: Any
) -> Iterator[ListedMaterial]:
    """Provide the material with its manifests. Raises InvalidInputError."""
    manifests = ManifestOptions(
        parameters.get("encoding", ""),
        UnlistedFiles(parameters.get("unlisted", UnlistedFiles.LEAVE_OUT)),
    )
    table = main_table(parameters)
    try:
        with closing(
            ListedMaterial(material, manifests, main_table=table, **options)
        ) as listed:
            yield listed
    except ManifestError as error:
        problem = FieldProblem("path", describe_failure(error))
        raise InvalidInputError(
            _("The manifest is not valid. {error}", error=error), [problem]
        ) from error


def help_with_import_job(*, job_id: int) -> bool:
    """Import batches of another worker's import for a while.

    Returns whether there is more to do.
    """
    job = Job.objects.get(pk=job_id)
    plan = get_import_plan(job)
    if plan is None or not plan.helped or not is_import_running(job):
        return False
    if count_active_workers(plan) >= max(2, count_live_processes(QUEUE)):
        return False
    source = Source.objects.get(pk=job.parameters["source"])
    with (
        open_job_material(job.parameters) as material,
        closing(
            ImportWorkerSession(job, source, plan, material, DecodingLimits())
        ) as shift,
    ):
        return shift.import_for_limited_time()
