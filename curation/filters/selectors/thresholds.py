"""Queries on the values that a stage measured, and the effects of thresholds.

Functions with a ``preview`` use the measurements of that run, and the current values of
images that the run did not measure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any

from django.db.models import F, FloatField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Abs, Cast, Coalesce

from curation.filters.models import FilterRun, Measurement
from curation.filters.selectors.runs import (
    current_parameters,
    is_preview_outdated,
    list_stage_previews,
    overridden_image_ids,
)
from curation.images.domain.states import ACCEPTED, IMPORTED, IN_SCREENING, WITHDRAWN
from curation.images.models import Image
from curation.stages.base import ImageMeasure, ImageStage
from curation.stages.registry import automatic_stages
from projects.models import Project

_BINS = 50
Thresholds = Mapping[str, float]
"""Thresholds by the name of their parameter."""


def measurements_of_stage(
    stage: ImageStage[Any], images: Sequence[Image], preview: FilterRun | None = None
) -> dict[int, Measurement]:
    """Return the latest measurement of each image by a stage, by id."""
    counts = (
        Q(run__preview=False) | Q(run=preview) if preview else Q(run__preview=False)
    )
    measurements = Measurement.objects.filter(
        counts, image__in=[image.pk for image in images], run__stage=stage.id
    ).order_by("run_id")
    return {measurement.image_id: measurement for measurement in measurements}


# Effects of a threshold -----------------------------------------------------------


def _name(measure: ImageMeasure) -> str:
    return f"value_of_{measure.id}"


def _value(
    stage: ImageStage[Any], measure: ImageMeasure, preview: FilterRun | None
) -> Cast | Coalesce:
    stored = KeyTextTransform(measure.id, KeyTransform(stage.id, "stage_values"))
    current = Cast(stored, FloatField())
    if preview is None:
        return current
    measured = Measurement.objects.filter(
        run=preview, image=OuterRef("pk"), measure=measure.id
    )
    return Coalesce(Subquery(measured.values("value")), current)


def _valued(
    project: Project, stage: ImageStage[Any], preview: FilterRun | None
) -> QuerySet[Image]:
    """Return the project's images with the value of each measure of the stage."""
    values = {
        _name(measure): _value(stage, measure, preview) for measure in stage.measures
    }
    return Image.objects.filter(project=project).annotate(**values)


def _beyond(measure: ImageMeasure, threshold: float) -> Q:
    sides = {"above": "gt", "below": "lt"}
    return Q(**{f"{_name(measure)}__{sides[measure.excludes]}": threshold})


def _within(measure: ImageMeasure, threshold: float) -> Q:
    sides = {"above": "lte", "below": "gte"}
    return Q(**{f"{_name(measure)}__{sides[measure.excludes]}": threshold})


def _beyond_any(stage: ImageStage[Any], thresholds: Thresholds) -> Q:
    return reduce(
        or_,
        (_beyond(measure, thresholds[measure.threshold]) for measure in stage.measures),
    )


def _within_all(stage: ImageStage[Any], thresholds: Thresholds) -> Q:
    return reduce(
        and_,
        (_within(measure, thresholds[measure.threshold]) for measure in stage.measures),
    )


def _reached(
    project: Project,
    stage: ImageStage[Any],
    measure: ImageMeasure,
    preview: FilterRun | None,
) -> QuerySet[Any]:
    """Return the measured images that no earlier stage excluded, with their value."""
    stages = automatic_stages()
    earlier = [previous.state for previous in stages[: stages.index(stage)]]
    return (
        Image.objects.filter(project=project)
        .exclude(status__in=(*earlier, WITHDRAWN))
        .annotate(measured=_value(stage, measure, preview))
        .filter(measured__isnull=False)
    )


@dataclass(frozen=True)
class HistogramBin:
    """A bin of a histogram: from ``low`` up to ``high``, exclusive."""

    low: float
    high: float
    count: int


@dataclass(frozen=True)
class StageHistogram:
    """Distribution of one measure; the outermost bins hold all values beyond."""

    measure: str
    threshold: float
    parameters: Mapping[str, Any]
    """The current parameters of the stage."""
    bins: Sequence[HistogramBin]
    measured: int
    unmeasured: int
    preview: FilterRun | None


