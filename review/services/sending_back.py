"""Giving many items back at once, with one reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.db import IntegrityError, transaction

from annotation.domain.states import SUBMITTED
from annotation.models import Purpose, Slot
from annotation.services.slots import slot_send_back
from projects.models import Project
from review.domain.states import COMPARING, IN_VALIDATION, VALIDATED
from review.models import Case
from review.selectors.cases import UNDECIDED
from review.services.cases import case_in_turn, case_send_to_rework
from workflow.errors import Conflict
from workflow.services import Actor, require_reason

NotSent = Literal["unbegun", "state", "changed"]
"""Nobody has handed in anything; it is where nothing can be sent back from (dropped, in
rework already, decided but not asked yet); somebody was faster."""


@dataclass(frozen=True)
class NotSentItem:
    """An item that was left where it is, and why."""

    item: int
    why: NotSent


@dataclass(frozen=True)
class ItemsSentBack:
    """Items: undecided ones are with their annotators again, decided ones in rework."""

    to_annotators: Sequence[int]
    to_rework: Sequence[int]
    skipped: Sequence[NotSentItem]


def items_send_back(
    *, project: Project, actor: Actor, items: Sequence[int], reason: str
) -> ItemsSentBack:
    """Undecided items go back to those who annotated them, decided ones to rework.

    Each is a move of its own with the reason. What cannot be sent back is left and
    named. Raises Invalid without a reason.
    """
    require_reason(reason)
    annotators, rework, skipped = list[int](), list[int](), list[NotSentItem]()
    cases = Case.objects.filter(project=project, item__in=items)
    found = {case.item_id: case for case in cases.select_related("item")}
    for item in dict.fromkeys(items):
        case = found.get(item)
        if case is None:
            skipped.append(NotSentItem(item, "unbegun"))
            continue
        case.project = project
        try:
            with transaction.atomic():
                if case.status in (COMPARING, *UNDECIDED):
                    if _to_annotators(case, actor, reason):
                        annotators.append(item)
                    else:
                        skipped.append(NotSentItem(item, "unbegun"))
                elif case.status in (IN_VALIDATION, VALIDATED):
                    case_send_to_rework(case=case, actor=actor, reason=reason)
                    rework.append(item)
                else:
                    skipped.append(NotSentItem(item, "state"))
        except (Conflict, IntegrityError):
            skipped.append(NotSentItem(item, "changed"))
    return ItemsSentBack(annotators, rework, skipped)


def _to_annotators(case: Case, actor: Actor, reason: str) -> int:
    """How many annotations went back."""
    slots = Slot.objects.filter(
        item=case.item_id, purpose=Purpose.WORK, status=SUBMITTED
    ).order_by("pk")
    handed_in = list(slots)
    if handed_in:
        case_in_turn(handed_in[0])
    for slot in handed_in:
        slot_send_back(slot=slot, actor=actor, reason=reason)
    return len(handed_in)
