"""Items dropped from the benchmark, and restored to it."""

from collections.abc import Sequence

from django.db import transaction

from annotation.items.selectors.items import live_questions
from core.domain.texts import _
from core.errors import ConflictError
from core.models import LedgerEntry
from core.services import Actor, transition
from curation.images.domain.states import ACCEPTED
from review.adjudication.domain.case_states import DROPPED
from review.adjudication.models import Case
from review.adjudication.services.comparison import (
    compare_case,
    validate_without_rounds,
)
from review.rounds.services.assignments import withdraw_validation_assignments


@transaction.atomic
def drop_case(*, case: Case, actor: Actor, reason: str) -> Case:
    """Drop an item from the benchmark, keeping its work.

    Raises ConflictError, InvalidInputError.
    """
    transition(case, "drop", actor=actor, reason=reason)
    withdraw_validation_assignments(case=case, actor=actor)
    return case


def drop_cases_of_withdrawn_images(entries: Sequence[LedgerEntry]) -> None:
    """Handler of image → withdrawn: drop its items from the benchmark."""
    images = [entry.subject_id for entry in entries]
    for case in Case.objects.filter(item__places__image__in=images).distinct():
        if case.status != DROPPED:
            drop_case(
                case=case,
                actor=Actor.system(),
                reason=_("An image of this item was withdrawn."),
            )


@transaction.atomic
def restore_case(*, case: Case, actor: Actor, reason: str) -> Case:
    """Restore a dropped item.

    A decided record stays decided and goes to the next round; an undecided item is
    compared again. Raises InvalidInputError without a reason, ConflictError if one of
    its images is removed or no question is left.
    """
    if case.item.places.exclude(image__status=ACCEPTED).exists():
        raise ConflictError(
            _("An image of this item is removed. Restore the image first.")
        )
    if not case.record:
        transition(case, "restore", actor=actor, reason=reason)
        compare_case(case)
        return case
    if case.project.protocol.questions.minimum and not live_questions(case.item):
        raise ConflictError(_("This item has no question left."))
    transition(case, "restore_decided", actor=actor, reason=reason)
    validate_without_rounds(case)
    return case
