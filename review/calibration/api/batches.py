"""Calibration batches: their people, and all answers to an item side by side."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.items.api.serializers import ItemBriefSerializer
from annotation.onboarding.domain import CALIBRATION
from annotation.onboarding.models import CalibrationBatch
from annotation.onboarding.selectors.calibration import (
    calibration_candidates,
    get_batch,
    list_calibration_batches,
)
from annotation.onboarding.services.calibration import (
    approve_calibration,
    close_calibration,
    open_calibration,
    reopen_calibration,
)
from annotation.ports import finished_items
from annotation.records.api import RecordField
from curation.images.api.serializers import PictureSerializer
from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    page_schema,
    validate_input,
)
from projects.access.api.shapes import serializer_of
from projects.roles import ORGANIZERS
from review.calibration.selectors.batches import (
    CalibratedItem,
    Calibration,
    CalibrationAnswer,
    CalibrationItem,
    calibration_item,
    calibration_results,
)

BATCH_STATES = [(state, state) for state in CALIBRATION.states]


class CalibrationRulesSerializer(serializers.Serializer[Any]):
    """The calibration rules of the current protocol."""

    items = serializers.IntegerField()
    agreement = serializers.FloatField()
    against = serializers.ChoiceField(choices=["majority", "record"])
    blocks = serializers.BooleanField()


class CalibrationBatchSerializer(serializers.ModelSerializer[CalibrationBatch]):
    status = serializers.ChoiceField(choices=BATCH_STATES)
    protocol_version = serializers.IntegerField(source="protocol_version.number")

    class Meta:
        model = CalibrationBatch
        fields = ["number", "status", "protocol_version", "created_at"]


class CalibrationListSerializer(serializers.Serializer[Any]):
    """All batches, the latest first; ``rules`` are null where the protocol has none."""

    rules = CalibrationRulesSerializer(allow_null=True)
    protocol_version = serializers.IntegerField()
    batches = CalibrationBatchSerializer(many=True)


class CalibrationOpenInputSerializer(serializers.Serializer[Any]):
    """Ids of items, in the order in which people get them."""

    items = serializers.ListField(child=serializers.IntegerField(), allow_empty=False)


class CandidateSerializer(ItemBriefSerializer):
    """An item that can be shared.

    ``finished``: it has a final record; any other item leaves the benchmark when
    shared.
    """

    finished = serializers.SerializerMethodField()

    def get_finished(self, item: Any) -> bool:
        return item.pk in self.context["finished"]


class CalibrationApprovalInputSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(allow_blank=True, max_length=4000)


CalibrationSerializer = serializer_of(
    Calibration,
    batch=CalibrationBatchSerializer(),
    items=serializer_of(CalibratedItem, item=ItemBriefSerializer())(many=True),
)
CalibrationItemSerializer = serializer_of(
    CalibrationItem,
    images=PictureSerializer(many=True, read_only=True),
    answers=serializer_of(CalibrationAnswer, content=RecordField())(many=True),
)


class CalibrationView(ViewSetMixin, OrganizerView):
    def batch_response(self, batch: CalibrationBatch) -> Response:
        calibration = calibration_results(batch)
        return Response(CalibrationSerializer(calibration, context=self.context).data)

    @extend_schema(operation_id="calibration_list", responses=CalibrationListSerializer)
    def list_batches(self, request: Request, slug: str) -> Response:
        """List the batches, with the protocol's calibration rules."""
        version = self.project.current_protocol
        body = {
            "rules": self.project.protocol.annotation.calibration,
            "protocol_version": version.number if version else 0,
            "batches": list_calibration_batches(self.project),
        }
        return Response(CalibrationListSerializer(body).data)

    @extend_schema(
        operation_id="calibration_candidates",
        parameters=[
            OpenApiParameter(
                "finished", bool, description="Only items with a final record"
            )
        ],
        responses=page_schema(CandidateSerializer),
    )
    def list_candidates(self, request: Request, slug: str) -> Response:
        """List the items that can be shared: those finished or without any work."""
        candidates = calibration_candidates(self.project)
        finished = finished_items().items_with_final_record(
            candidates.values_list("pk", flat=True)
        )
        if request.query_params.get("finished") == "true":
            candidates = candidates.filter(pk__in=finished)
        context = {"finished": set(finished)}
        return self.paginate(
            candidates, CandidateSerializer, ordering="number", context=context
        )

    @extend_schema(
        operation_id="calibration_open",
        request=CalibrationOpenInputSerializer,
        responses=CalibrationSerializer,
    )
    def open_batch(self, request: Request, slug: str) -> Response:
        """Open a batch that everyone annotates before other work."""
        data = validate_input(CalibrationOpenInputSerializer, request.data)
        batch = open_calibration(project=self.project, actor=self.actor, **data)
        return self.batch_response(batch)

    @extend_schema(operation_id="calibration_get", responses=CalibrationSerializer)
    def read_batch(self, request: Request, slug: str, number: int) -> Response:
        """Return a batch: its items, who has passed, and where people differ."""
        return self.batch_response(get_batch(self.project, number))

    @extend_schema(
        operation_id="calibration_close",
        request=None,
        responses=CalibrationSerializer,
    )
    def close_batch(self, request: Request, slug: str, number: int) -> Response:
        """Close a batch: its items are assigned to no one, and it blocks no one."""
        batch = get_batch(self.project, number)
        return self.batch_response(close_calibration(batch=batch, actor=self.actor))

    @extend_schema(
        operation_id="calibration_reopen",
        request=None,
        responses=CalibrationSerializer,
    )
    def reopen_batch(self, request: Request, slug: str, number: int) -> Response:
        """Reopen a batch for people who have not annotated it."""
        batch = get_batch(self.project, number)
        return self.batch_response(reopen_calibration(batch=batch, actor=self.actor))

    @extend_schema(
        operation_id="calibration_let_through",
        request=CalibrationApprovalInputSerializer,
        responses=CalibrationSerializer,
    )
    def approve_annotator(
        self, request: Request, slug: str, number: int, person_id: int
    ) -> Response:
        """Approve a person for work, whatever the calibration rule says."""
        data = validate_input(CalibrationApprovalInputSerializer, request.data)
        batch = get_batch(self.project, number)
        approve_calibration(batch=batch, actor=self.actor, person_id=person_id, **data)
        return self.batch_response(batch)


class CalibrationItemView(ProjectView):
    """All answers to one item; annotators get them after their own submission."""

    @extend_schema(operation_id="calibration_item", responses=CalibrationItemSerializer)
    def get(self, request: Request, slug: str, number: int, place: int) -> Response:
        detail = calibration_item(
            get_batch(self.project, number),
            place,
            reader=self.person,
            named=self.actor.role in ORGANIZERS,
        )
        return Response(CalibrationItemSerializer(detail, context=self.context).data)
