"""Correlation of caption metrics and judge models with human ratings of the same captions.

Source: ImageMet, §5.1 and Appendix D: Pearson's r of a metric, or of a judge model's
scores, and the ratings of semantic consistency over the outputs of several models.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import get_args

from core.domain.grouping import group_by_key
from evaluation.marking.models.ratings import RatingTask
from evaluation.marking.selectors.ratings import complete_marks, judgements
from evaluation.runs.domain.result_phrases import phrase
from releases.records.models import Release
from reporting.statistics.correlation import Correlation, correlation
from reporting.tables import Group, Row, Table
from subtext_protocol.publication import CaptionMetric
from subtext_protocol.rating import Scale
from subtext_protocol.text import Language, in_language


@dataclass(frozen=True)
class MetricCorrelation(Correlation):
    """Correlation of one metric with the mean human rating on one scale."""

    scale: str
    metric: str
    """Id of a metric, or the name of a judge model."""


def correlations(tasks: Sequence[RatingTask]) -> list[MetricCorrelation]:
    """Return the correlations over the fully rated captions of all runs.

    Return none where captions have neither metrics nor judge models. Confidence
    intervals use the number of items. All tasks must have the same scales.
    """
    pairs: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
    for task in tasks:
        measured = _measured(task)
        if not measured:
            continue
        marks_by_item = complete_marks(task)
        for scale in task.rubric.scales:
            for metric, values in measured.items():
                pairs.setdefault((scale.id, metric), []).extend(
                    (item, fmean(mark[scale.id] for mark in marks), values[item])
                    for item, marks in marks_by_item.items()
                    if item in values
                )
    return [
        MetricCorrelation(
            **vars(
                correlation(
                    [mark for _, mark, _ in points],
                    [value for _, _, value in points],
                    clusters=len({item for item, _, _ in points}),
                )
            ),
            scale=scale,
            metric=metric,
        )
        for (scale, metric), points in pairs.items()
        if points
    ]


def _measured(task: RatingTask) -> Mapping[str, Mapping[str, float]]:
    """Return what was measured of each caption: its metrics, and the marks of judges.

    A judge's rubric may be another than that of people; then the marks are compared with
    people's ratings like a metric.
    """
    if task.run is None:
        return {}
    measured = dict(task.run.scores.get("items") or {})
    for rating in task.protocol.evaluation.ratings:
        if rating.judge and rating.id != task.rating:
            for judge in judgements(task.run, rating):
                measured[judge.model] = judge.scores["marks"]
    return measured


def correlation_tables(release: Release, language: Language) -> Iterator[Table]:
    """Yield one table per set of rating tasks with the same scales."""
    tasks = RatingTask.objects.filter(release=release, run__isnull=False)
    tasks = tasks.select_related("run", "release__protocol_version").order_by("pk")
    by_scales = group_by_key(
        (",".join(scale.model_dump_json() for scale in task.rubric.scales), task)
        for task in tasks
    )
    for number, marked in enumerate(by_scales.values(), start=1):
        measured = correlations(marked)
        if measured:
            yield _table(number, marked[0].rubric.scales, measured, language)


def _table(
    number: int,
    scales: Sequence[Scale],
    measured: Sequence[MetricCorrelation],
    language: Language,
) -> Table:
    measures = ("pearson", "spearman", "kendall")
    ends = (phrase("low", language), phrase("high", language))
    groups = []
    for scale in scales:
        of_scale = [
            correlation for correlation in measured if correlation.scale == scale.id
        ]
        if not of_scale:
            continue
        first = of_scale[0]
        title = phrase(
            "marks_on",
            language,
            scale=in_language(scale.title, language),
            n=first.n,
            items=first.clusters,
        )
        rows = tuple(
            Row(
                _title(correlation.metric, language),
                _figures(correlation),
            )
            for correlation in of_scale
        )
        groups.append(Group(title, rows))
    return Table(
        id=f"correlation-{number}",
        title=phrase("correlation", language),
        head=phrase("metric", language),
        columns=tuple(
            name for measure in measures for name in (phrase(measure, language), *ends)
        ),
        groups=tuple(groups),
        unit="mean",
    )


def _title(metric: str, language: Language) -> str:
    known = get_args(CaptionMetric)
    return phrase(metric, language) if metric in known else metric


def _figures(correlation: Correlation) -> tuple[float | None, ...]:
    every = (correlation.pearson, correlation.spearman, correlation.kendall)
    return tuple(
        figure
        for estimate in every
        for figure in (
            (estimate.value, estimate.low, estimate.high) if estimate else (None,) * 3
        )
    )
