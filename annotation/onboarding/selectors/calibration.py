"""Calibration batches: their items, what a person still has to do, and who passed."""

from collections.abc import Collection, Mapping

from django.db.models import Q, QuerySet

from annotation.items.domain.slot_states import OPEN
from annotation.items.models.items import Item, ItemImage
from annotation.items.models.slots import Purpose, Slot
from annotation.items.selectors.items import list_items_with_slots
from annotation.onboarding.models import CalibrationBatch, CalibrationPass
from annotation.ports import finished_items
from annotation.slots.selectors.eligibility import Eligibility
from core.domain.texts import _
from core.errors import NotFoundError
from core.selectors import first_or_none
from curation.images.domain.states import ACCEPTED
from projects.models import Project, User


def list_calibration_batches(project: Project) -> QuerySet[CalibrationBatch]:
    """Return every calibration batch, the latest first."""
    return (
        CalibrationBatch.objects.filter(project=project)
        .select_related("protocol_version")
        .order_by("-number")
    )


def get_batch(project: Project, number: int) -> CalibrationBatch:
    """Return the batch with this number. Raises NotFoundError."""
    batch = list_calibration_batches(project).filter(number=number).first()
    if batch is None:
        raise NotFoundError(_("This project has no such calibration batch."))
    batch.project = project
    return batch


def get_open_batch(project: Project) -> CalibrationBatch | None:
    """Return the open batch, if any."""
    batches = CalibrationBatch.objects.filter(project=project, status=OPEN)
    batch = first_or_none(batches)
    if batch is not None:
        batch.project = project
    return batch


def batch_items(batch: CalibrationBatch) -> list[Item]:
    """Return the batch's items with their images, in order."""
    items = list_items_with_slots(batch.project).in_bulk(
        list(batch.places.values_list("item", flat=True))
    )
    return [items[place.item_id] for place in batch.places.all()]


def calibration_slots(batch: CalibrationBatch) -> QuerySet[Slot]:
    """Return the slots of all annotators at the batch's items."""
    return Slot.objects.filter(
        project=batch.project_id,
        purpose=Purpose.CALIBRATION,
        work_pass=batch.number,
    )


def list_unbegun_calibration_items(
    batch: CalibrationBatch, eligibility: Eligibility
) -> list[int]:
    """Return the ids of the batch's items that the person has not begun, in order.

    Without items whose image was withdrawn and items that the person is excluded from.
    """
    withdrawn = ItemImage.objects.exclude(image__status=ACCEPTED).values("item")
    been = calibration_slots(batch).filter(person=eligibility.person).values("item")
    places = batch.places.exclude(item__in=withdrawn).exclude(item__in=been)
    places = eligibility.keep_allowed_rows(places, "item_id", with_known=True)
    return list(places.values_list("item", flat=True))


def has_passed_calibration(batch: CalibrationBatch, person: User) -> bool:
    """Return whether the person passed the batch, by its rule or by approval."""
    return CalibrationPass.objects.filter(batch=batch, person=person).exists()


def calibration_blocks(batch: CalibrationBatch, person: User) -> bool:
    """Return whether the person must pass the batch before other work.

    The protocol says whether calibration blocks.
    """
    rules = batch.project.protocol.annotation.calibration
    return (
        rules is not None and rules.blocks and not has_passed_calibration(batch, person)
    )


def calibration_candidates(project: Project) -> QuerySet[Item]:
    """Return the items that a batch can contain: finished and untouched ones."""
    begun = Slot.objects.filter(project=project, moved_at__isnull=False)
    with_place = list_items_with_slots(project).exclude(
        places__image__in=ItemImage.objects.filter(item__project=project)
        .exclude(image__status=ACCEPTED)
        .values("image")
    )
    untouched = with_place.exclude(pk__in=begun.values("item"))
    finished = finished_items().items_with_final_record(with_place.values("pk"))
    return with_place.filter(Q(pk__in=untouched.values("pk")) | Q(pk__in=finished))


def calibration_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of calibration batches."""
    batches = CalibrationBatch.objects.filter(pk__in=ids).values_list("pk", "number")
    return {
        batch_id: _("Calibration batch {number}", number=number)
        for batch_id, number in batches
    }
