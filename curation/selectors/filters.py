"""Reading what the filters measured and what follows from it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import (
    F,
    FloatField,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Abs

from curation.domain.states import (
    ACCEPTED,
    DUPLICATE,
    IMPORTED,
    IN_SCREENING,
    TOO_MUCH_TEXT,
    WITHDRAWN,
)
from curation.models import FilterRun, Image, Measurement
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


def texts_of(images: Sequence[Image]) -> dict[int, Measurement]:
    """By image: what was last read in it."""
    measurements = Measurement.objects.filter(
        image__in=[image.pk for image in images], run__stage=TEXT
    ).order_by("run_id")
    return {measurement.image_id: measurement for measurement in measurements}


# Text area -----------------------------------------------------------------------


def text_threshold(project: Project) -> float:
    """The share of text above which an image goes: as a person last set it, under the
    protocol in force, else as the protocol says."""
    version = project.current_protocol
    applied = (
        filter_runs(project)
        .filter(stage=TEXT, parameters__protocol_version=version and version.number)
        .exclude(reason="")
        .order_by("-pk")
        .first()
    )
    if applied is not None:
        return float(applied.parameters["threshold"])
    return project.protocol.curation.text_area.threshold


class TextHistogram(NamedTuple):
    """How many images have how much text; ``counts`` of equal bins from 0 to 1."""

    threshold: float
    counts: Sequence[int]
    measured: int
    unmeasured: int


def text_histogram(project: Project) -> TextHistogram:
    """The distribution of text area over the images that were measured."""
    counts = [0] * _BINS
    for share in _measured(project).values_list("text_area", flat=True):
        counts[min(_BINS - 1, int((share or 0.0) * _BINS))] += 1
    waiting = Image.objects.filter(
        project=project, status=IMPORTED, text_area__isnull=True
    )
    return TextHistogram(text_threshold(project), counts, sum(counts), waiting.count())


class TextPreview(NamedTuple):
    """What would follow from a threshold, and the pictures nearest to it."""

    threshold: float
    back: int
    go: int
    untouchable: int
    below: Sequence[Image]
    above: Sequence[Image]


def text_preview(project: Project, threshold: float, count: int = 12) -> TextPreview:
    """Which images would come back and go if ``threshold`` were applied."""
    nearest = (
        _measured(project)
        .select_related("source")
        .annotate(gap=Abs(_minus("text_area", threshold)))
        .order_by("gap", "pk")
    )
    return TextPreview(
        threshold=threshold,
        back=text_back(project, threshold).count(),
        go=text_go(project, threshold).count(),
        untouchable=text_untouchable(project, threshold).count(),
        below=list(nearest.filter(text_area__lte=threshold)[:count]),
        above=list(nearest.filter(text_area__gt=threshold)[:count]),
    )


def _minus(field: str, value: float) -> Any:
    return F(field) - Value(value, output_field=FloatField())


def _measured(project: Project) -> QuerySet[Image]:
    return Image.objects.filter(project=project, text_area__isnull=False).exclude(
        status__in=(DUPLICATE, WITHDRAWN)
    )


def text_back(project: Project, threshold: float) -> QuerySet[Image]:
    """Excluded images that ``threshold`` lets through."""
    return Image.objects.filter(
        project=project, status=TOO_MUCH_TEXT, text_area__lte=threshold
    )


def text_go(project: Project, threshold: float) -> QuerySet[Image]:
    """Images that ``threshold`` excludes and that nobody has voted on or cleared."""
    return Image.objects.filter(
        project=project,
        status__in=(IMPORTED, IN_SCREENING),
        votes_cast=0,
        text_area__gt=threshold,
    ).exclude(pk__in=_cleared(project, TEXT))


def text_untouchable(project: Project, threshold: float) -> QuerySet[Image]:
    """Images above ``threshold`` that stay because people have worked on them."""
    above = Image.objects.filter(project=project, text_area__gt=threshold).exclude(
        pk__in=_cleared(project, TEXT)
    )
    return above.filter(Q(status=ACCEPTED) | Q(status=IN_SCREENING, votes_cast__gt=0))


def _cleared(project: Project, stage: str) -> list[int]:
    """Images for which a person overruled ``stage``: few, so told apart here."""
    images = Image.objects.filter(project=project).exclude(cleared=[])
    return [key for key, names in images.values_list("pk", "cleared") if stage in names]
