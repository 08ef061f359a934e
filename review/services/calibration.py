"""Effects of submissions on calibration batches and gold items."""

from collections.abc import Sequence

from django.db.models import F

from annotation.domain.states import SUBMITTED
from annotation.models import Purpose
from annotation.models.training import CalibrationBatch
from annotation.selectors import moved_slots
from annotation.services.calibration import calibration_pass
from projects.models import User
from projects.selectors import project_of
from review.models import Case
from review.selectors.calibration import Answers, calibrated_people
from review.selectors.gold import matched_regular_slot
from review.services.cases import require_undecided
from workflow.models import LedgerEntry


def calibrations_judge(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → submitted, declined: pass everyone who now meets the rule.

    A submission can create the majority that another person waited for, so all people
    are checked. Of two simultaneous submissions, the second waits and sees the first.
    """
    slots = moved_slots(entries, Purpose.CALIBRATION)
    for project_id, number in {(one.project_id, one.work_pass) for one in slots}:
        batches = CalibrationBatch.objects.filter(project=project_id, number=number)
        batches.update(handed_in=F("handed_in") + 1)
        batch = batches.get()
        batch.project = project_of(project_id)
        _judge(batch)


def _judge(batch: CalibrationBatch) -> None:
    rules = batch.project.protocol.annotation.calibration
    if rules is None:
        return
    for one in calibrated_people(Answers(batch)):
        if one.passed or not one.finished or one.likeness is None:
            continue
        if one.likeness >= rules.agreement:
            person = User.objects.get(pk=one.person_id)
            calibration_pass(batch=batch, person=person, likeness=one.likeness)


def gold_stays_as_other_work_does(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → leased: let gold be withdrawn only when regular work could be.

    Regular work cannot be withdrawn once its item is decided. A gold submission follows
    the person's regular submission next to it, so that it cannot be recognised. Raises
    ConflictError.
    """
    taken_back = [one for one in entries if one.source == SUBMITTED]
    for slot in moved_slots(taken_back, Purpose.GOLD):
        fellow = matched_regular_slot(slot)
        case = fellow and Case.objects.filter(item=fellow.item_id).first()
        if case:
            require_undecided(case)
