"""Queries on the runs of curation stages and their measurements."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from core.domain.texts import _
from core.errors import ConflictError, NotFoundError
from core.selectors import get_or_missing
from curation.filters.models import DuplicateScanShare, FilterRun, Measurement
from curation.images.models import Image
from curation.stages.base import CollectionStage, ImageStage, Stage
from curation.stages.registry import INSTALLED, automatic_stages, is_stage_active
from projects.models import Project

AutomaticStage = ImageStage[Any] | CollectionStage[Any]


def list_active_stages(project: Project) -> list[Stage[Any]]:
    """Return the stages that the project's protocol uses, in order."""
    protocol = project.protocol
    return [stage for stage in INSTALLED if is_stage_active(stage, protocol)]


def list_active_automatic_stages(project: Project) -> list[AutomaticStage]:
    """Return those of the project's stages that jobs run, in order."""
    protocol = project.protocol
    return [stage for stage in automatic_stages() if is_stage_active(stage, protocol)]


def get_threshold_stage(project: Project, stage_id: str) -> ImageStage[Any]:
    """Return a stage that measures images.

    Raises NotFoundError when there is none, ConflictError when the protocol does not
    use it.
    """
    for stage in automatic_stages():
        if stage.id == stage_id and isinstance(stage, ImageStage):
            if not is_stage_active(stage, project.protocol):
                raise ConflictError(
                    _(
                        "The protocol does not use the stage {stage}.",
                        stage=stage_id,
                    )
                )
            return stage
    raise NotFoundError(
        _("There is no curation stage {stage_id} with a threshold.", stage_id=stage_id)
    )


def current_parameters(project: Project, stage: Stage[Any]) -> dict[str, Any]:
    """Return the parameters last applied under this protocol, or the protocol's.

    Raises ConflictError when the protocol does not use the stage.
    """
    rules = stage.rules(project.protocol)
    if rules is None:
        raise ConflictError(
            _("The protocol does not use the stage {stage}.", stage=stage.id)
        )
    parameters: dict[str, Any] = rules.model_dump(mode="json")
    applied = run_last_applied(project, stage.id)
    if applied is not None:
        for name in parameters:
            parameters[name] = applied.parameters.get(name, parameters[name])
    return parameters


def filter_runs(project: Project) -> QuerySet[FilterRun]:
    """Return every run of a stage, including previews."""
    return FilterRun.objects.filter(project=project)


def last_finished_run(project: Project, stage: str) -> FilterRun | None:
    """Return the latest finished run of a stage that is not a preview."""
    return (
        filter_runs(project)
        .filter(stage=stage, seconds__isnull=False, preview=False)
        .order_by("-pk")
        .first()
    )


def run_last_applied(project: Project, stage: str) -> FilterRun | None:
    """Return the run whose parameters a person last applied under the current protocol."""
    version = project.current_protocol
    return (
        filter_runs(project)
        .filter(
            stage=stage,
            preview=False,
            parameters__protocol_version=version and version.number,
        )
        .exclude(reason="")
        .order_by("-pk")
        .first()
    )


def list_stage_previews(project: Project, stage: str) -> QuerySet[FilterRun]:
    """Return the previews of a stage, which only show what would change."""
    return filter_runs(project).filter(stage=stage, preview=True).select_related("job")


def get_preview(project: Project, stage: str, run_id: int) -> FilterRun:
    """Return a preview that is neither applied nor deleted. Raises NotFoundError."""
    return get_or_missing(
        list_stage_previews(project, stage).filter(pk=run_id),
        _("This project has no such preview."),
    )


def is_preview_outdated(preview: FilterRun) -> bool:
    """Return whether the stage has run since, so that the preview may be outdated."""
    last = last_finished_run(preview.project, preview.stage)
    return last is not None and last.pk > preview.pk


def excluding_measurements(
    images: Sequence[Image], stage: str
) -> dict[int, Measurement]:
    """Return the latest measurement by which ``stage`` excluded each image, by id."""
    measurements = Measurement.objects.filter(
        image__in=[image.pk for image in images], run__stage=stage, excluded=True
    ).order_by("run_id")
    return {measurement.image_id: measurement for measurement in measurements}


def compared_image_ids(runs: QuerySet[FilterRun]) -> set[int]:
    """Return the ids of the images that the duplicate scans of ``runs`` compared."""
    shares = DuplicateScanShare.objects.filter(run__in=runs, done=True)
    return {key for keys in shares.values_list("compared", flat=True) for key in keys}


def comparisons_by_stage(project: Project) -> dict[str, set[int]]:
    """Return the ids of the images that each stage compared, without previews."""
    runs = filter_runs(project).filter(preview=False)
    return {
        stage.id: compared_image_ids(runs.filter(stage=stage.id))
        for stage in list_active_automatic_stages(project)
        if isinstance(stage, CollectionStage)
    }


def overridden_image_ids(project: Project, stage: str) -> list[int]:
    """Return the ids of the images for which a person overrode ``stage``.

    They are few, so they are selected in Python.
    """
    images = Image.objects.filter(project=project).exclude(overridden_stages=[])
    return [
        key
        for key, names in images.values_list("pk", "overridden_stages")
        if stage in names
    ]
