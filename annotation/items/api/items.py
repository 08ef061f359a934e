"""Items with all people's work and their history, for organizers."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.items.api.serializers import (
    ItemDetailSerializer,
    ItemSerializer,
    QuestionHistorySerializer,
)
from annotation.items.domain.slot_states import SLOT
from annotation.items.selectors.items import (
    get_item,
    item_history,
    list_item_annotations,
    list_items_with_slots,
    question_history,
)
from projects.access.api.base import OrganizerView, page_schema, query_number
from projects.history.api.serializers import LedgerEntrySerializer


class ItemView(ViewSetMixin, OrganizerView):
    """Items with all people's work."""

    @extend_schema(
        operation_id="item_list",
        parameters=[
            OpenApiParameter("status", OpenApiTypes.STR, enum=list(SLOT.states)),
            OpenApiParameter("image", OpenApiTypes.INT, description="Id of an image"),
        ],
        responses=page_schema(ItemSerializer),
    )
    def list_items(self, request: Request, slug: str) -> Response:
        """List items by number, optionally with a slot in one state or with one image."""
        items = list_items_with_slots(
            self.project,
            slot_status=request.query_params.get("status"),
            image_id=query_number(request, "image"),
        )
        return self.paginate(items, ItemSerializer, ordering="number")

    @extend_schema(operation_id="item_get", responses=ItemDetailSerializer)
    def retrieve(self, request: Request, slug: str, item_id: int) -> Response:
        """Return an item with all its annotations."""
        item = get_item(self.project, item_id)
        context = {**self.context, "annotations": list_item_annotations(item)}
        return Response(ItemDetailSerializer(item, context=context).data)

    @extend_schema(
        operation_id="item_life", responses=page_schema(LedgerEntrySerializer)
    )
    def list_history(self, request: Request, slug: str, item_id: int) -> Response:
        """Return the full history of an item, oldest first, with people by role."""
        entries = item_history(get_item(self.project, item_id))
        return self.paginate(entries, LedgerEntrySerializer, ordering="id")

    @extend_schema(
        operation_id="item_questions", responses=QuestionHistorySerializer(many=True)
    )
    def list_questions(self, request: Request, slug: str, item_id: int) -> Response:
        """Return the questions of an item's final record with all their revisions."""
        questions = question_history(get_item(self.project, item_id))
        return Response(
            QuestionHistorySerializer(questions, many=True, context=self.context).data
        )
