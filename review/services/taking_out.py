"""Taking a validated question out of the benchmark."""

from django.db import transaction

from annotation.selectors import live_questions
from annotation.services.questions import question_drop
from review.domain.states import VALIDATED
from review.models import Case
from review.services.places import places_withdraw
from workflow.errors import Conflict, Missing
from workflow.services import Actor, transition


@transaction.atomic
def question_take_out(*, case: Case, uid: str, actor: Actor, reason: str) -> Case:
    """Drop one question for good; without another one its item is dropped.

    The ledger of the case says which and why. Raises Missing, Invalid (reason), Conflict
    where somebody works on the item.
    """
    if case.status != VALIDATED:
        raise Conflict(
            "Somebody works on this item; decide when it is validated again."
        )
    live = {one.question.uid: one.question for one in live_questions(case.item)}
    question = live.get(uid)
    if question is None:
        raise Missing("The item has no such question any more.")
    places_withdraw(actor=actor, question=question)
    question_drop(question=question, actor=actor, reason=reason)
    action = "edit" if len(live) > 1 else "drop"
    transition(case, action, actor=actor, reason=reason, data={"dropped": [uid]})
    return case
