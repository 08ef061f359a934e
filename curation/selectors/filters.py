"""Queries on filter runs and their measurements."""

from collections.abc import Sequence

from django.db.models import QuerySet

from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image
from projects.models import Project
from workflow.selectors import get_or_missing

DUPLICATES = "duplicates"
TEXT = "text"
STAGES = (DUPLICATES, TEXT)


def filter_runs(project: Project) -> QuerySet[FilterRun]:
    """Return every run of a filter, including previews."""
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


def previews(project: Project, stage: str) -> QuerySet[FilterRun]:
    """Return the previews of a stage, which only show what would change."""
    return filter_runs(project).filter(stage=stage, preview=True).select_related("job")


def get_preview(project: Project, stage: str, run_id: int) -> FilterRun:
    """Return a preview that is neither applied nor deleted. Raises NotFoundError."""
    return get_or_missing(
        previews(project, stage).filter(pk=run_id), "This project has no such preview."
    )


def is_overtaken(preview: FilterRun) -> bool:
    """Return whether the filter has run since, so that the preview may be outdated."""
    last = last_finished_run(preview.project, preview.stage)
    return last is not None and last.pk > preview.pk


def exclusions_of(images: Sequence[Image], stage: str) -> dict[int, Measurement]:
    """Return the latest measurement by which ``stage`` excluded each image, by id."""
    measurements = Measurement.objects.filter(
        image__in=[image.pk for image in images], run__stage=stage, excluded=True
    ).order_by("run_id")
    return {measurement.image_id: measurement for measurement in measurements}


def cleared_of(project: Project, stage: str) -> list[int]:
    """Return the ids of the images for which a person overrode ``stage``.

    They are few, so they are selected in Python.
    """
    images = Image.objects.filter(project=project).exclude(cleared=[])
    return [key for key, names in images.values_list("pk", "cleared") if stage in names]
