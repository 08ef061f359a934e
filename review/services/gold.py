"""That gold behaves as other work does."""

from collections.abc import Sequence

from annotation.domain.states import SUBMITTED
from annotation.models import Purpose
from annotation.selectors import moved_slots
from review.models import Case
from review.selectors.gold import fellow_of
from review.services.cases import require_undecided
from workflow.models import LedgerEntry


def gold_stays_as_other_work_does(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → leased: what was handed in of gold is taken back.

    Other work cannot be taken back once its item is decided. Gold can for as long as
    what the same person handed in next to it. Raises Conflict.
    """
    taken_back = [one for one in entries if one.source == SUBMITTED]
    for slot in moved_slots(taken_back, Purpose.GOLD):
        fellow = fellow_of(slot)
        case = fellow and Case.objects.filter(item=fellow.item_id).first()
        if case:
            require_undecided(case)
