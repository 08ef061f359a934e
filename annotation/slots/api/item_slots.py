"""One annotator's work on an item, for organizers: returned for rework."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.items.api.serializers import ItemSlotSerializer
from annotation.items.selectors.items import get_item, slot_of_item
from annotation.slots.services.transitions import return_slot
from projects.access.api.base import OrganizerView, validate_input


class ReturnInputSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(allow_blank=True, max_length=4000)


class ItemSlotView(ViewSetMixin, OrganizerView):
    """Annotations of an item."""

    @extend_schema(
        operation_id="slot_send_back",
        request=ReturnInputSerializer,
        responses=ItemSlotSerializer,
    )
    def return_slot(
        self, request: Request, slug: str, item_id: int, slot_id: int
    ) -> Response:
        """Return an annotation to its author for rework, with the reason."""
        data = validate_input(ReturnInputSerializer, request.data)
        slot = slot_of_item(get_item(self.project, item_id), slot_id)
        return_slot(slot=slot, actor=self.actor, reason=data["reason"])
        return Response(ItemSlotSerializer(slot, context=self.context).data)
