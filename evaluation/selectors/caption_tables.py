"""The tables of open tasks (ImageMet, Tables 1 and 2): means over runs, and their spread."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev

from evaluation.domain.states import FINISHED, STALE
from evaluation.domain.tables import Group, Row, Table
from evaluation.domain.wording import said
from evaluation.models import Run
from projects.domain.protocol.publication import CaptionMetric, OpenTask
from projects.domain.protocol.text import Language, in_language
from releases.models import Release


def caption_tables(release: Release) -> Iterator[Table]:
    """One table for the open tasks that show the same metrics; empty columns stay out.

    Of the runs of a model in a task the latest of each seed counts.
    """
    protocol = release.protocol_version.protocol
    language = protocol.language
    alike: dict[tuple[CaptionMetric, ...], list[OpenTask]] = {}
    for task in protocol.evaluation.open_tasks:
        alike.setdefault(task.metrics, []).append(task)
    for number, (metrics, tasks) in enumerate(alike.items(), start=1):
        found = {task.id: _by_model(release, task) for task in tasks}
        measured = [
            metric
            for metric in metrics
            if any(
                metric in one
                for models in found.values()
                for runs in models.values()
                for one in runs
            )
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
                Group(
                    title,
                    tuple(
                        _row(model, runs, measured, language)
                        for model, runs in sorted(found[task.id].items())
                    ),
                    ranked=True,
                )
                for task, title in zip(tasks, titles, strict=True)
                if found[task.id]
            ),
        )


def _by_model(release: Release, task: OpenTask) -> dict[str, list[Mapping[str, float]]]:
    runs = Run.objects.filter(
        release=release, setting=task.id, status__in=(FINISHED, STALE)
    ).order_by("pk")
    latest = {(one.model, one.revision, one.seed): one for one in runs}
    found: dict[str, list[Mapping[str, float]]] = {}
    for (model, revision, _), run in latest.items():
        metrics = (run.result.get("scores") or {}).get("metrics")
        if metrics:
            name = f"{model} ({revision})" if revision else model
            found.setdefault(name, []).append(metrics)
    return found


def _row(
    model: str,
    runs: Sequence[Mapping[str, float]],
    metrics: Sequence[str],
    language: Language,
) -> Row:
    values: list[float | None] = []
    spreads: list[float | None] = []
    for metric in metrics:
        given = [one[metric] for one in runs if metric in one]
        values.append(fmean(given) if given else None)
        spreads.append(stdev(given) if len(given) > 1 else None)
    several = len(runs) > 1
    label = said("runs", language, model=model, n=len(runs)) if several else model
    return Row(label, tuple(values), tuple(spreads))
