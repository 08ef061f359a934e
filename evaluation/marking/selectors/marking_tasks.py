"""What a person may mark in a project: error analyses and rubric ratings."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Count, QuerySet

from evaluation.marking.models.error_analyses import ErrorSample
from evaluation.marking.models.ratings import RatingSample, RatingTask
from evaluation.marking.selectors.blind_marks import unrated_by
from evaluation.marking.selectors.error_analyses import list_error_analyses
from projects.models import Project, User
from subtext_protocol.text import Language


@dataclass(frozen=True)
class MarkingTask:
    """An error analysis or a rubric rating, as one person sees it.

    A rating shows neither its model nor its set, so its title does not either.
    """

    kind: Literal["errors", "rating"]
    id: int
    title: Mapping[Language, str] | None
    """Of a rating; None for an error analysis."""
    model: str
    """Of an error analysis: whose errors are marked; empty for a rating."""
    size: int
    waiting: int
    """Samples that the person has not marked and may still mark."""
    created_at: datetime


def marking_tasks(project: Project, person: User) -> list[MarkingTask]:
    """Return the project's analyses and ratings, the latest first."""
    errors = ErrorSample.objects.filter(analysis__project=project)
    rated = RatingSample.objects.filter(task__project=project)
    errors_waiting = _waiting(errors, "analysis", person, places="analysis__markers")
    rated_waiting = _waiting(rated, "task", person, places="task__people")
    # Annotated with their size, which the type does not know.
    analyses: Iterable[Any] = list_error_analyses(project)
    tasks = [
        MarkingTask(
            kind="errors",
            id=analysis.pk,
            title=None,
            model=analysis.run.model,
            size=analysis.size,
            waiting=errors_waiting[analysis.pk],
            created_at=analysis.created_at,
        )
        for analysis in analyses
    ]
    ratings = RatingTask.objects.filter(project=project, leader=None).select_related(
        "release__protocol_version", "protocol_version"
    )
    tasks += [
        MarkingTask(
            kind="rating",
            id=task.pk,
            title=task.rubric.title,
            model="",
            size=task.size,
            waiting=rated_waiting[task.pk],
            created_at=task.created_at,
        )
        for task in ratings.annotate(size=Count("samples"))
    ]
    return sorted(tasks, key=lambda task: task.created_at, reverse=True)


def _waiting(
    samples: QuerySet[Any], task: str, person: User, *, places: str
) -> Counter[int]:
    """Return how many samples of each task wait for a person's mark, by its id."""
    unmarked = unrated_by(samples, person, places=places)
    return Counter(unmarked.values_list(task, flat=True))
