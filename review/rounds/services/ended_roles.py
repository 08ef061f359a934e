"""Questions that people are answering are released when their role ends."""

from collections.abc import Sequence

from core.models import LedgerEntry
from core.services import Actor
from projects.access.selectors import list_ended_roles
from review.rounds.domain.round_states import LEASED
from review.rounds.models.rounds import ValidationAssignment
from review.rounds.services.assignments import end_leases


def release_validation_leases(entries: Sequence[LedgerEntry]) -> None:
    """Handler of membership → member or removed: release begun validation answers.

    Raises ConflictError if one is being answered at this moment.
    """
    for membership in list_ended_roles(entries):
        begun = ValidationAssignment.objects.filter(
            project=membership.project_id, person=membership.user_id, status=LEASED
        )
        end_leases(begun, actor=Actor.system(), action="vacate")
