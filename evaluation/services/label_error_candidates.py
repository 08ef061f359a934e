"""Rework of label-error candidates that models' answers point to."""

from evaluation.selectors.questions import released_questions
from releases.models import Release
from review.models import Case
from review.selectors.cases import case_of_item
from review.services.cases import case_send_to_rework
from workflow.errors import NotFoundError
from workflow.services import Actor


def suspect_send_back(
    *, release: Release, question: str, reason: str, actor: Actor
) -> Case:
    """Send the item of a released question to rework.

    Review gets only ``reason``, which people read, and not the models' answers. The
    release does not change. Raises NotFoundError, InvalidInputError or ConflictError.
    """
    found = released_questions(release).get(question)
    if found is None:
        raise NotFoundError("This release has no such question.")
    case = case_of_item(release.project, found.item_id)
    return case_send_to_rework(case=case, actor=actor, reason=reason)
