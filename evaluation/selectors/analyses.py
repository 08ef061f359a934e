"""Selectors for error analyses: samples, marks, and the error distribution."""

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
"""Outcomes that count as the model's errors; a server error does not."""


def list_error_analyses(project: Project) -> QuerySet[ErrorAnalysis]:
    """Return the error analyses of ``project``, annotated with sample ``size``."""
    return (
        ErrorAnalysis.objects.filter(project=project)
        .select_related("run__release__protocol_version")
        .annotate(size=Count("samples"))
    )


def get_error_analysis(project: Project, analysis_id: int) -> ErrorAnalysis:
    """Return one error analysis. Raises NotFoundError."""
    return get_or_missing(
        list_error_analyses(project).filter(pk=analysis_id),
        "This project has no such error analysis.",
    )


def sample_get(project: Project, analysis_id: int, sample_id: int) -> ErrorSample:
    """Return one sampled answer of an error analysis. Raises NotFoundError."""
    rows = ErrorSample.objects.filter(
        pk=sample_id, analysis=analysis_id, analysis__project=project
    ).select_related("analysis__run__release__protocol_version")
    return get_or_missing(rows, "This error analysis has no such answer.")


def analysis_samples(
    analysis: ErrorAnalysis, *, waiting_for: User | None = None
) -> QuerySet[ErrorSample]:
    """Return the sampled answers in drawing order.

    With ``waiting_for``, return only those that this person has not marked and may
    still mark.
    """
    rows = ErrorSample.objects.filter(analysis=analysis).prefetch_related("marks")
    if waiting_for is None:
        return rows
    return unrated_by(rows, waiting_for, places="analysis__markers")


def wrong_questions(run: Run) -> list[str]:
    """Return the ids of the questions that ``run`` answered incorrectly or missed."""
    return [uid for uid, one in judged(run).items() if one.outcome in WRONG]


def category_ids(release: Release) -> list[str]:
    """Return the ids of the protocol's error categories."""
    protocol = release.protocol_version.protocol
    return [one.id for one in protocol.evaluation.error_categories]


@dataclass(frozen=True)
class Findings:
    """Intermediate result of an error analysis, over the fully marked answers.

    ``waiting`` counts the answers that the requesting person may still mark.
    """

    marked: int
    """Answers that have all their marks."""
    waiting: int
    """Answers that the requesting person has not marked and may still mark."""
    distribution: Mapping[str, float]
    """Share of each error category among the fully marked answers. Where markers
    differ, each category counts by its share of the marks."""
    agreement: Agreement | None
    """Agreement of the markers of the same answers; None where each has one marker."""


def findings(analysis: ErrorAnalysis, person: User) -> Findings:
    """Return progress and error distribution of an analysis, as ``person`` sees it."""
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
