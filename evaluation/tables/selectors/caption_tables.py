"""Result tables of open tasks: means and spreads over runs (ImageMet, Tables 1, 2).

Runs on other splits have a table of their own. Relative gains of techniques and of
fine-tuning follow (ImageMet, §1, §5.1 and §5.2). The paper states them relative to the
lower score: "+4.67% SBERT-Similarity" of Qwen2 IM is 62.29 over 59.51.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.domain.grouping import group_by_key
from evaluation.runs.domain.model_names import technique_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.selectors.model_cards import access_of_models, base_models
from evaluation.runs.selectors.scored_runs import Splits
from evaluation.scores.selectors.caption_scores import CaptionRow, caption_rows
from evaluation.tables.selectors.leaderboard_rows import (
    groups_by_access,
    mean_of_all,
    title_in_splits,
)
from releases.records.models import Release
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.publication import CaptionMetric
from subtext_protocol.text import Language, in_language


@dataclass(frozen=True)
class MeasuredTasks:
    """Rows of open tasks that share their metrics."""

    number: int
    """Position of the set of metrics among those of the protocol, from 1."""
    metrics: Sequence[CaptionMetric]
    """Metrics with a value in some row."""
    rows_by_title: Mapping[str, Sequence[CaptionRow]]


def titles_of_tasks(protocol: Protocol) -> dict[str, str]:
    """Return the title above the rows of each open task, by its id.

    A task with a suffix has no title of its own: its rows are among those of the task
    before it with the same metrics.
    """
    titles: dict[str, str] = {}
    title_of_metrics: dict[tuple[CaptionMetric, ...], str] = {}
    for task in protocol.evaluation.open_tasks:
        if not (task.suffix and task.metrics in title_of_metrics):
            title = in_language(task.title, protocol.language)
            title_of_metrics[task.metrics] = title
        titles[task.id] = title_of_metrics[task.metrics]
    return titles


def measured_tasks(
    release: Release,
    protocol: Protocol,
    splits: Splits,
    left_out: Collection[int] = (),
) -> Iterator[MeasuredTasks]:
    """Yield the rows of each set of open tasks that share their metrics."""
    titles = titles_of_tasks(protocol)
    by_metrics = group_by_key(
        (task.metrics, task) for task in protocol.evaluation.open_tasks
    )
    for number, (metrics, tasks) in enumerate(by_metrics.items(), start=1):
        tasks_by_title = group_by_key((titles[task.id], task) for task in tasks)
        rows_by_title = {
            title: sorted(
                (
                    row
                    for task in of_title
                    for row in caption_rows(release, task, splits, left_out)
                ),
                key=lambda row: (row.model, row.revision, row.parameters),
            )
            for title, of_title in tasks_by_title.items()
        }
        measured = [
            metric
            for metric in metrics
            if any(
                metric in row.means for rows in rows_by_title.values() for row in rows
            )
        ]
        if measured:
            yield MeasuredTasks(number, measured, rows_by_title)


def caption_tables(
    release: Release,
    protocol: Protocol,
    splits: Splits,
    left_out: Collection[int] = (),
) -> Iterator[Table]:
    """Yield a table for each set of open tasks that share their metrics, then gains."""
    language = protocol.language
    access = access_of_models(release.project)
    every_measured = list(measured_tasks(release, protocol, splits, left_out))
    for measured in every_measured:
        tasks = phrase("captions", language, tasks=" · ".join(measured.rows_by_title))
        groups = [
            group
            for title, rows in measured.rows_by_title.items()
            for group in _groups(title, rows, measured.metrics, language, access)
        ]
        yield _table(measured, "", tasks, groups, splits, language)
    bases = base_models(release.project)
    for measured in every_measured:
        groups = [
            Group(title, gains)
            for title, rows in measured.rows_by_title.items()
            if (gains := gain_rows(_scored(rows, measured.metrics), bases, language))
        ]
        if groups:
            tasks = phrase(
                "gains", language, title=" · ".join(group.title for group in groups)
            )
            yield _table(measured, "-gains", tasks, groups, splits, language)


def _table(
    measured: MeasuredTasks,
    suffix: str,
    title: str,
    groups: Sequence[Group],
    splits: Splits,
    language: Language,
) -> Table:
    return Table(
        id=f"captions-{measured.number}{suffix}",
        title=title_in_splits(title, splits, language),
        head=phrase("model", language),
        columns=tuple(phrase(metric, language) for metric in measured.metrics),
        groups=groups,
        decimals=2,
    )


def _groups(
    task: str,
    rows: Sequence[CaptionRow],
    metrics: Sequence[str],
    language: Language,
    access: Mapping[str, str],
) -> Iterator[Group]:
    """Yield the groups of models by access, then that of people."""
    models = [row for row in rows if not row.by_people]
    groups = groups_by_access(models, lambda row: access.get(row.model, ""))
    for name, chosen in groups:
        title = task
        if len(groups) > 1:
            group = phrase(name, language)
            title = phrase("in_setting", language, group=group, setting=task)
        yield from _group(title, chosen, metrics, language)
    people = [row for row in rows if row.by_people]
    title = phrase("of_people", language, task=task)
    for panel in _by_size(people):
        average = [_average(panel, metrics, language)] if len(panel) > 1 else []
        for of_people in _group(title, panel, metrics, language):
            yield replace(of_people, rows=[*average, *of_people.rows], marked=0)


def _by_size(rows: Sequence[CaptionRow]) -> list[list[CaptionRow]]:
    """Return the rows in lists that are over the same number of items."""
    return [*group_by_key((row.n, row) for row in rows).values()]


def _average(
    people: Sequence[CaptionRow], metrics: Sequence[str], language: Language
) -> Row:
    """Return the row of the people's mean, empty for metrics that some do not have."""
    values = [[row.means.get(metric) for row in people] for metric in metrics]
    return Row(
        phrase("human_avg", language),
        [mean_of_all(of_metric) for of_metric in values],
        runs=[run for row in people for run in row.runs],
    )


