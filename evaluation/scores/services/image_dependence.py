"""Decisions on questions that every text-only model solved (CMMMU, §3.1)."""

from django.db import transaction

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from core.services import Actor, transition
from evaluation.scores.models.image_dependence import ImageDependenceReview
from evaluation.scores.selectors.shortcut_baselines import shortcut_baselines
from releases.records.models import Release
from review.adjudication.selectors.cases import case_of_item
from review.rework.services.question_rework import remove_question


@transaction.atomic
def decide_image_dependence(
    *, release: Release, question: str, remove: bool, reason: str, actor: Actor
) -> ImageDependenceReview:
    """Keep a question that was solved without its image, or remove it.

    The evaluated release does not change. Raises InvalidInputError when a text-only
    model did not solve the question or the reason is missing. Raises ConflictError when
    the item is being worked on or the decision was already made.
    """
    baselines = shortcut_baselines(release)
    solved_questions = {
        solved_question.question.id: solved_question.question
        for solved_question in baselines.solved
    }
    if question not in solved_questions:
        reason = _("Not all models without the image solved this question.")
        raise InvalidInputError(
            _("This question is not listed."), [FieldProblem("question", reason)]
        )
    item = solved_questions[question].item_id
    check, _created = ImageDependenceReview.objects.get_or_create(
        project_id=release.project_id,
        question_id=question,
        defaults={
            "release": release,
            "item_id": item,
            "models_asked": sorted({o.run.model for o in baselines.probes if o.run}),
        },
    )
    data = {"question": question, "models": check.models_asked}
    action = "remove" if remove else "keep"
    transition(check, action, actor=actor, reason=reason, data=data)
    if remove:
        case = case_of_item(release.project, item)
        remove_question(case=case, uid=question, actor=actor, reason=reason)
    return check
