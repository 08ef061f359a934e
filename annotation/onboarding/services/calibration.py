"""Calibration batches: opening, closing, reopening and approving people."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Max

from annotation.items.services.lifecycle import close_slots
from annotation.onboarding.models import (
    CalibrationBatch,
    CalibrationItem,
    CalibrationPass,
)
from annotation.onboarding.selectors.calibration import calibration_candidates
from annotation.ports import finished_items
from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError, NotFoundError
from core.services import Actor, require_reason, transition
from projects.access.selectors import active_people
from projects.models import Project, User
from projects.roles import ANNOTATORS

MOST_ITEMS = 200


def open_calibration(
    *, project: Project, actor: Actor, items: Sequence[int]
) -> CalibrationBatch:
    """Open a batch of these items, in this order; all annotators do them first.

    An unfinished item leaves the benchmark, because people who saw the answers of
    others cannot annotate it independently. Raises InvalidInputError (items) for items
    that are being annotated, ConflictError while another batch is open.
    """
    item_ids = list(dict.fromkeys(items))
    if not item_ids or len(item_ids) > MOST_ITEMS:
        problem = FieldProblem(
            "items", _("Must be 1 to {most_items} items.", most_items=MOST_ITEMS)
        )
        raise InvalidInputError(_("Choose items for the calibration batch."), [problem])
    items_by_id = calibration_candidates(project).in_bulk(item_ids)
    if len(items_by_id) < len(item_ids):
        problem = FieldProblem(
            "items", _("At least one item is already being annotated.")
        )
        raise InvalidInputError(
            _("Only finished or unstarted items can be in a calibration batch."),
            [problem],
        )
    version = project.current_protocol
    assert version is not None  # noqa: S101 - every project has one
    batches = CalibrationBatch.objects.filter(project=project)
    last = batches.aggregate(last=Max("number"))["last"]
    try:
        with transaction.atomic():
            batch = CalibrationBatch.objects.create(
                project=project, number=(last or 0) + 1, protocol_version=version
            )
            CalibrationItem.objects.bulk_create(
                CalibrationItem(batch=batch, item=items_by_id[item], position=position)
                for position, item in enumerate(item_ids)
            )
            transition(batch, "open", actor=actor)
            finished = set(finished_items().items_with_final_record(item_ids))
            for item_id in item_ids:
                if item_id not in finished:
                    close_slots(
                        item=items_by_id[item_id],
                        reason=_("Part of a calibration batch."),
                    )
    except IntegrityError as error:
        raise ConflictError(
            _("Another calibration batch is open. Close it first.")
        ) from error
    return batch


def close_calibration(*, batch: CalibrationBatch, actor: Actor) -> CalibrationBatch:
    """Close a batch: it is assigned to no one and blocks no one."""
    transition(batch, "close", actor=actor)
    return batch


def reopen_calibration(*, batch: CalibrationBatch, actor: Actor) -> CalibrationBatch:
    """Reopen a batch for people who have not annotated it.

    Raises ConflictError while another batch is open.
    """
    try:
        with transaction.atomic():
            transition(batch, "reopen", actor=actor)
    except IntegrityError as error:
        raise ConflictError(
            _("Another calibration batch is open. Close it first.")
        ) from error
    return batch


def approve_calibration(
    *, batch: CalibrationBatch, actor: Actor, person_id: int, reason: str
) -> CalibrationPass:
    """Approve a person for other work, by an organizer's decision. Idempotent.

    Raises NotFoundError for a person who is no annotator here, InvalidInputError
    without a reason.
    """
    people = {user.pk: user for user in active_people(batch.project, ANNOTATORS)}
    if person_id not in people:
        raise NotFoundError(_("This project has no such annotator."))
    require_reason(reason)
    passed, _created = CalibrationPass.objects.get_or_create(
        batch=batch,
        person=people[person_id],
        defaults={"by": person_of(actor), "reason": reason.strip()},
    )
    return passed


def pass_calibration(
    *, batch: CalibrationBatch, person: User, similarity: float
) -> CalibrationPass:
    """Record that a person meets the batch's rule.

    The pass is permanent: later annotations of others do not revoke it.
    """
    passed, _ = CalibrationPass.objects.get_or_create(
        batch=batch, person=person, defaults={"likeness": similarity}
    )
    return passed