def _group(
    title: str, rows: Sequence[CaptionRow], metrics: Sequence[str], language: Language
) -> Iterator[Group]:
    for of_size in _by_size(rows):
        printed = tuple(_printed(row, metrics, language) for row in of_size)
        counted = phrase("items_of", language, title=title, n=of_size[0].n)
        yield Group(counted, printed, 2)


def _printed(row: CaptionRow, metrics: Sequence[str], language: Language) -> Row:
    name = row.name
    if len(row.runs) > 1:
        phrase_id = "identical_runs" if row.identical else "runs"
        name = phrase(phrase_id, language, model=name, n=len(row.runs))
    return Row(
        name,
        tuple(row.means.get(metric) for metric in metrics),
        tuple(row.spreads.get(metric) for metric in metrics),
        runs=row.runs,
    )


@dataclass(frozen=True)
class Scored:
    """Scores of one model with one technique, or without any."""

    model: str
    technique: str
    revision: str
    parameters: str
    n: float | None
    """Number of items or questions that the scores are over."""
    values: Sequence[float | None]
    runs: Sequence[int]

    @property
    def name(self) -> str:
        return technique_name(
            self.model, self.technique, self.revision, self.parameters
        )


def _scored(rows: Sequence[CaptionRow], metrics: Sequence[str]) -> list[Scored]:
    return [
        Scored(
            row.model,
            row.technique,
            row.revision,
            row.parameters,
            row.n,
            [row.means.get(metric) for metric in metrics],
            row.runs,
        )
        for row in rows
        if not row.by_people
    ]


def gain_rows(
    scored: Sequence[Scored], bases: Mapping[str, str], language: Language
) -> list[Row]:
    """Return a row for each technique, and for each fine-tuned model in every technique.

    A technique is compared with the same model without it, a fine-tuned model with its
    base in the same technique; both over the same number of items.
    """
    return [
        Row(
            phrase("gain_over", language, name=row.name, base=base.name),
            list(map(_relative, row.values, base.values)),
            runs=[*row.runs, *base.runs],
        )
        for row in scored
        for base in scored
        if row.n == base.n
        and (_is_with_technique(row, base) or _is_tuned(row, base, bases))
    ]


def _is_with_technique(row: Scored, base: Scored) -> bool:
    same_model = (row.model, row.revision, row.parameters) == (
        base.model,
        base.revision,
        base.parameters,
    )
    return same_model and bool(row.technique) and not base.technique


def _is_tuned(row: Scored, base: Scored, bases: Mapping[str, str]) -> bool:
    return bases.get(row.model) == base.model and (row.technique, row.parameters) == (
        base.technique,
        base.parameters,
    )


def _relative(value: float | None, base: float | None) -> float | None:
    return (value - base) / base if value is not None and base else None
