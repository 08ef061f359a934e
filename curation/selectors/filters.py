"""Reading what the filters measured and what follows from it."""

from collections.abc import Sequence

from django.db.models import (
    QuerySet,
)

from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image
from projects.models import Project

DUPLICATES = "duplicates"
TEXT = "text"
STAGES = (DUPLICATES, TEXT)
_BINS = 50


def filter_runs(project: Project) -> QuerySet[FilterRun]:
    """Every run of a filter, previews included."""
    return FilterRun.objects.filter(project=project)


def last_finished_run(project: Project, stage: str) -> FilterRun | None:
    """The latest run of a stage that came to its end and was no preview."""
    return (
        filter_runs(project)
        .filter(stage=stage, seconds__isnull=False, preview=False)
        .order_by("-pk")
        .first()
    )


def exclusions_of(images: Sequence[Image], stage: str) -> dict[int, Measurement]:
    """By image: the latest measurement by which ``stage`` excluded it."""
    measurements = Measurement.objects.filter(
        image__in=[image.pk for image in images], run__stage=stage, excluded=True
    ).order_by("run_id")
    return {measurement.image_id: measurement for measurement in measurements}


def cleared_of(project: Project, stage: str) -> list[int]:
    """Images for which a person overruled ``stage``: few, so told apart here."""
    images = Image.objects.filter(project=project).exclude(cleared=[])
    return [key for key, names in images.values_list("pk", "cleared") if stage in names]
