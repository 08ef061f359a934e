"""Queries on text area and the effects of a threshold.

Functions with a ``preview`` use the measurements of that run, and the current values of
images that the run did not measure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import F, FloatField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Abs, Coalesce

from curation.domain.states import (
    ACCEPTED,
    DUPLICATE,
    IMPORTED,
    IN_SCREENING,
    TOO_MUCH_TEXT,
    WITHDRAWN,
)
from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image
from curation.selectors.filters import (
    TEXT,
    cleared_of,
    is_overtaken,
    previews,
    run_last_applied,
)
from projects.models import Project

_BINS = 50


class TextRules(NamedTuple):
    """Thresholds for recognised text and for the text area of an image."""

    threshold: float
    confidence: float
    minimum_characters: int


def text_rules(project: Project) -> TextRules:
    """Return the rules last applied under the current protocol, or the protocol's."""
    applied = run_last_applied(project, TEXT)
    if applied is not None:
        return TextRules(*(applied.parameters[name] for name in TextRules._fields))
    rules = project.protocol.curation.text_area
    return TextRules(rules.threshold, rules.confidence, rules.minimum_characters)


def texts_of(
    images: Sequence[Image], preview: FilterRun | None = None
) -> dict[int, Measurement]:
    """Return the latest text measurement of each image, by id."""
    counts = (
        Q(run__preview=False) | Q(run=preview) if preview else Q(run__preview=False)
    )
    measurements = Measurement.objects.filter(
        counts, image__in=[image.pk for image in images], run__stage=TEXT
    ).order_by("run_id")
    return {measurement.image_id: measurement for measurement in measurements}


# Effects of a threshold -----------------------------------------------------------


def _share(preview: FilterRun | None) -> Any:
    if preview is None:
        return F("text_area")
    measured = Measurement.objects.filter(run=preview, image=OuterRef("pk"))
    return Coalesce(Subquery(measured.values("value")), F("text_area"))


def _shared(project: Project, preview: FilterRun | None) -> QuerySet[Image]:
    """Return the project's images with their ``share`` of text."""
    return Image.objects.filter(project=project).annotate(share=_share(preview))


def _above(threshold: float) -> Q:
    return Q(share__gt=threshold)


def _within(threshold: float) -> Q:
    return Q(share__lte=threshold)


def _measured(project: Project, preview: FilterRun | None) -> QuerySet[Image]:
    return (
        _shared(project, preview)
        .filter(Q(share__isnull=False))
        .exclude(status__in=(DUPLICATE, WITHDRAWN))
    )


@dataclass(frozen=True)
class TextHistogram:
    """Distribution of text area; ``counts`` are of equal bins from 0 to 1."""

    threshold: float
    confidence: float
    minimum_characters: int
    counts: Sequence[int]
    measured: int
    unmeasured: int
    preview: FilterRun | None


def text_histogram(project: Project, preview: FilterRun | None = None) -> TextHistogram:
    """Return the distribution of text area over the measured images.

    It includes the current rules and the preview that is neither applied nor deleted.
    """
    counts = [0] * _BINS
    shares = _measured(project, preview).values_list(_share(preview), flat=True)
    for share in shares:
        counts[min(_BINS - 1, int(share * _BINS))] += 1
    waiting = Image.objects.filter(
        project=project, status=IMPORTED, text_area__isnull=True
    )
    return TextHistogram(
        *text_rules(project),
        counts=counts,
        measured=sum(counts),
        unmeasured=waiting.count(),
        preview=text_preview_latest(project),
    )


@dataclass(frozen=True)
class TextPreview:
    """Effects of a threshold, and the images closest to it on both sides."""

    threshold: float
    back: int
    go: int
    untouchable: int
    below: Sequence[Image]
    above: Sequence[Image]


def text_preview(
    project: Project,
    threshold: float,
    preview: FilterRun | None = None,
    count: int = 12,
) -> TextPreview:
    """Return which images ``threshold`` would restore and exclude."""
    gap = Abs(F("share") - Value(threshold, output_field=FloatField()))
    nearest = (
        _measured(project, preview)
        .select_related("source")
        .annotate(gap=gap)
        .order_by("gap", "pk")
    )
    return TextPreview(
        threshold=threshold,
        back=images_to_reinclude(project, threshold, preview).count(),
        go=images_to_exclude(project, threshold, preview).count(),
        untouchable=images_kept_by_work(project, threshold, preview).count(),
        below=list(nearest.filter(_within(threshold))[:count]),
        above=list(nearest.filter(_above(threshold))[:count]),
    )


def images_to_reinclude(
    project: Project, threshold: float, preview: FilterRun | None = None
) -> QuerySet[Image]:
    """Return the excluded images that ``threshold`` restores."""
    return _shared(project, preview).filter(_within(threshold), status=TOO_MUCH_TEXT)


def images_to_exclude(
    project: Project, threshold: float, preview: FilterRun | None = None
) -> QuerySet[Image]:
    """Return the images that ``threshold`` excludes: without votes and not cleared."""
    return (
        _shared(project, preview)
        .filter(_above(threshold), status__in=(IMPORTED, IN_SCREENING), votes_cast=0)
        .exclude(pk__in=cleared_of(project, TEXT))
    )


def images_kept_by_work(
    project: Project, threshold: float, preview: FilterRun | None = None
) -> QuerySet[Image]:
    """Return the images above ``threshold`` that stay because people worked on them."""
    above = (
        _shared(project, preview)
        .filter(_above(threshold))
        .exclude(pk__in=cleared_of(project, TEXT))
    )
    return above.filter(Q(status=ACCEPTED) | Q(status=IN_SCREENING, votes_cast__gt=0))


# Previews --------------------------------------------------------------------------


def text_preview_latest(project: Project) -> FilterRun | None:
    """Return the latest finished preview, unless the filter has run since."""
    run = previews(project, TEXT).filter(seconds__isnull=False).order_by("-pk").first()
    return None if run is None or is_overtaken(run) else run
