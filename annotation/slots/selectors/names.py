"""Slots in a project's history."""

from collections.abc import Collection, Mapping, Sequence

from annotation.items.models.slots import Slot
from core.domain.texts import _
from core.models import LedgerEntry
from projects.history.selectors import reason_title
from projects.models import Project
from subtext_protocol.document import Protocol


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
