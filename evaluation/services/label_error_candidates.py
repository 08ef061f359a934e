"""Rework of label-error candidates that models' answers point to."""

from evaluation.selectors.questions import released_questions
from releases.models import Release
from review.models import Case
from review.selectors.cases import case_of_item
from review.services.return_for_rework import return_case_for_rework
from workflow.domain.texts import _
from workflow.errors import NotFoundError
from workflow.services import Actor


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
