"""Questions that people are answering are released when their role ends."""

from collections.abc import Sequence

from projects.selectors import list_ended_roles
from review.domain.round_states import LEASED
from review.models import ValidationAssignment
from review.services.validation_assignments import end_leases
from workflow.models import LedgerEntry
from workflow.services import Actor


def release_validation_leases(entries: Sequence[LedgerEntry]) -> None:
    """Handler of membership → member or removed: release begun validation answers.

    Raises ConflictError if one is being answered at this moment.
    """
    for membership in list_ended_roles(entries):
        begun = ValidationAssignment.objects.filter(
            project=membership.project_id, person=membership.user_id, status=LEASED
        )
        end_leases(begun, actor=Actor.system(), action="vacate")
