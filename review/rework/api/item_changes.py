"""Changes to many items at once: returned for rework, relabelled, voided."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from projects.access.api.base import OrganizerView, validate_input
from projects.access.api.shapes import serializer_of
from review.adjudication.api.serializers import CaseSummarySerializer
from review.adjudication.selectors.item_search import VoidPreview, void_preview
from review.rework.services.record_edits import (
    Relabelled,
    relabel_cases,
    undo_relabelling,
)
from review.rework.services.return_for_rework import (
    ItemsReturned,
    Voided,
    return_items,
    unvoid_work_of_person,
    void_work_of_person,
)

_MOST = 500
"""Maximum number of items in one bulk operation."""

RelabelledSerializer = serializer_of(Relabelled)
ItemsSentBackSerializer = serializer_of(ItemsReturned)
VoidPreviewSerializer = serializer_of(
    VoidPreview, decided=CaseSummarySerializer(many=True)
)
VoidedSerializer = serializer_of(Voided)


class RelabelInputSerializer(serializers.Serializer[Any]):
    items = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=_MOST
    )
    field = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField(), min_length=1)
    reason = serializers.CharField(allow_blank=True, max_length=4000)


class RelabelUndoSerializer(serializers.Serializer[Any]):
    batch = serializers.CharField(max_length=32)


class ItemSendBackInputSerializer(serializers.Serializer[Any]):
    items = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=_MOST
    )
    reason = serializers.CharField(allow_blank=True, max_length=4000)


class VoidInputSerializer(serializers.Serializer[Any]):
    """``confirmed`` are cases whose decision may be undone."""

    reason = serializers.CharField(allow_blank=True, max_length=4000)
    confirmed = serializers.ListField(child=serializers.IntegerField(), default=list)


class UnvoidedSerializer(serializers.Serializer[Any]):
    """The items on which the work counts again."""

    restored = serializers.ListField(child=serializers.IntegerField())


class ItemChangesView(ViewSetMixin, OrganizerView):
    @extend_schema(
        operation_id="item_send_back",
        request=ItemSendBackInputSerializer,
        responses=ItemsSentBackSerializer,
    )
    def return_items_for_rework(self, request: Request, slug: str) -> Response:
        """Return many items for rework with one reason."""
        data = validate_input(ItemSendBackInputSerializer, request.data)
        done = return_items(project=self.project, actor=self.actor, **data)
        return Response(ItemsSentBackSerializer(done).data)

    @extend_schema(
        operation_id="item_relabel",
        request=RelabelInputSerializer,
        responses=RelabelledSerializer,
    )
    def relabel_items(self, request: Request, slug: str) -> Response:
        """Set a label to one value on many decided items."""
        data = validate_input(RelabelInputSerializer, request.data)
        done = relabel_cases(project=self.project, actor=self.actor, **data)
        return Response(RelabelledSerializer(done).data)

    @extend_schema(
        operation_id="item_relabel_undo",
        request=RelabelUndoSerializer,
        responses=RelabelledSerializer,
    )
    def undo_relabelling(self, request: Request, slug: str) -> Response:
        """Undo a bulk change of labels on items that have not changed since."""
        data = validate_input(RelabelUndoSerializer, request.data)
        done = undo_relabelling(project=self.project, actor=self.actor, **data)
        return Response(RelabelledSerializer(done).data)


class VoidingView(ViewSetMixin, OrganizerView):
    @extend_schema(operation_id="work_void_preview", responses=VoidPreviewSerializer)
    def preview_voiding(self, request: Request, slug: str, person_id: int) -> Response:
        """Preview what voiding a person's annotations would change."""
        preview = void_preview(self.project, person_id)
        return Response(VoidPreviewSerializer(preview, context=self.context).data)

    @extend_schema(
        operation_id="work_void",
        request=VoidInputSerializer,
        responses=VoidedSerializer,
    )
    def void_work(self, request: Request, slug: str, person_id: int) -> Response:
        """Void a person's annotations; others are asked instead."""
        data = validate_input(VoidInputSerializer, request.data)
        done = void_work_of_person(
            project=self.project, person_id=person_id, actor=self.actor, **data
        )
        return Response(VoidedSerializer(done).data)

    @extend_schema(
        operation_id="work_unvoid", request=None, responses=UnvoidedSerializer
    )
    def unvoid_work(self, request: Request, slug: str, person_id: int) -> Response:
        """Undo the voiding where nobody has taken over the slot."""
        restored = unvoid_work_of_person(
            project=self.project, person_id=person_id, actor=self.actor
        )
        return Response(UnvoidedSerializer({"restored": restored}).data)
