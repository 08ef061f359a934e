"""Selectors for error analyses: samples, marks, and the error distribution."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, QuerySet

from core.domain.grouping import group_by_key
from core.domain.texts import _
from core.selectors import get_or_missing
from evaluation.marking.models.error_analyses import ErrorAnalysis, ErrorSample
from evaluation.marking.selectors.blind_marks import fully_marked, unrated_by
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import (
    released_items,
    released_questions,
)
from evaluation.runs.selectors.runs import replies_of
from evaluation.scores.selectors.outcomes import judged_questions
from projects.models import Project, User
from releases.records.models import Release
from reporting.statistics.agreement import Agreement, agreement_of
from reporting.tables import Group, Row, Table
from subtext_protocol.text import Language, in_language

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
        _("This project has no such error analysis."),
    )


def get_error_sample(project: Project, analysis_id: int, sample_id: int) -> ErrorSample:
    """Return one sampled answer of an error analysis. Raises NotFoundError."""
    rows = ErrorSample.objects.filter(
        pk=sample_id, analysis=analysis_id, analysis__project=project
    ).select_related("analysis__run__release__protocol_version")
    return get_or_missing(rows, _("This error analysis has no such answer."))


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


def answered_questions(run: Run) -> tuple[list[str], list[str]]:
    """Return the ids of the questions that ``run`` got wrong, and of those it got right.

    A miss is wrong; a server error is neither.
    """
    judged = judged_questions(run)
    wrong = [uid for uid, question in judged.items() if question.outcome in WRONG]
    return wrong, [uid for uid, question in judged.items() if question.correct]


def captions_of(run: Run) -> list[str]:
    """Return the keys of the items that a run of an open task has a caption of."""
    return sorted(replies_of(run))


def reference_field(run: Run) -> str:
    """Return the field with people's captions that a run of an open task is about."""
    task = run.rules.open_task(run.setting)
    return task.reference if task else ""


def default_strata_field(run: Run) -> str:
    """Return the first label field that scores are broken down by, "" without one."""
    return next(iter(run.protocol.evaluation.slices), "")


def labels_in(run: Run, field: str) -> dict[str, str]:
    """Return the choice of ``field`` of all that ``run`` covers, by question or item.

    Of several choices the first in the protocol's order counts, "" without any. They
    are in the order of the choices.
    """
    choices = (
        [choice.id for choice in run.protocol.label(field).choices] if field else []
    )
    labels: dict[str, Sequence[str]]
    if run.asks_questions:
        questions = released_questions(run.release, splits=run.splits)
        labels = {
            uid: question.labels.get(field, ()) for uid, question in questions.items()
        }
    else:
        items = released_items(run.release, splits=run.splits)
        labels = {item.key: item.labels.get(field, ()) for item in items}
    strata = {
        uid: next((choice for choice in choices if choice in chosen), "")
        for uid, chosen in labels.items()
    }
    order = [*choices, ""]
    return dict(sorted(strata.items(), key=lambda entry: order.index(entry[1])))


def category_ids(release: Release) -> list[str]:
    """Return the ids of the protocol's error categories."""
    return [category.id for category in release.protocol.evaluation.error_categories]


@dataclass(frozen=True)
class Findings:
    """Intermediate result of an error analysis, over the fully marked responses.

    ``waiting`` counts the responses that the requesting person may still mark.
    """

    marked: int
    """Responses that have all their marks."""
    waiting: int
    """Responses that the requesting person has not marked and may still mark."""
    counted: int
    """Fully marked responses that the distribution is over: all but correct answers."""
    distribution: Mapping[str, float]
    """Share of each error category among the counted responses; the shares sum to 1. A
    response with several categories counts fractionally for each, as do its markers."""
    responses: Mapping[str, int]
    """Counted responses for which somebody chose the category; a response may count for
    several."""
    agreement: Agreement | None
    """Agreement of the markers of the same responses on their sets of categories (MASI
    distance); None where each has one marker."""


def findings(analysis: ErrorAnalysis, person: User | None = None) -> Findings:
    """Return progress and error distribution of an analysis, as ``person`` sees it."""
    finished = fully_marked(analysis_samples(analysis), analysis.markers)
    counted = [
        [mark.categories for mark in marks]
        for sample, marks in finished.items()
        if not sample.correct
    ]
    weights: defaultdict[str, Fraction] = defaultdict(Fraction)
    responses: Counter[str] = Counter()
    for chosen in counted:
        responses.update({category for categories in chosen for category in categories})
        for categories in chosen:
            for category in categories:
                weights[category] += Fraction(1, len(categories) * len(chosen))
    categories_known = category_ids(analysis.run.release)
    waiting = analysis_samples(analysis, waiting_for=person) if person else None
    return Findings(
        marked=len(finished),
        waiting=waiting.count() if waiting is not None else 0,
        counted=len(counted),
        distribution={
            category: float(weights[category] / len(counted)) if counted else 0.0
            for category in categories_known
        },
        responses={category: responses[category] for category in categories_known},
        agreement=(
            agreement_of(
                [
                    [frozenset(categories) for categories in chosen]
                    for chosen in counted
                ],
                metric="masi",
            )
            if analysis.markers > 1
            else None
        ),
    )


@dataclass(frozen=True)
class ErrorKind:
    """A kind of errors as tables and figures print it, with the share of its errors."""

    title: str
    share: float
    responses: int
    """Responses for which somebody chose one of its categories."""
    parts: Sequence["ErrorKind"] = ()
    """Its categories, if the protocol sums several up (CII-Bench, Figure 4)."""

    def lines(self) -> list[tuple[str, "ErrorKind"]]:
        """Return the kind and its parts with their labels in a list."""
        return [
            (self.title, self),
            *((f"– {part.title}", part) for part in self.parts),
        ]


def error_kinds(analysis: ErrorAnalysis, language: Language) -> list[ErrorKind]:
    """Return the error distribution by kind, in the protocol's order."""
    results = findings(analysis)
    finished = fully_marked(analysis_samples(analysis), analysis.markers)
    chosen = [
        {category for mark in marks for category in mark.categories}
        for sample, marks in finished.items()
        if not sample.correct
    ]
    grouped = group_by_key(
        (in_language(category.part_of or category.title, language), category)
        for category in analysis.run.rules.error_categories
    )
    kinds = []
    for title, categories in grouped.items():
        ids = {category.id for category in categories}
        parts = [
            ErrorKind(
                in_language(category.title, language),
                results.distribution[category.id],
                results.responses[category.id],
            )
            for category in categories
            if category.part_of
        ]
        kinds.append(
            ErrorKind(
                title,
                sum(results.distribution[category] for category in ids),
                sum(bool(ids & of_response) for of_response in chosen),
                parts,
            )
        )
    return kinds


def findings_table(analysis: ErrorAnalysis, language: Language) -> Table:
    """Return the error distribution as a table: share and responses by kind of errors.

    The parts of a kind follow it. Source: II-Bench, Figure 4.
    """
    distribution = findings(analysis)
    rows = [
        Row(label, [kind.share, str(kind.responses)], runs=[analysis.run_id])
        for wide in error_kinds(analysis, language)
        for label, kind in wide.lines()
    ]
    note = phrase(
        "errors_note",
        language,
        counted=distribution.counted,
        markers=analysis.markers,
        seed=analysis.seed,
    )
    return Table(
        phrase("errors_of", language, model=analysis.run.model),
        phrase("error_kind", language),
        [phrase("error_share", language), phrase("error_responses", language)],
        [Group("", rows)],
        id=f"errors-{analysis.pk}",
        note=note,
    )