def stage_histogram(
    project: Project,
    stage: ImageStage[Any],
    measure: ImageMeasure,
    preview: FilterRun | None = None,
) -> StageHistogram:
    """Return the distribution of a measure over the measured images.

    It includes the current parameters and the preview that is neither applied nor
    deleted.
    """
    low, high, _ = measure.axis
    counts = [0] * _BINS
    values = _reached(project, stage, measure, preview).values_list(
        "measured", flat=True
    )
    for value in values:
        place = int((value - low) / (high - low) * _BINS)
        counts[max(0, min(_BINS - 1, place))] += 1
    waiting = Image.objects.filter(project=project, status=IMPORTED).exclude(
        stage_values__has_key=stage.id
    )
    parameters = current_parameters(project, stage)
    width = (high - low) / _BINS
    return StageHistogram(
        measure=measure.id,
        threshold=parameters[measure.threshold],
        parameters=parameters,
        bins=[
            HistogramBin(
                round(low + place * width, 6), round(low + (place + 1) * width, 6), n
            )
            for place, n in enumerate(counts)
        ],
        measured=sum(counts),
        unmeasured=waiting.count(),
        preview=stage_preview_latest(project, stage),
    )


@dataclass(frozen=True)
class ThresholdEffects:
    """Effects of a threshold, and the images closest to it on both sides."""

    measure: str
    threshold: float
    back: int
    go: int
    untouchable: int
    passing: Sequence[Image]
    """Closest images on the side that passes."""
    excluded: Sequence[Image]
    """Closest images on the side that is excluded."""


def threshold_effects(
    project: Project,
    stage: ImageStage[Any],
    measure: ImageMeasure,
    threshold: float,
    preview: FilterRun | None = None,
    count: int = 12,
) -> ThresholdEffects:
    """Return which images another threshold would restore and exclude."""
    parameters = preview.parameters if preview else current_parameters(project, stage)
    thresholds = {**parameters, measure.threshold: threshold}
    gap = Abs(F("measured") - Value(threshold, output_field=FloatField()))
    nearest = (
        _reached(project, stage, measure, preview)
        .select_related("source")
        .annotate(gap=gap)
        .order_by("gap", "pk")
    )
    beyond, within = ("gt", "lte") if measure.excludes == "above" else ("lt", "gte")
    return ThresholdEffects(
        measure=measure.id,
        threshold=threshold,
        back=images_to_restore(project, stage, thresholds, preview).count(),
        go=images_to_exclude(project, stage, thresholds, preview).count(),
        untouchable=images_kept_by_work(project, stage, thresholds, preview).count(),
        passing=list(nearest.filter(**{f"measured__{within}": threshold})[:count]),
        excluded=list(nearest.filter(**{f"measured__{beyond}": threshold})[:count]),
    )


def images_to_restore(
    project: Project,
    stage: ImageStage[Any],
    thresholds: Thresholds,
    preview: FilterRun | None = None,
) -> QuerySet[Image]:
    """Return the excluded images that these thresholds restore."""
    images = _valued(project, stage, preview)
    return images.filter(_within_all(stage, thresholds), status=stage.state)


def images_to_exclude(
    project: Project,
    stage: ImageStage[Any],
    thresholds: Thresholds,
    preview: FilterRun | None = None,
) -> QuerySet[Image]:
    """Return the images to exclude: without votes, and not overridden by a person."""
    return (
        _valued(project, stage, preview)
        .filter(
            _beyond_any(stage, thresholds),
            status__in=(IMPORTED, IN_SCREENING),
            votes_cast=0,
        )
        .exclude(pk__in=overridden_image_ids(project, stage.id))
    )


def images_kept_by_work(
    project: Project,
    stage: ImageStage[Any],
    thresholds: Thresholds,
    preview: FilterRun | None = None,
) -> QuerySet[Image]:
    """Return the images beyond a threshold that stay because people worked on them."""
    beyond = (
        _valued(project, stage, preview)
        .filter(_beyond_any(stage, thresholds))
        .exclude(pk__in=overridden_image_ids(project, stage.id))
    )
    return beyond.filter(Q(status=ACCEPTED) | Q(status=IN_SCREENING, votes_cast__gt=0))


# Previews --------------------------------------------------------------------------


def stage_preview_latest(project: Project, stage: ImageStage[Any]) -> FilterRun | None:
    """Return the latest finished preview, unless the stage has run since."""
    finished = list_stage_previews(project, stage.id).filter(seconds__isnull=False)
    run = finished.order_by("-pk").first()
    return None if run is None or is_preview_outdated(run) else run
