"""Reading what people, and judge models, gave by a standard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from django.db.models import Count, QuerySet

from evaluation.domain.marks import Consistency, consistency
from evaluation.domain.states import FINISHED, STALE
from evaluation.models import RatingMark, RatingSample, RatingTask, Run
from evaluation.runner.judging.means import (
    MeanMark,
    by_label,
    mean_mark,
    sliced_by,
)
from evaluation.selectors.marking import unrated_by
from evaluation.selectors.questions import released_items
from projects.domain.protocol.rating import Rating, Scale
from projects.domain.statistics.agreement import Agreement, agreement_of
from projects.models import Project, User
from releases.models import Release
from workflow.errors import NotFoundError
from workflow.selectors import get_or_missing


def list_ratings(project: Project, release: Release | None) -> QuerySet[RatingTask]:
    """The tasks on a release, or on candidates, with ``size``, how many are marked."""
    return _tasks(project).filter(release=release).order_by("pk")


def get_rating(project: Project, task_id: int) -> RatingTask:
    """One task. Raises NotFoundError."""
    return get_or_missing(
        _tasks(project).filter(pk=task_id), "This project has no such rating."
    )


def _tasks(project: Project) -> QuerySet[RatingTask]:
    return (
        RatingTask.objects.filter(project=project)
        .select_related("release__protocol_version", "protocol_version", "run")
        .prefetch_related("samples")
        .annotate(size=Count("samples"))
    )


def rated_sets(task: RatingTask) -> list[str]:
    """The sets that the candidates of a task were drawn from; none where items are marked."""
    return sorted({sample.part_of for sample in task.samples.all() if sample.part_of})


def rating_of(task: RatingTask) -> Rating:
    """What the protocol says of a task. Raises NotFoundError."""
    rating = task.protocol.evaluation.rating(task.rating)
    if rating is None:
        raise NotFoundError(f"The protocol has no rating {task.rating!r}.")
    return rating


def rating_samples(
    task: RatingTask, *, waiting_for: User | None = None
) -> QuerySet[RatingSample]:
    """The sample in the order drawn; of it what still waits for a person's marks."""
    rows = RatingSample.objects.filter(task=task).order_by("pk")
    rows = rows.prefetch_related("marks")
    if waiting_for is None:
        return rows
    return unrated_by(rows, waiting_for, places="task__people")


def sample_get(project: Project, task_id: int, sample_id: int) -> RatingSample:
    """One of the sample. Raises NotFoundError."""
    rows = RatingSample.objects.filter(
        pk=sample_id, task=task_id, task__project=project
    ).select_related(
        "task__release__protocol_version", "task__protocol_version", "task__run"
    )
    return get_or_missing(rows, "This rating has no such entry.")


@dataclass(frozen=True)
class ScaleFindings:
    """What people gave on one scale, over what all of them have marked.

    ``counts`` are the marks given, by value.
    """

    scale: Scale
    overall: MeanMark
    """Over items, each with the mean of its people."""
    slices: Mapping[str, Mapping[str, MeanMark]]
    counts: Mapping[int, int]
    """Marks given, by value."""
    agreement: Agreement | None
    """Of people; None where one marks alone."""


@dataclass(frozen=True)
class JudgeFindings:
    """What one judge model gave the same replies, and how far it goes with people."""

    run: Run
    overall: MeanMark
    """Over all that it marked."""
    scale: str
    consistency: Consistency


@dataclass(frozen=True)
class RatingFindings:
    marked: int
    """Of the sample, with the marks of as many people as were asked for."""
    scales: Sequence[ScaleFindings]
    judges: Sequence[JudgeFindings]


def rating_findings(task: RatingTask) -> RatingFindings:
    """What is known so far: only what everybody has marked counts."""
    rating = rating_of(task)
    given = complete_marks(task)
    scales = [_of_scale(task, rating, scale, given) for scale in rating.scales]
    return RatingFindings(len(given), scales, _judges(task, rating, given))


def complete_marks(task: RatingTask) -> dict[str, list[Mapping[str, int]]]:
    """By item, the marks of those who marked it, where all have."""
    rows = RatingMark.objects.filter(sample__task=task).order_by("place")
    given: dict[str, list[Mapping[str, int]]] = {}
    for item, marks in rows.values_list("sample__item_key", "marks"):
        given.setdefault(item, []).append(marks)
    return {item: marks for item, marks in given.items() if len(marks) >= task.people}


def judgements(run: Run, rating: Rating) -> list[Run]:
    """The runs of judges that have marked a run's replies, the latest of each model."""
    runs = Run.objects.filter(
        judges=run, setting=rating.id, status__in=[FINISHED, STALE]
    ).order_by("pk")
    return list({(one.model, one.revision): one for one in runs}.values())


def _of_scale(
    task: RatingTask,
    rating: Rating,
    scale: Scale,
    given: Mapping[str, Sequence[Mapping[str, int]]],
) -> ScaleFindings:
    protocol = task.protocol
    items = released_items(task.release) if task.release else []
    labels = {item.key: item.labels for item in items}
    by_item = {item: [one[scale.id] for one in marks] for item, marks in given.items()}
    means = {item: fmean(marks) for item, marks in by_item.items()}
    every = [mark for marks in by_item.values() for mark in marks]
    return ScaleFindings(
        scale=scale,
        overall=mean_mark([*means.values()]),
        slices=by_label(means, labels, sliced_by(rating, protocol)) if items else {},
        counts={value: every.count(value) for value in scale.values},
        agreement=(
            agreement_of(
                [
                    [frozenset({str(one)}) for one in marks]
                    for marks in by_item.values()
                ],
                metric="ordinal",
                scale=[str(value) for value in scale.values],
            )
            if task.people > 1
            else None
        ),
    )


def _judges(
    task: RatingTask,
    rating: Rating,
    given: Mapping[str, Sequence[Mapping[str, int]]],
) -> list[JudgeFindings]:
    if task.run is None or rating.judge is None:
        return []
    name = rating.judge.scale
    scale = rating.scale(name)
    people = {item: [one[name] for one in marks] for item, marks in given.items()}
    found = []
    for run in judgements(task.run, rating):
        scores = run.result["scores"]
        found.append(
            JudgeFindings(
                run=run,
                overall=MeanMark(**scores["overall_mark"]),
                scale=name,
                consistency=consistency(
                    scores["marks"], people, scale=scale.values if scale else ()
                ),
            )
        )
    return found
