"""Result tables of open tasks: means and spreads over runs.

Source: ImageMet, Tables 1 and 2.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from evaluation.domain.states import FINISHED, STALE
from evaluation.domain.wording import said
from evaluation.models import Origin, Run
from projects.domain.protocol.publication import CaptionMetric, OpenTask
from projects.domain.protocol.text import Language, in_language
from projects.domain.tables import Group, Row, Table
from releases.models import Release


@dataclass(frozen=True)
class CaptionRow:
    """Scores of one model, or of people from elsewhere, in an open task.

    ``means`` are shares by metric over ``runs``, of which ``run`` is the latest.
    ``spreads`` are standard deviations, where there are several runs.
    """

    model: str
    revision: str
    origin: str
    runs: int
    """Number of runs that the means are over: the latest of each seed."""
    run: int
    """Id of the latest run."""
    means: Mapping[str, float]
    """Means by metric, as shares (0 to 1)."""
    spreads: Mapping[str, float]
    """Standard deviations by metric; only where there are several runs."""

    @property
    def by_people(self) -> bool:
        return self.origin == Origin.PEOPLE


def caption_rows(release: Release, task: OpenTask) -> list[CaptionRow]:
    """Return a row for each model with scores in ``task``, sorted by name."""
    runs = Run.objects.filter(
        release=release, setting=task.id, status__in=(FINISHED, STALE)
    ).order_by("pk")
    latest = {(one.model, one.revision, one.origin, one.seed): one for one in runs}
    found: dict[tuple[str, str, str], list[Run]] = {}
    for (model, revision, origin, _), run in latest.items():
        if run.scores.get("metrics"):
            found.setdefault((model, revision, origin), []).append(run)
    return [_row_of(*name, runs) for name, runs in sorted(found.items())]


def _row_of(model: str, revision: str, origin: str, runs: Sequence[Run]) -> CaptionRow:
    given: dict[str, list[float]] = {}
    for run in runs:
        for metric, value in run.result["scores"]["metrics"].items():
            given.setdefault(metric, []).append(value)
    return CaptionRow(
        model=model,
        revision=revision,
        origin=origin,
        runs=len(runs),
        run=max(run.pk for run in runs),
        means={metric: fmean(values) for metric, values in given.items()},
        spreads={
            metric: stdev(values) for metric, values in given.items() if len(values) > 1
        },
    )


def caption_tables(release: Release) -> Iterator[Table]:
    """Yield one table for each set of open tasks that share their metrics.

    Metrics without any value have no column.
    """
    protocol = release.protocol_version.protocol
    language = protocol.language
    alike: dict[tuple[CaptionMetric, ...], list[OpenTask]] = {}
    for task in protocol.evaluation.open_tasks:
        alike.setdefault(task.metrics, []).append(task)
    for number, (metrics, tasks) in enumerate(alike.items(), start=1):
        found = {task.id: caption_rows(release, task) for task in tasks}
        measured = [
            metric
            for metric in metrics
            if any(metric in row.means for rows in found.values() for row in rows)
        ]
        if not measured:
            continue
        titles = [in_language(task.title, language) for task in tasks]
        yield Table(
            id=f"captions-{number}",
            title=said("captions", language, tasks=" · ".join(titles)),
            head=said("model", language),
            columns=tuple(said(metric, language) for metric in measured),
            groups=tuple(
                group
                for task, title in zip(tasks, titles, strict=True)
                for group in _groups(title, found[task.id], measured, language)
            ),
        )


def _groups(
    title: str, rows: Sequence[CaptionRow], metrics: Sequence[str], language: Language
) -> Iterator[Group]:
    """Yield the group of models, then that of people, which is not ranked."""
    by_people = said("of_people", language, task=title)
    for name, people in ((title, False), (by_people, True)):
        chosen = [row for row in rows if row.by_people is people]
        if chosen:
            shown = tuple(_printed(row, metrics, language) for row in chosen)
            yield Group(name, shown, ranked=not people)


def _printed(row: CaptionRow, metrics: Sequence[str], language: Language) -> Row:
    name = f"{row.model} ({row.revision})" if row.revision else row.model
    several = row.runs > 1
    return Row(
        said("runs", language, model=name, n=row.runs) if several else name,
        tuple(row.means.get(metric) for metric in metrics),
        tuple(row.spreads.get(metric) for metric in metrics),
    )
