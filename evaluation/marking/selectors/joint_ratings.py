"""Responses of several runs that people rate beside each other.

ImageMet, Appendix J.3: "each instance included an image and 5 model-generated captions".
Each run has a task of its own, so that tables and correlations count it like any other;
the tasks of one sheet share a leader and their items.
"""

import hashlib
from collections.abc import Collection, Iterator

from django.db.models import QuerySet

from core.domain.grouping import group_by_key
from evaluation.marking.models.ratings import RatingSample, RatingTask
from evaluation.marking.selectors.ratings import (
    complete_marks,
    mean_by_scale,
)
from evaluation.runs.domain.model_names import technique_name
from evaluation.runs.domain.result_phrases import phrase
from releases.records.models import Release
from reporting.charts import Bar, BarChart, BarGroup
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.text import in_language
from subtext_runner.judging.means import MeanMark


def tasks_beside(task: RatingTask) -> list[RatingTask]:
    """Return ``task`` and the tasks whose responses are rated in the same entries."""
    followers = task.followers.select_related("run", "release__protocol_version")
    return [task, *followers.order_by("pk")]


def samples_beside(
    task: RatingTask, keys: Collection[str]
) -> dict[str, list[RatingSample]]:
    """Return the samples of each item over all tasks, in the order shown.

    The order is drawn for each item by the task's seed, and tells nothing of the models.
    """
    task_ids = [beside.pk for beside in tasks_beside(task)]
    rows: QuerySet[RatingSample] = (
        RatingSample.objects.filter(task__in=task_ids, item_key__in=keys)
        .select_related("task__run", "task__release__protocol_version")
        .prefetch_related("marks")
    )
    in_order = sorted(rows, key=lambda row: _place(task, row))
    return group_by_key((row.item_key, row) for row in in_order)


def _place(task: RatingTask, row: RatingSample) -> bytes:
    text = f"{task.seed}:{row.item_key}:{row.task_id}"
    return hashlib.sha256(text.encode()).digest()


def row_name(task: RatingTask, protocol: Protocol) -> str:
    """Return the model of a task's run with the technique of its open task."""
    if task.run is None:
        return ""
    open_task = protocol.evaluation.open_task(task.run.setting)
    suffix = open_task.suffix if open_task else ""
    name = technique_name(task.run.model, suffix, task.run.parameters_label)
    # Runs of one model with other seeds are rows of their own.
    return f"{name} (seed {task.run.seed})" if task.run.seed else name


def joint_means(task: RatingTask) -> dict[str, dict[str, MeanMark]]:
    """Return the mean on each scale, by row name.

    An item counts with the mean of its raters, once all have rated it.
    """
    return {
        row_name(rated_task, rated_task.protocol): mean_by_scale(
            rated_task, marks_by_item.values()
        )
        for rated_task in tasks_beside(task)
        if (marks_by_item := complete_marks(rated_task))
    }


def _leaders(release: Release) -> QuerySet[RatingTask]:
    tasks = RatingTask.objects.filter(release=release, followers__isnull=False)
    return tasks.select_related("run", "release__protocol_version").distinct()


def joint_tables(release: Release, protocol: Protocol) -> Iterator[Table]:
    """Yield a table of each sheet: models by scale (ImageMet, Figure 3).

    Marks of 0 and 1 are printed as shares.
    """
    language = protocol.language
    for number, task in enumerate(_leaders(release).order_by("pk"), start=1):
        means = joint_means(task)
        if not means:
            continue
        rating = task.rubric
        binary = all(list(scale.values) == [0, 1] for scale in rating.scales)
        runs = {
            row_name(rated_task, protocol): rated_task.run_id
            for rated_task in tasks_beside(task)
        }
        n = max(mean.n for of_row in means.values() for mean in of_row.values())
        title = phrase(
            "beside",
            language,
            title=in_language(rating.title, language),
            people=task.people,
            n=n,
        )
        rows = [
            Row(
                name,
                [mean.mean for mean in of_row.values()],
                runs=[runs[name] or 0],
            )
            for name, of_row in means.items()
        ]
        yield Table(
            id=f"beside-{number}",
            title=title,
            head=phrase("model", language),
            columns=[in_language(scale.title, language) for scale in rating.scales],
            groups=[Group("", rows, 2)],
            unit="share" if binary else "mean",
        )


def joint_chart(table: Table) -> BarChart:
    """Return the chart of a sheet of binary marks: the models of each scale."""
    [group] = table.groups
    return BarChart(
        table.title,
        [
            BarGroup(
                column,
                [
                    Bar(table.marked_label(row), value, row.note)
                    for row in group.rows
                    if isinstance(value := row.values[at], float)
                ],
            )
            for at, column in enumerate(table.columns)
        ],
        note=table.notes,
    )
