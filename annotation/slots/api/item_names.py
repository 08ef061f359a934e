"""Names of items, as each reader may know them."""

from typing import Any

from rest_framework import serializers

from annotation.items.domain.slot_codes import slot_code
from projects.access.selectors import Access
from projects.roles import ORGANIZERS


class ItemNameSerializer(serializers.Serializer[Any]):
    """The item's number for organizers, the code of their assignment for others."""

    item_number = serializers.SerializerMethodField()
    item_code = serializers.SerializerMethodField()

    @property
    def organizes(self) -> bool:
        access: Access = self.context["access"]
        return access.actor.role in ORGANIZERS

    def get_item_number(self, row: Any) -> int | None:
        item = self.subject_of(row).item
        return item.number if self.organizes and item else None

    def get_item_code(self, row: Any) -> str | None:
        own_slot = self.subject_of(row).own_slot
        return slot_code(own_slot) if own_slot and not self.organizes else None

    def subject_of(self, row: Any) -> Any:
        """Return the object with ``item`` and ``own_slot``, the reader's assignment."""
        return row
