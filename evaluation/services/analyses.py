"""Error analyses: drawing incorrect answers and marking their errors."""

from django.db import transaction

from annotation.services.people import person_of
from evaluation.domain.sampling import draw
from evaluation.models import ErrorAnalysis, ErrorMark, ErrorSample, Run
from evaluation.selectors.analyses import category_ids, wrong_questions
from evaluation.selectors.questions import released_questions, slice_choices
from evaluation.services.marking import mark_keep
from workflow.errors import FieldProblem, InvalidInputError
from workflow.services import Actor

MOST_MARKERS = 2


def draw_error_analysis(
    *, run: Run, size: int, seed: int, markers: int, actor: Actor
) -> ErrorAnalysis:
    """Draw up to ``size`` incorrect answers of a run to be marked (II-Bench, §4.3).

    The sample is proportional to the number of questions per choice of the first label
    field that scores are broken down by. The same seed draws the same sample. A miss
    counts as incorrect, a server error does not. Raises InvalidInputError when there is
    nothing to draw or the protocol has no error categories.
    """
    person = person_of(actor)
    if not category_ids(run.release):
        raise InvalidInputError(
            "The protocol has no kinds of errors (error_categories)."
        )
    if not 1 <= markers <= MOST_MARKERS:
        problem = FieldProblem("markers", f"Must be from 1 to {MOST_MARKERS}.")
        raise InvalidInputError("The number of reviewers is not valid.", [problem])
    if size < 1:
        raise InvalidInputError(
            "Sample at least one answer.", [FieldProblem("size", "Must be at least 1.")]
        )
    wrong = wrong_questions(run)
    if not wrong:
        raise InvalidInputError("This run has no incorrect answers.")
    field, strata, weights = _strata(run, wrong)
    drawn = draw(strata, size, weights=weights, seed=seed)
    with transaction.atomic():
        analysis = ErrorAnalysis.objects.create(
            project_id=run.project_id,
            run=run,
            field=field,
            seed=seed,
            markers=markers,
            created_by=person,
        )
        ErrorSample.objects.bulk_create(
            [
                ErrorSample(analysis=analysis, question_id=uid, stratum=stratum)
                for stratum, uid in drawn
            ]
        )
    return analysis


def _strata(
    run: Run, wrong: list[str]
) -> tuple[str, dict[str, list[str]], dict[str, int]]:
    """Return the label field, its incorrect answers and its questions by choice.

    A question with several choices belongs to the first in the protocol's order.
    """
    questions = released_questions(run.release, splits=run.splits)
    slices = slice_choices(run.release)
    field = next(iter(slices), "")
    order = slices.get(field, [])

    def stratum(uid: str) -> str:
        given = questions[uid].labels.get(field, ())
        return next((choice for choice in order if choice in given), "")

    strata: dict[str, list[str]] = {}
    weights: dict[str, int] = {}
    for choice in [*order, ""]:
        found = [uid for uid in wrong if stratum(uid) == choice]
        if found:
            strata[choice] = found
            weights[choice] = sum(stratum(uid) == choice for uid in questions)
    return field, strata, weights


def mark_error(
    *, sample: ErrorSample, category: str, note: str, actor: Actor
) -> ErrorMark:
    """Record the error category of an answer; people may change their own mark.

    Raises InvalidInputError for an unknown category, ConflictError when enough other
    people have marked the answer.
    """
    person = person_of(actor)
    known = category_ids(sample.analysis.run.release)
    if category not in known:
        problem = FieldProblem("category", f"Must be one of {', '.join(known)}.")
        raise InvalidInputError("The protocol has no such kind of error.", [problem])
    said = {"category": category, "note": note.strip()}
    return mark_keep(
        ErrorMark,
        sample=sample,
        places=sample.analysis.markers,
        person=person,
        said=said,
    )
