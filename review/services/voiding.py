"""Careless work: what one person did does not count any more."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from annotation.models import Slot
from annotation.services.slots import slot_unvoid, slot_void
from projects.models import Project
from review.models import Case
from review.selectors.cases import DECIDED
from review.selectors.voiding import (
    unvoidable_slots,
    void_preview,
    voidable_slots,
)
from review.services.cases import case_in_turn, questions_drop
from review.services.places import places_withdraw
from workflow.errors import Conflict
from workflow.services import Actor, require_reason, transition


@dataclass(frozen=True, kw_only=True)
class Voided:
    """In items; ``kept`` were decided and not confirmed, or changed meanwhile."""

    voided: Sequence[int]
    taken_back: Sequence[int]
    """Of those, what had been decided on and is compared again."""
    kept: Sequence[int]


def work_void(
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
        except (Conflict, IntegrityError):
            kept.append(slot.item_id)
            continue
        voided.append(slot.item_id)
        if decided:
            taken_back.append(slot.item_id)
    return Voided(voided=voided, taken_back=taken_back, kept=kept)


def work_unvoid(*, project: Project, person_id: int, actor: Actor) -> Sequence[int]:
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
                slot_unvoid(slot=slot, actor=actor)
        except (Conflict, IntegrityError):
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
            changes={"record": {}, "adjudicator": None},
            data={"record": case.record, "comparison": case.comparison},
        )
        places_withdraw(actor=actor, case=case)
        questions_drop(case, actor, f"The work it rests on was voided. {reason}")
    slot_void(slot=slot, actor=actor, reason=reason)
