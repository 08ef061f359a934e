"""Items with all people's work and their history, for organizers."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.item_serializers import (
    ItemDetailSerializer,
    ItemSerializer,
    ItemSlotSerializer,
    QuestionHistorySerializer,
    ReturnInputSerializer,
)
from annotation.domain.states import SLOT
from annotation.selectors import (
    annotations_of,
    get_item,
    item_history,
    items_of,
    question_history,
    slot_of_item,
)
from annotation.services.slots import return_slot
from projects.api.base import ProjectView, page_schema, query_number, validate_input
from projects.api.serializers import LedgerEntrySerializer
from projects.selectors import ORGANIZERS


class ItemListView(ProjectView):
    """List items by number, optionally with a slot in one state or with one image."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_list",
        parameters=[
            OpenApiParameter("status", OpenApiTypes.STR, enum=list(SLOT.states)),
            OpenApiParameter("image", OpenApiTypes.INT, description="Id of an image"),
        ],
        responses=page_schema(ItemSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        items = items_of(
            self.project,
            slot_status=request.query_params.get("status"),
            image_id=query_number(request, "image"),
        )
        return self.paginate(items, ItemSerializer, ordering="number")


class ItemGetView(ProjectView):
    """Return an item with all its annotations."""

    roles = ORGANIZERS

    @extend_schema(operation_id="item_get", responses=ItemDetailSerializer)
    def get(self, request: Request, slug: str, item_id: int) -> Response:
        item = get_item(self.project, item_id)
        context = {**self.context, "annotations": annotations_of(item)}
        return Response(ItemDetailSerializer(item, context=context).data)


class ItemHistoryView(ProjectView):
    """Return the full history of an item, oldest first, with people by role."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_life", responses=page_schema(LedgerEntrySerializer)
    )
    def get(self, request: Request, slug: str, item_id: int) -> Response:
        entries = item_history(get_item(self.project, item_id))
        return self.paginate(entries, LedgerEntrySerializer, ordering="id")


class ItemQuestionsView(ProjectView):
    """Return the questions of an item's final record with all their revisions."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_questions", responses=QuestionHistorySerializer(many=True)
    )
    def get(self, request: Request, slug: str, item_id: int) -> Response:
        questions = question_history(get_item(self.project, item_id))
        return Response(QuestionHistorySerializer(questions, many=True).data)


class SlotReturnView(ProjectView):
    """Return an annotation to its author for rework, with the reason."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="slot_send_back",
        request=ReturnInputSerializer,
        responses=ItemSlotSerializer,
    )
    def post(self, request: Request, slug: str, item_id: int, slot_id: int) -> Response:
        data = validate_input(ReturnInputSerializer, request.data)
        slot = slot_of_item(get_item(self.project, item_id), slot_id)
        return_slot(slot=slot, actor=self.actor, reason=data["reason"])
        return Response(ItemSlotSerializer(slot).data)
