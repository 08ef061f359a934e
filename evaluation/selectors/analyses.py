"""Reading analyses of errors: what was drawn, who marked what, what comes of it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from evaluation.models import ErrorAnalysis, ErrorMark, ErrorSample, Run
from evaluation.selectors.marking import unrated_by
from evaluation.selectors.outcomes import judged
from projects.domain.statistics.agreement import Agreement, agreement_of
from projects.models import Project, User
from releases.models import Release
from workflow.selectors import get_or_missing

WRONG = ("incorrect", "miss")
"""Outcomes that the model is to blame for; a server's error is not."""


def list_error_analyses(project: Project) -> QuerySet[ErrorAnalysis]:
    """A project's analyses with ``size``, how many answers were drawn."""
    return (
        ErrorAnalysis.objects.filter(project=project)
        .select_related("run__release__protocol_version")
        .annotate(size=Count("samples"))
    )


def get_error_analysis(project: Project, analysis_id: int) -> ErrorAnalysis:
    """One analysis. Raises Missing."""
    return get_or_missing(
        list_error_analyses(project).filter(pk=analysis_id),
        "This project has no such error analysis.",
    )


def sample_get(project: Project, analysis_id: int, sample_id: int) -> ErrorSample:
    """One answer of an analysis. Raises Missing."""
    rows = ErrorSample.objects.filter(
        pk=sample_id, analysis=analysis_id, analysis__project=project
    ).select_related("analysis__run__release__protocol_version")
    return get_or_missing(rows, "This error analysis has no such answer.")


def analysis_samples(
    analysis: ErrorAnalysis, *, waiting_for: User | None = None
) -> QuerySet[ErrorSample]:
    """The answers in the order drawn; those that still wait for a person's mark."""
    rows = ErrorSample.objects.filter(analysis=analysis).prefetch_related("marks")
    if waiting_for is None:
        return rows
    return unrated_by(rows, waiting_for, places="analysis__markers")


def wrong_questions(run: Run) -> list[str]:
    """Ids of the questions that a run got wrong."""
    return [uid for uid, one in judged(run).items() if one.outcome in WRONG]


def category_ids(release: Release) -> list[str]:
    """The protocol's kinds of error."""
    protocol = release.protocol_version.protocol
    return [one.id for one in protocol.evaluation.error_categories]


@dataclass(frozen=True)
class Findings:
    """What the marks say so far of the answers with all their marks.

    ``waiting`` answers wait for the mark of the person who looks.
    """

    marked: int
    """Answers with as many marks as were asked for."""
    waiting: int
    """Answers that the person who looks has not marked and still may."""
    distribution: Mapping[str, float]
    """Share of each kind of error among the marked answers; where their markers differ
    each kind counts by its share of the marks."""
    agreement: Agreement | None
    """Of two or more markers on what both marked; None where one was asked for."""


def findings(analysis: ErrorAnalysis, person: User) -> Findings:
    """How far an analysis is, and its distribution over the finished answers."""
    given: dict[int, list[str]] = {}
    marks = ErrorMark.objects.filter(sample__analysis=analysis).order_by("place")
    for sample, category in marks.values_list("sample", "category"):
        given.setdefault(sample, []).append(category)
    finished = [said for said in given.values() if len(said) >= analysis.markers]
    weights = Counter(category for said in finished for category in said)
    total = sum(weights.values())
    return Findings(
        marked=len(finished),
        waiting=analysis_samples(analysis, waiting_for=person).count(),
        distribution={
            category: weights[category] / total if total else 0.0
            for category in category_ids(analysis.run.release)
        },
        agreement=(
            agreement_of(
                [[frozenset({one}) for one in said] for said in finished],
                metric="nominal",
            )
            if analysis.markers > 1
            else None
        ),
    )
