"""Correlation of caption metrics with human ratings of the same captions.

Source: ImageMet, §5.1 and Appendix D: Pearson's r of a metric and the ratings of
semantic consistency over the outputs of several models.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluation.domain.wording import said
from evaluation.models import RatingTask
from evaluation.selectors.ratings import complete_marks, rating_of
from projects.domain.protocol.rating import Scale
from projects.domain.protocol.text import Language, in_language
from projects.domain.statistics.correlation import Correlation, correlation
from projects.domain.tables import Group, Row, Table
from releases.models import Release


@dataclass(frozen=True)
class MetricCorrelation:
    """Correlation of one metric with the mean human rating on one scale."""

    scale: str
    metric: str
    correlation: Correlation


def correlations(tasks: Sequence[RatingTask]) -> list[MetricCorrelation]:
    """Return the correlations over the fully rated captions of all runs.

    Return none where no metric was measured per caption. Confidence intervals use the
    number of items. All tasks must have the same scales.
    """
    pairs: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
    for task in tasks:
        measured = _measured(task)
        if not measured:
            continue
        given = complete_marks(task)
        for scale in rating_of(task).scales:
            for metric, values in measured.items():
                pairs.setdefault((scale.id, metric), []).extend(
                    (item, fmean(one[scale.id] for one in marks), values[item])
                    for item, marks in given.items()
                    if item in values
                )
    return [
        MetricCorrelation(
            scale,
            metric,
            correlation(
                [mark for _, mark, _ in found],
                [value for _, _, value in found],
                clusters=len({item for item, _, _ in found}),
            ),
        )
        for (scale, metric), found in pairs.items()
        if found
    ]


def _measured(task: RatingTask) -> Mapping[str, Mapping[str, float]]:
    scores = (task.run.result.get("scores") if task.run else None) or {}
    items: Mapping[str, Mapping[str, float]] = scores.get("items") or {}
    return items


def correlation_tables(release: Release) -> Iterator[Table]:
    """Yield one table per set of rating tasks with the same scales."""
    alike: dict[str, list[RatingTask]] = {}
    tasks = RatingTask.objects.filter(release=release, run__isnull=False)
    for task in tasks.select_related("run", "release__protocol_version").order_by("pk"):
        scales = ",".join(one.model_dump_json() for one in rating_of(task).scales)
        alike.setdefault(scales, []).append(task)
    for number, marked in enumerate(alike.values(), start=1):
        found = correlations(marked)
        if found:
            language = release.protocol_version.protocol.language
            yield _table(number, rating_of(marked[0]).scales, found, language)


def _table(
    number: int,
    scales: Sequence[Scale],
    found: Sequence[MetricCorrelation],
    language: Language,
) -> Table:
    measures = ("pearson", "spearman", "kendall")
    ends = (said("low", language), said("high", language))
    groups = []
    for scale in scales:
        of_scale = [one for one in found if one.scale == scale.id]
        if not of_scale:
            continue
        first = of_scale[0].correlation
        title = said(
            "marks_on",
            language,
            scale=in_language(scale.title, language),
            n=first.n,
            items=first.clusters,
        )
        rows = tuple(
            Row(said(one.metric, language), _figures(one.correlation))
            for one in of_scale
        )
        groups.append(Group(title, rows))
    return Table(
        id=f"correlation-{number}",
        title=said("correlation", language),
        head=said("metric", language),
        columns=tuple(
            name for one in measures for name in (said(one, language), *ends)
        ),
        groups=tuple(groups),
        unit="mean",
    )


def _figures(found: Correlation) -> tuple[float | None, ...]:
    every = (found.pearson, found.spearman, found.kendall)
    return tuple(
        figure
        for one in every
        for figure in ((one.value, one.low, one.high) if one else (None,) * 3)
    )
