"""Return of many items for rework, and voiding of a person's work."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db import IntegrityError, transaction

from annotation.items.domain.slot_states import SUBMITTED
from annotation.items.models.slots import Purpose, Slot
from annotation.slots.services.transitions import return_slot, unvoid_slot, void_slot
from core.domain.texts import _
from core.errors import ConflictError
from core.services import Actor, require_reason, transition
from projects.models import Project
from review.adjudication.domain.case_states import COMPARING, IN_VALIDATION, VALIDATED
from review.adjudication.models import Case
from review.adjudication.selectors.cases import DECIDED, UNDECIDED
from review.adjudication.selectors.item_search import (
    void_preview,
    voidable_slots,
    voided_slots,
)
from review.adjudication.services.comparison import (
    case_in_own_transaction,
    drop_questions,
)
from review.adjudication.services.records import undecided_changes
from review.rounds.services.assignments import withdraw_validation_assignments

NotSent = Literal["unbegun", "state", "changed"]
"""Why an item was not returned.

``unbegun``: it has no submission. ``state``: it is dropped, in rework, or decided and
not in a round yet. ``changed``: someone else changed it first.
"""


@dataclass(frozen=True)
class NotReturnedItem:
    """An item that was not returned, and why."""

    item: int
    why: NotSent


@dataclass(frozen=True)
class ItemsReturned:
    """Items returned: undecided ones to their annotators, decided ones to rework."""

    to_annotators: Sequence[int]
    to_rework: Sequence[int]
    skipped: Sequence[NotReturnedItem]


def return_items(
    *, project: Project, actor: Actor, items: Sequence[int], reason: str
) -> ItemsReturned:
    """Return undecided items to their annotators, and decided ones for rework.

    Each is a transition of its own with the reason. Items that cannot be returned are
    skipped and listed. Raises InvalidInputError without a reason.
    """
    require_reason(reason)
    annotators, rework, skipped = list[int](), list[int](), list[NotReturnedItem]()
    cases = Case.objects.filter(project=project, item__in=items)
    case_by_item = {case.item_id: case for case in cases.select_related("item")}
    for item in dict.fromkeys(items):
        case = case_by_item.get(item)
        if case is None:
            skipped.append(NotReturnedItem(item, "unbegun"))
            continue
        case.project = project
        try:
            with transaction.atomic():
                if case.status in (COMPARING, *UNDECIDED):
                    if _to_annotators(case, actor, reason):
                        annotators.append(item)
                    else:
                        skipped.append(NotReturnedItem(item, "unbegun"))
                elif case.status in (IN_VALIDATION, VALIDATED):
                    return_case_for_rework(case=case, actor=actor, reason=reason)
                    rework.append(item)
                else:
                    skipped.append(NotReturnedItem(item, "state"))
        except (ConflictError, IntegrityError):
            skipped.append(NotReturnedItem(item, "changed"))
    return ItemsReturned(annotators, rework, skipped)


def _to_annotators(case: Case, actor: Actor, reason: str) -> int:
    """Return an item's submissions to their annotators, and how many there were."""
    slots = Slot.objects.filter(
        item=case.item_id, purpose=Purpose.WORK, status=SUBMITTED
    ).order_by("pk")
    submitted = list(slots)
    if submitted:
        case_in_own_transaction(submitted[0])
    for slot in submitted:
        return_slot(slot=slot, actor=actor, reason=reason)
    return len(submitted)


@dataclass(frozen=True, kw_only=True)
class Voided:
    """The items whose work was voided.

    ``kept`` items were decided and not confirmed, or changed in the meantime.
    """

    voided: Sequence[int]
    taken_back: Sequence[int]
    """Voided items whose decision was undone; they are compared again."""
    kept: Sequence[int]


def void_work_of_person(
    *,
    project: Project,
    person_id: int,
    actor: Actor,
    reason: str,
    confirmed: Collection[int],
) -> Voided:
    """Void a person's annotations, so that others are asked instead.

    Voided annotations are kept and marked. Undecided items are compared again once
    others have submitted. A decision is undone only if its case is ``confirmed``: its
    questions are dropped and their open assignments withdrawn. Releases stay unchanged.
    A repeated call continues with the rest. Raises NotFoundError, and InvalidInputError
    without a reason.
    """
    require_reason(reason)
    void_preview(project, person_id)
    voided, taken_back, kept_items = list[int](), list[int](), list[int]()
    for slot in voidable_slots(project, person_id):
        try:
            with transaction.atomic():
                case = case_in_own_transaction(slot)
                decided = case.status in DECIDED
                if decided and case.pk not in confirmed:
                    kept_items.append(slot.item_id)
                    continue
                _void(slot, case, actor, reason)
        except (ConflictError, IntegrityError):
            kept_items.append(slot.item_id)
            continue
        voided.append(slot.item_id)
        if decided:
            taken_back.append(slot.item_id)
    return Voided(voided=voided, taken_back=taken_back, kept=kept_items)


def unvoid_work_of_person(
    *, project: Project, person_id: int, actor: Actor
) -> Sequence[int]:
    """Undo the voiding of a person's work where nobody has taken over the slot.

    Returns the items on which it counts again. They are compared again at once; undone
    decisions have to be made again. Raises NotFoundError.
    """
    void_preview(project, person_id)
    restored = list[int]()
    for slot in voided_slots(project, person_id):
        slot.project = project
        try:
            with transaction.atomic():
                case_in_own_transaction(slot)
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
            changes={**undecided_changes(case.item_id), "adjudicator": None},
            data={"record": case.record, "comparison": case.comparison},
        )
        withdraw_validation_assignments(actor=actor, case=case)
        drop_questions(
            case,
            actor,
            _(
                "The annotations behind this record were voided. {reason}",
                reason=reason,
            ),
        )
    void_slot(slot=slot, actor=actor, reason=reason)


@transaction.atomic
def return_case_for_rework(*, case: Case, actor: Actor, reason: str) -> Case:
    """Return a decided item for rework.

    Raises ConflictError, and InvalidInputError without a reason.
    """
    transition(case, "fail", actor=actor, reason=reason)
    return case
