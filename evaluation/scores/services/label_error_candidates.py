"""Rework of label-error candidates that models' answers point to."""

from core.domain.texts import _
from core.errors import NotFoundError
from core.services import Actor
from evaluation.runs.selectors.released_questions import released_questions
from releases.records.models import Release
from review.adjudication.models import Case
from review.adjudication.selectors.cases import case_of_item
from review.rework.services.return_for_rework import return_case_for_rework


def return_label_error_candidates(
    *, release: Release, question: str, reason: str, actor: Actor
) -> Case:
    """Send the item of a released question to rework.

    Review gets only ``reason``, which people read, and not the models' answers. The
    release does not change. Raises NotFoundError, InvalidInputError or ConflictError.
    """
    questions = released_questions(release, about=[question])
    released_question = questions.get(question)
    if released_question is None:
        raise NotFoundError(_("This release has no such question."))
    case = case_of_item(release.project, released_question.item_id)
    return return_case_for_rework(case=case, actor=actor, reason=reason)
