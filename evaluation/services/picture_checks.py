"""Decisions on questions that every text-only model solved (CMMMU, §3.1)."""

from django.db import transaction

from evaluation.models import PictureCheck
from evaluation.selectors.probes import probes
from releases.models import Release
from review.selectors.cases import case_of_item
from review.services.rework import question_take_out
from workflow.errors import FieldProblem, InvalidInputError
from workflow.services import Actor, transition


@transaction.atomic
def decide_image_dependence(
    *, release: Release, question: str, remove: bool, reason: str, actor: Actor
) -> PictureCheck:
    """Keep a question that was solved without its image, or remove it.

    The evaluated release does not change. Raises InvalidInputError when a text-only
    model did not solve the question or the reason is missing. Raises ConflictError when
    the item is being worked on or the decision was already made.
    """
    found = probes(release)
    solved = {one.question.id: one.question for one in found.solved}
    if question not in solved:
        reason = "Not all models without the image solved this question."
        raise InvalidInputError(
            "This question is not listed.", [FieldProblem("question", reason)]
        )
    item = solved[question].item_id
    check, _ = PictureCheck.objects.get_or_create(
        project_id=release.project_id,
        question_id=question,
        defaults={
            "release": release,
            "item_id": item,
            "models_asked": sorted({o.run.model for o in found.probes if o.run}),
        },
    )
    data = {"question": question, "models": check.models_asked}
    action = "remove" if remove else "keep"
    transition(check, action, actor=actor, reason=reason, data=data)
    if remove:
        case = case_of_item(release.project, item)
        question_take_out(case=case, uid=question, actor=actor, reason=reason)
    return check
