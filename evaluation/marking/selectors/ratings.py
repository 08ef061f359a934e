"""Selectors for rubric ratings by people and by judge models."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from django.db.models import Count, QuerySet

from core.domain.texts import _
from core.selectors import get_or_missing
from evaluation.marking.domain.consistency import Consistency, consistency
from evaluation.marking.models.ratings import RatingSample, RatingTask
from evaluation.marking.selectors.blind_marks import fully_marked, unrated_by
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import released_items
from evaluation.runs.selectors.scored_runs import HAS_SCORES, model_identity_of
from evaluation.runs.states import FINISHED, STALE
from projects.models import Project, User
from releases.records.models import Release
from reporting.statistics.agreement import Agreement, agreement_of
from subtext_protocol.rating import Rating, Scale
from subtext_runner.judging.means import (
    MeanMark,
    mean_by_label,
    mean_mark,
    slice_fields_of,
)


def list_ratings(project: Project, release: Release | None) -> QuerySet[RatingTask]:
    """Return the tasks on a release, or on candidates, with their sample ``size``.

    Of tasks that are rated beside each other there is the leader.
    """
    return _tasks(project).filter(release=release, leader=None).order_by("pk")


def get_rating(project: Project, task_id: int) -> RatingTask:
    """Return one rating task. Raises NotFoundError."""
    return get_or_missing(
        _tasks(project).filter(pk=task_id), _("This project has no such rating.")
    )


def _tasks(project: Project) -> QuerySet[RatingTask]:
    return (
        RatingTask.objects.filter(project=project)
        .select_related("release__protocol_version", "protocol_version", "run")
        .prefetch_related("samples", "followers__run")
        .annotate(size=Count("samples"))
    )


def rated_sets(task: RatingTask) -> list[str]:
    """Return the sets that candidates were drawn from; empty where items are rated."""
    return sorted({sample.part_of for sample in task.samples.all() if sample.part_of})


def rating_samples(
    task: RatingTask, *, waiting_for: User | None = None
) -> QuerySet[RatingSample]:
    """Return the sample in drawing order.

    With ``waiting_for``, return only entries that this person may still rate.
    """
    rows = RatingSample.objects.filter(task=task).order_by("pk")
    rows = rows.prefetch_related("marks")
    if waiting_for is None:
        return rows
    return unrated_by(rows, waiting_for, places="task__people")


def get_rating_sample(project: Project, task_id: int, sample_id: int) -> RatingSample:
    """Return one sampled entry. Raises NotFoundError."""
    rows = RatingSample.objects.filter(
        pk=sample_id, task=task_id, task__project=project
    ).select_related(
        "task__release__protocol_version", "task__protocol_version", "task__run"
    )
    return get_or_missing(rows, _("This rating has no such entry."))


@dataclass(frozen=True)
class ScaleFindings:
    """Ratings by people on one scale, over the fully rated entries.

    ``counts`` are the numbers of marks by value.
    """

    scale: Scale
    overall: MeanMark
    """Mean over items; each item counts with the mean of its raters."""
    slices: Mapping[str, Mapping[str, MeanMark]]
    counts: Mapping[int, int]
    """Number of marks by value."""
    agreement: Agreement | None
    """Agreement of raters; None where each entry has one rater."""


@dataclass(frozen=True)
class JudgeFindings:
    """Ratings by one judge model, and their consistency with people."""

    run: Run
    overall: MeanMark
    """Mean over everything that the judge rated."""
    scale: str
    consistency: Consistency


@dataclass(frozen=True)
class RatingFindings:
    marked: int
    """Sampled entries that have all their ratings."""
    scales: Sequence[ScaleFindings]
    judges: Sequence[JudgeFindings]


def rating_findings(task: RatingTask) -> RatingFindings:
    """Return the findings so far, over the fully rated entries."""
    rating = task.rubric
    marks_by_item = complete_marks(task)
    rated = released_items(task.release, keys=marks_by_item) if task.release else []
    labels = {item.key: item.labels for item in rated}
    scales = [
        _of_scale(task, rating, scale, marks_by_item, labels) for scale in rating.scales
    ]
    return RatingFindings(
        len(marks_by_item), scales, _judges(task, rating, marks_by_item)
    )


def complete_marks(task: RatingTask) -> dict[str, list[Mapping[str, int]]]:
    """Return the marks of each fully rated item, by item key."""
    rated = fully_marked(rating_samples(task), task.people)
    return {
        sample.item_key: [mark.marks for mark in marks]
        for sample, marks in rated.items()
    }


def mean_by_scale(
    task: RatingTask, marks_by_item: Collection[Sequence[Mapping[str, int]]]
) -> dict[str, MeanMark]:
    """Return the mean on each scale; an item counts with the mean of its raters."""
    return {
        scale.id: mean_mark(
            [fmean(mark[scale.id] for mark in marks) for marks in marks_by_item]
        )
        for scale in task.rubric.scales
    }


def rateable_runs(release: Release | None, rating: Rating) -> QuerySet[Run]:
    """Return the finished runs on ``release`` whose responses ``rating`` is about."""
    runs = Run.objects.filter(
        release=release, release__isnull=False, setting=rating.replies_of or ""
    )
    return runs.filter(status__in=(FINISHED, STALE)).order_by("pk")


def judgements(run: Run, rating: Rating) -> list[Run]:
    """Return the judge runs on the responses of ``run``, one of each judge model and its
    request parameters.

    It is the newest, unless a person chose another.
    """
    runs = Run.objects.filter(HAS_SCORES, judges=run, setting=rating.id).order_by(
        "chosen", "pk"
    )
    return list({model_identity_of(run): run for run in runs}.values())


def _of_scale(
    task: RatingTask,
    rating: Rating,
    scale: Scale,
    marks_by_item: Mapping[str, Sequence[Mapping[str, int]]],
    labels: Mapping[str, Mapping[str, Sequence[str]]],
) -> ScaleFindings:
    by_item = {
        item: [mark[scale.id] for mark in marks]
        for item, marks in marks_by_item.items()
    }
    means = {item: fmean(marks) for item, marks in by_item.items()}
    every = [mark for marks in by_item.values() for mark in marks]
    return ScaleFindings(
        scale=scale,
        overall=mean_mark([*means.values()]),
        slices=(
            mean_by_label(means, labels, slice_fields_of(rating, task.protocol))
            if task.release
            else {}
        ),
        counts={value: every.count(value) for value in scale.values},
        agreement=(
            agreement_of(
                [
                    [frozenset({str(mark)}) for mark in marks]
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
    marks_by_item: Mapping[str, Sequence[Mapping[str, int]]],
) -> list[JudgeFindings]:
    if task.run is None or rating.judge is None:
        return []
    name = rating.judge.scale
    scale = rating.scale(name)
    people = {
        item: [mark[name] for mark in marks] for item, marks in marks_by_item.items()
    }
    judges = []
    for run in judgements(task.run, rating):
        scores = run.result["scores"]
        judges.append(
            JudgeFindings(
                run=run,
                overall=MeanMark(**scores["overall_mark"]),
                scale=name,
                consistency=consistency(
                    scores["marks"], people, scale=scale.values if scale else ()
                ),
            )
        )
    return judges
