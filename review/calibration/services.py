"""Effects of submissions on calibration batches and gold items."""

from collections.abc import Sequence

from django.db.models import F

from annotation.items.domain.slot_states import SUBMITTED
from annotation.items.models.slots import Purpose
from annotation.onboarding.models import CalibrationBatch
from annotation.onboarding.services.calibration import pass_calibration
from annotation.slots.selectors.slots import slots_of_entries
from core.models import LedgerEntry
from projects.access.selectors import get_project_by_id
from projects.models import User
from review.adjudication.models import Case
from review.adjudication.services.comparison import require_undecided
from review.calibration.selectors.batches import (
    CalibrationAnswers,
    list_calibration_results,
)
from review.calibration.selectors.gold import matched_regular_slot


def judge_calibrations(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → submitted, declined: pass everyone who now meets the rule.

    A submission can create the majority that another person waited for, so all people
    are checked. Of two simultaneous submissions, the second waits and sees the first.
    """
    slots = slots_of_entries(entries, Purpose.CALIBRATION)
    for project_id, number in {(slot.project_id, slot.work_pass) for slot in slots}:
        batches = CalibrationBatch.objects.filter(project=project_id, number=number)
        batches.update(handed_in=F("handed_in") + 1)
        batch = batches.get()
        batch.project = get_project_by_id(project_id)
        _judge(batch)


def _judge(batch: CalibrationBatch) -> None:
    rules = batch.project.protocol.annotation.calibration
    if rules is None:
        return
    for annotator in list_calibration_results(CalibrationAnswers(batch)):
        if annotator.passed or not annotator.finished or annotator.likeness is None:
            continue
        if annotator.likeness >= rules.agreement:
            person = User.objects.get(pk=annotator.person_id)
            pass_calibration(batch=batch, person=person, similarity=annotator.likeness)


def check_gold_withdrawal(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → leased: let gold be withdrawn only when regular work could be.

    Regular work cannot be withdrawn once its item is decided. A gold submission follows
    the person's regular submission next to it, so that it cannot be recognised. Raises
    ConflictError.
    """
    taken_back = [entry for entry in entries if entry.source == SUBMITTED]
    for slot in slots_of_entries(taken_back, Purpose.GOLD):
        fellow = matched_regular_slot(slot)
        case = fellow and Case.objects.filter(item=fellow.item_id).first()
        if case:
            require_undecided(case)
