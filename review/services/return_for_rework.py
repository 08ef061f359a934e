"""Giving many items back with one reason, and work that does not count any more."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db import IntegrityError, transaction

from annotation.domain.states import SUBMITTED
from annotation.models import Purpose, Slot
from annotation.services.slots import return_slot, unvoid_slot, void_slot
from projects.models import Project
from review.domain.states import COMPARING, IN_VALIDATION, VALIDATED
from review.models import Case
from review.selectors.cases import DECIDED, UNDECIDED
from review.selectors.items import (
    unvoidable_slots,
    void_preview,
    voidable_slots,
)
from review.services.cases import case_in_turn, case_send_to_rework, drop_questions
from review.services.records import record_changes
from review.services.validation_assignments import withdraw_validation_assignments
from workflow.errors import ConflictError
from workflow.services import Actor, require_reason, transition

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
        except (ConflictError, IntegrityError):
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
        return_slot(slot=slot, actor=actor, reason=reason)
    return len(handed_in)


@dataclass(frozen=True, kw_only=True)
class Voided:
    """In items; ``kept`` were decided and not confirmed, or changed meanwhile."""

    voided: Sequence[int]
    taken_back: Sequence[int]
    """Of those, what had been decided on and is compared again."""
    kept: Sequence[int]


def void_work_of(
    *,
    project: Project,
    person_id: int,
    actor: Actor,
    reason: str,
    confirmed: Collection[int],
) -> Voided:
    """A person's annotations do not count any more; others are asked instead.

    They are kept and marked. Undecided items are compared again when somebody else has
    handed in. A decision is taken back only where its case is ``confirmed``: its
    questions are dropped and nobody is asked about them any more. What is published
    stays as it is. Said again it goes on with what is left. Raises Missing, Invalid
    without a reason.
    """
    require_reason(reason)
    void_preview(project, person_id)
    voided, taken_back, kept = list[int](), list[int](), list[int]()
    for slot in voidable_slots(project, person_id):
        try:
            with transaction.atomic():
                case = case_in_turn(slot)
                decided = case.status in DECIDED
                if decided and case.pk not in confirmed:
                    kept.append(slot.item_id)
                    continue
                _void(slot, case, actor, reason)
        except (ConflictError, IntegrityError):
            kept.append(slot.item_id)
            continue
        voided.append(slot.item_id)
        if decided:
            taken_back.append(slot.item_id)
    return Voided(voided=voided, taken_back=taken_back, kept=kept)


def unvoid_work_of(*, project: Project, person_id: int, actor: Actor) -> Sequence[int]:
    """Take the voiding of a person's work back, where nobody has taken over since.

    Returns the items at which it counts again. They are compared again at once; a
    decision that was taken back with it has to be made again. Raises Missing.
    """
    void_preview(project, person_id)
    restored = list[int]()
    for slot in unvoidable_slots(project, person_id):
        slot.project = project
        try:
            with transaction.atomic():
                case_in_turn(slot)
                unvoid_slot(slot=slot, actor=actor)
        except (ConflictError, IntegrityError):
            continue
        restored.append(slot.item_id)
    return restored


def _void(slot: Slot, case: Case, actor: Actor, reason: str) -> None:
    if case.status in DECIDED:
        transition(
            case,
            "void",
            actor=actor,
            reason=reason,
            changes={**record_changes({}), "adjudicator": None},
            data={"record": case.record, "comparison": case.comparison},
        )
        withdraw_validation_assignments(actor=actor, case=case)
        drop_questions(
            case, actor, f"The annotations behind this record were voided. {reason}"
        )
    void_slot(slot=slot, actor=actor, reason=reason)
