"""Error analyses: drawing responses of a run and marking their errors."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, unknown_choice
from core.services import Actor
from evaluation.marking.domain.sampling import draw_sample
from evaluation.marking.models.error_analyses import (
    ErrorAnalysis,
    ErrorMark,
    ErrorSample,
)
from evaluation.marking.selectors.error_analyses import (
    answered_questions,
    captions_of,
    category_ids,
    default_strata_field,
    labels_in,
)
from evaluation.marking.services.blind_marks import store_mark
from evaluation.runs.models.runs import Run
from releases.records.states import OUT

MOST_MARKERS = 20


@dataclass(frozen=True, kw_only=True)
class SampleDesign:
    """How responses are drawn.

    ``size`` incorrect answers and ``correct`` correct ones, at most (II-Bench, Appendix
    G: 28 correct; CMMMU: 65). ``field`` is the label field of the strata: None for the
    first that scores are broken down by, "" for a uniform sample. Strata are
    proportional to the questions, or ``even`` (CMMMU: evenly over 30 subjects).
    ``markers`` people mark each response.
    """

    size: int
    seed: int = 0
    markers: int = 1
    correct: int = 0
    field: str | None = None
    even: bool = False


def draw_error_analysis(
    *, run: Run, design: SampleDesign, actor: Actor
) -> ErrorAnalysis:
    """Draw responses of a run to be marked (II-Bench, §4.3; CMMMU, §4.3).

    The same seed draws the same sample. A miss counts as incorrect, a server error as
    neither. Of an open task ``size`` captions are drawn; none is correct or incorrect.
    Raises InvalidInputError when there is nothing to draw, or the protocol has no error
    categories or no such label field.
    """
    person = person_of(actor)
    if run.release.status not in OUT:
        raise InvalidInputError(_("Only runs of published releases can be analysed."))
    if not category_ids(run.release):
        raise InvalidInputError(
            _("The protocol has no kinds of errors (error_categories).")
        )
    field = _require_design(run, design)
    wrong, right = (
        answered_questions(run) if run.asks_questions else (captions_of(run), [])
    )
    if not wrong:
        raise InvalidInputError(
            _("This run has no incorrect answers.")
            if run.asks_questions
            else _("This run has no captions.")
        )
    strata = labels_in(run, field)
    incorrect = _draw(strata, wrong, design.size, design)
    correct = _draw(strata, right, design.correct, design)
    with transaction.atomic():
        analysis = ErrorAnalysis.objects.create(
            project_id=run.project_id,
            run=run,
            field=field,
            even=design.even,
            seed=design.seed,
            markers=design.markers,
            created_by=person,
        )
        ErrorSample.objects.bulk_create(
            ErrorSample(
                analysis=analysis, question_id=uid, stratum=stratum, correct=is_correct
            )
            for sample, is_correct in ((incorrect, False), (correct, True))
            for stratum, uid in sample
        )
    return analysis


def _require_design(run: Run, design: SampleDesign) -> str:
    """Return the label field of the strata. Raises InvalidInputError."""
    field = default_strata_field(run) if design.field is None else design.field
    problems = []
    if not 1 <= design.markers <= MOST_MARKERS:
        problems.append(
            FieldProblem(
                "markers",
                _("Must be from 1 to {most_markers}.", most_markers=MOST_MARKERS),
            )
        )
    if design.size < 1:
        problems.append(FieldProblem("size", _("Must be at least 1.")))
    if field and field not in {label.id for label in run.protocol.labels}:
        problems.append(FieldProblem("field", _("The protocol has no such label.")))
    if design.even and not field:
        problems.append(FieldProblem("even", _("Choose a label to sample evenly by.")))
    if problems:
        raise InvalidInputError(_("The sample is not valid."), problems)
    return field


def _draw(
    strata: Mapping[str, str], answers: Collection[str], size: int, design: SampleDesign
) -> Sequence[tuple[str, str]]:
    """Draw ``size`` of ``answers``; ``strata`` are all that the run covers, by id."""
    available: dict[str, list[str]] = {}
    weights: dict[str, int] = {}
    drawn_from = set(answers)
    for uid, stratum in strata.items():
        weights[stratum] = 1 if design.even else weights.get(stratum, 0) + 1
        if uid in drawn_from:
            available.setdefault(stratum, []).append(uid)
    ordered = {name: available[name] for name in weights if name in available}
    return draw_sample(ordered, size, weights=weights, seed=design.seed)


def mark_error(
    *, sample: ErrorSample, categories: Sequence[str], note: str, actor: Actor
) -> ErrorMark:
    """Record the error categories of a response; people may change their own mark.

    Raises InvalidInputError for an unknown category, and without one except for a
    correct answer. Raises ConflictError when enough other people have marked it.
    """
    person = person_of(actor)
    known = category_ids(sample.analysis.run.release)
    problems = [
        unknown_choice(f"categories.{at}", known)
        for at, category in enumerate(categories)
        if category not in known
    ]
    if problems:
        raise InvalidInputError(_("The protocol has no such kind of error."), problems)
    if not categories and not sample.correct:
        raise InvalidInputError(
            _("The response has no kind of error yet."),
            [FieldProblem("categories", _("Choose at least one kind of error."))],
        )
    chosen = [category for category in known if category in categories]
    values = {"categories": chosen, "note": note.strip()}
    return store_mark(
        ErrorMark,
        sample=sample,
        places=sample.analysis.markers,
        person=person,
        values=values,
    )
