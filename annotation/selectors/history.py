"""Annotations, calibration batches and collection requests in a project's history."""

from collections.abc import Collection, Mapping, Sequence

from annotation.models import Slot
from annotation.models.collection_requests import CollectionRequest
from annotation.models.training import CalibrationBatch
from projects.domain.protocol.document import Protocol
from projects.history import reason_title, text_of
from projects.models import Project
from workflow.domain.texts import _
from workflow.models import LedgerEntry


def slot_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of slots: the numbers of their items."""
    slots = Slot.objects.filter(pk__in=ids).values_list("pk", "item__number")
    return {
        slot_id: _("Annotation of item {number}", number=number)
        for slot_id, number in slots
    }


def decline_reason(entry: LedgerEntry, protocols: Sequence[Protocol]) -> str:
    """Return the title of the reason for which an item was declined, and the comment."""
    if "reason" not in entry.data:
        return str(entry.reason)
    reasons = [
        reason
        for protocol in protocols
        for reason in protocol.annotation.decline_reasons
    ]
    title = reason_title(reasons, entry.data["reason"])
    note = entry.data.get("note")
    return _("{reason}: {note}", reason=title, note=note) if note else title


def calibration_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of calibration batches."""
    batches = CalibrationBatch.objects.filter(pk__in=ids).values_list("pk", "number")
    return {
        batch_id: _("Calibration batch {number}", number=number)
        for batch_id, number in batches
    }


def call_names(project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of collection requests: the titles of the requested labels."""
    versions = project.protocol_versions.order_by("-number")
    protocols = [version.protocol for version in versions]
    return {
        call.pk: _("Request for “{label}”", label=_label_title(call, protocols))
        for call in CollectionRequest.objects.filter(pk__in=ids)
    }


def _label_title(call: CollectionRequest, protocols: Sequence[Protocol]) -> str:
    """Return the title of a request's label, from the latest protocol that has it."""
    choices = (
        field.choice(call.choice)
        for protocol in protocols
        for field in protocol.labels
        if field.id == call.field
    )
    return next((text_of(choice.title) for choice in choices if choice), call.choice)
