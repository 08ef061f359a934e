"""Going through a round's checklist, one item at a time."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from review.domain.states import OPEN
from review.models import ChecklistMark
from review.selectors.rounds import AWAITING
from workflow.errors import Conflict, FieldProblem, Invalid
from workflow.services import Actor, transition


@transaction.atomic
def checklist_mark(
    *, mark: ChecklistMark, actor: Actor, ticked: Sequence[str], note: str
) -> ChecklistMark:
    """What holds of an item. Where something does not, it goes to rework.

    Raises Invalid naming an unknown point, or the note when something does not hold and
    nothing says why; Conflict when somebody else went through it.
    """
    known = [reason.id for reason in mark.round.rule.checklist]
    problems = [
        FieldProblem(f"ticked.{at}", "The checklist has no such point.")
        for at, point in enumerate(ticked)
        if point not in known
    ]
    missing = [point for point in known if point not in ticked]
    if missing and not note.strip():
        problems.append(FieldProblem("note", "Please say what is wrong."))
    if problems:
        raise Invalid("This checklist cannot be kept.", problems)
    if mark.round.status != OPEN or mark.case.status not in AWAITING:
        raise Conflict("This item is not waiting to be gone through.")
    marked = {
        "person": actor.user,
        "ticked": [point for point in known if point in ticked],
        "passed": not missing,
        "note": note.strip(),
        "marked_at": timezone.now(),
    }
    if not ChecklistMark.objects.filter(pk=mark.pk, passed=None).update(**marked):
        raise Conflict("Somebody else has gone through this item.")
    mark.refresh_from_db()
    if missing:
        transition(
            mark.case,
            "fail",
            actor=actor,
            reason=note.strip(),
            data={"round": mark.round.number, "checklist": missing},
        )
    return mark
