"""Gold items: which there are, and how people answer them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.gold.selectors import gold_items, gold_share
from annotation.gold.services import add_gold_items, remove_gold_items, set_gold_share
from annotation.items.api.serializers import ItemBriefSerializer
from projects.access.api.base import OrganizerView, validate_input
from projects.access.api.shapes import serializer_of
from reporting.statistics.intervals import Proportion
from review.calibration.selectors.gold import GoldPerson, gold_by_item, gold_people

GoldPersonSerializer = serializer_of(GoldPerson)
ProportionSerializer = serializer_of(Proportion)


class GoldItemSerializer(serializers.Serializer[Any]):
    """A gold item; ``right`` is the share of correct labels, null without answers."""

    item = ItemBriefSerializer()
    right = ProportionSerializer(allow_null=True)


class GoldSerializer(serializers.Serializer[Any]):
    """``share`` of gold in the work; ``protocol_share`` is the protocol's value."""

    share = serializers.FloatField()
    protocol_share = serializers.FloatField()
    items = GoldItemSerializer(many=True)
    people = GoldPersonSerializer(many=True)


class GoldShareInputSerializer(serializers.Serializer[Any]):
    """``share`` is null to use the protocol's value."""

    share = serializers.FloatField(allow_null=True)


class GoldItemsInputSerializer(serializers.Serializer[Any]):
    """Ids of finished items."""

    items = serializers.ListField(child=serializers.IntegerField(), allow_empty=False)


class GoldView(ViewSetMixin, OrganizerView):
    def gold_response(self) -> Response:
        by_item = gold_by_item(self.project)
        body = {
            "share": gold_share(self.project),
            "protocol_share": self.project.protocol.annotation.gold_share,
            "items": [
                {"item": gold_item.item, "right": by_item.get(gold_item.item_id)}
                for gold_item in gold_items(self.project)
            ],
            "people": gold_people(self.project),
        }
        return Response(GoldSerializer(body, context=self.context).data)

    @extend_schema(operation_id="gold_get", responses=GoldSerializer)
    def read_gold_results(self, request: Request, slug: str) -> Response:
        """Return the gold items, their share, and how people answer them."""
        return self.gold_response()

    @extend_schema(
        operation_id="gold_share_set",
        request=GoldShareInputSerializer,
        responses=GoldSerializer,
    )
    def set_share(self, request: Request, slug: str) -> Response:
        """Set the share of gold in the work."""
        data = validate_input(GoldShareInputSerializer, request.data)
        set_gold_share(project=self.project, **data)
        return self.gold_response()

    @extend_schema(
        operation_id="gold_add",
        request=GoldItemsInputSerializer,
        responses=GoldSerializer,
    )
    def add_gold_items(self, request: Request, slug: str) -> Response:
        """Add finished items to the gold items."""
        data = validate_input(GoldItemsInputSerializer, request.data)
        add_gold_items(project=self.project, actor=self.actor, **data)
        return self.gold_response()

    @extend_schema(operation_id="gold_remove", responses={200: GoldSerializer})
    def remove_gold_item(self, request: Request, slug: str, item_id: int) -> Response:
        """Remove an item from the gold items."""
        remove_gold_items(project=self.project, item_id=item_id)
        return self.gold_response()
