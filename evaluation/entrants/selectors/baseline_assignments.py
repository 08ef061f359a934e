"""Selectors for people who answer whole splits without the key."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, QuerySet, Sum

from annotation.items.models.items import ItemImage
from curation.images.models import Image
from evaluation.entrants.models.baseline_assignments import BaselineAssignment
from evaluation.runs.selectors.released_questions import released_questions
from evaluation.scores.selectors.outcome_arrays import question_columns
from projects.models import Project, User
from releases.records.models import Release


@dataclass(frozen=True)
class BaselineQuestion:
    """A released question without its key, its options in the order of the release."""

    id: str
    format: str
    stem: str
    options: Sequence[str]
    images: Sequence[Image]


@dataclass(frozen=True)
class BaselineProgress:
    """How far a person is; ``question`` is None once every question is answered."""

    version: str
    answered: int
    total: int
    seconds: float
    question: BaselineQuestion | None


def list_baseline_assignments(project: Project) -> QuerySet[BaselineAssignment]:
    """Return all assignments with ``answered``, ``seconds`` and ``last_at``."""
    return (
        BaselineAssignment.objects.filter(release__project=project)
        .select_related("release", "person", "run")
        .annotate(
            answered=Count("answers"),
            seconds=Sum("answers__seconds", default=0.0),
            last_at=Max("answers__answered_at"),
        )
    )


def own_baseline_assignments(
    project: Project, person: User
) -> QuerySet[BaselineAssignment]:
    """Return the person's unfinished assignments with ``answered``, oldest first."""
    own = BaselineAssignment.objects.filter(
        release__project=project, person=person, run=None, ended_at=None
    )
    return (
        own.select_related("release").annotate(answered=Count("answers")).order_by("pk")
    )


def open_baseline_assignment(
    project: Project, person: User
) -> BaselineAssignment | None:
    """Return the person's oldest assignment that is not finished, or their last one."""
    own = BaselineAssignment.objects.filter(
        release__project=project, person=person, ended_at=None
    ).select_related("release__protocol_version", "release__project")
    return own.filter(run=None).order_by("pk").first() or own.order_by("-pk").first()


def baseline_progress(assignment: BaselineAssignment) -> BaselineProgress:
    """Return the next question in the order of the release, for every visit the same."""
    seconds_by_question = dict(assignment.answers.values_list("question", "seconds"))
    columns = question_columns(assignment.release)
    uid = next(
        (
            uid
            for uid, split in zip(columns.ids, columns.splits, strict=True)
            if split in assignment.splits and uid not in seconds_by_question
        ),
        None,
    )
    return BaselineProgress(
        version=assignment.release.version,
        answered=len(seconds_by_question),
        total=assignment.total,
        seconds=sum(seconds_by_question.values()),
        question=_baseline_question(assignment.release, uid) if uid else None,
    )


def _baseline_question(release: Release, uid: str) -> BaselineQuestion:
    question = released_questions(release, about=[uid])[uid]
    places = ItemImage.objects.filter(item=question.item_id).select_related("image")
    images = [place.image for place in places.order_by("position")]
    return BaselineQuestion(
        uid, question.format, question.stem, question.options, images
    )
