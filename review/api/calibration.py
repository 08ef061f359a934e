"""Calibration: the batch, its people, and everybody's answers side by side."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.annotating import AnnotatorView
from annotation.api.item_serializers import ItemBriefSerializer
from annotation.api.serializers import RecordField
from annotation.domain.states import CALIBRATION
from annotation.models.training import CalibrationBatch
from annotation.ports import finished_items
from annotation.selectors.calibration import (
    batch_get,
    batches_of,
    calibration_candidates,
)
from annotation.services.calibration import (
    calibration_close,
    calibration_let_through,
    calibration_open,
    calibration_reopen,
)
from projects.api.base import ProjectView, page_of, validated
from projects.selectors import EVERYONE, ORGANIZERS
from review.api.agreement import AgreementSerializer
from review.selectors.calibration import (
    Answers,
    calibrated_items,
    calibrated_labels,
    calibrated_people,
    calibration_item_page,
    my_calibration,
)

BATCH_STATES = [(state, state) for state in CALIBRATION.states]


class CalibrationRulesSerializer(serializers.Serializer[Any]):
    """What the protocol in force says of calibration."""

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
    """Every batch, the latest first; ``rules`` are null where the protocol has none."""

    rules = CalibrationRulesSerializer(allow_null=True)
    protocol_version = serializers.IntegerField()
    batches = CalibrationBatchSerializer(many=True)


class CalibrationOpenInputSerializer(serializers.Serializer[Any]):
    """Ids of items, in the order in which people are given them."""

    items = serializers.ListField(child=serializers.IntegerField(), allow_empty=False)


class CandidateSerializer(ItemBriefSerializer):
    """``finished``: it has a final record; another leaves the benchmark when shared."""

    finished = serializers.SerializerMethodField()

    def get_finished(self, item: Any) -> bool:
        return item.pk in self.context["finished"]


class CalibratedFieldSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    n = serializers.IntegerField()
    likeness = serializers.FloatField()


class PassSerializer(serializers.Serializer[Any]):
    """``by`` is null where the rule let the person through."""

    at = serializers.DateTimeField()
    by = serializers.CharField(source="by.shown_name", default=None)
    reason = serializers.CharField()


class CalibratedPersonSerializer(serializers.Serializer[Any]):
    """One person's part; ``likeness`` to the others or the record is 0 to 1."""

    person_id = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.shown_name")
    handed_in = serializers.IntegerField()
    declined = serializers.IntegerField()
    total = serializers.IntegerField()
    finished = serializers.BooleanField()
    likeness = serializers.FloatField(allow_null=True)
    fields_compared = CalibratedFieldSerializer(many=True, source="fields")
    protocol_versions = serializers.ListField(child=serializers.IntegerField())
    passed = PassSerializer(allow_null=True)


class CalibratedLabelSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    agreement = AgreementSerializer()


class CalibratedItemSerializer(serializers.Serializer[Any]):
    item = ItemBriefSerializer()
    handed_in = serializers.IntegerField()
    alike = serializers.FloatField(allow_null=True)


class CalibrationSerializer(serializers.Serializer[Any]):
    """A batch as a whole."""

    batch = CalibrationBatchSerializer()
    items = CalibratedItemSerializer(many=True)
    people = CalibratedPersonSerializer(many=True)
    labels = CalibratedLabelSerializer(many=True)


class LetThroughInputSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(allow_blank=True, max_length=4000)


class CalibrationAnswerSerializer(serializers.Serializer[Any]):
    """People are letters to each other; organizers see names."""

    letter = serializers.CharField()
    name = serializers.CharField(allow_null=True)
    mine = serializers.BooleanField()
    protocol_version = serializers.IntegerField()
    content = RecordField()


class CalibrationItemSerializer(serializers.Serializer[Any]):
    """Everybody's answers to one item. ``reference``: what they are held against by
    label, null where it has no majority (yet); ``decided``: it is the final record."""

    item = ItemBriefSerializer()
    my_slot = serializers.IntegerField(allow_null=True)
    decided = serializers.BooleanField()
    reference = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField(), allow_null=True)
    )
    answers = CalibrationAnswerSerializer(many=True)


class MyCalibrationSerializer(serializers.Serializer[Any]):
    """My part of a batch; ``items`` are those that I have handed in."""

    number = serializers.IntegerField(source="batch.number")
    status = serializers.ChoiceField(choices=BATCH_STATES, source="batch.status")
    rules = CalibrationRulesSerializer(allow_null=True)
    total = serializers.IntegerField(source="part.total")
    handed_in = serializers.IntegerField(source="part.handed_in")
    finished = serializers.BooleanField(source="part.finished")
    likeness = serializers.FloatField(source="part.likeness", allow_null=True)
    fields_compared = CalibratedFieldSerializer(many=True, source="part.fields")
    passed_at = serializers.DateTimeField(source="part.passed.at", default=None)
    items = ItemBriefSerializer(many=True)


class MyCalibrationAnswerSerializer(serializers.Serializer[Any]):
    """Null where I have never had to do with a batch."""

    calibration = MyCalibrationSerializer(allow_null=True)


class _CalibrationView(ProjectView):
    roles = ORGANIZERS

    def shown(self, batch: CalibrationBatch) -> Response:
        answers = Answers(batch)
        body = {
            "batch": batch,
            "items": calibrated_items(answers),
            "people": calibrated_people(answers),
            "labels": calibrated_labels(answers),
        }
        context = {"slug": self.project.slug}
        return Response(CalibrationSerializer(body, context=context).data)


class CalibrationListApi(_CalibrationView):
    """The batches, and what the protocol says of them."""

    @extend_schema(operation_id="calibration_list", responses=CalibrationListSerializer)
    def get(self, request: Request, slug: str) -> Response:
        version = self.project.current_protocol
        body = {
            "rules": self.project.protocol.annotation.calibration,
            "protocol_version": version.number if version else 0,
            "batches": batches_of(self.project),
        }
        return Response(CalibrationListSerializer(body).data)


class CalibrationCandidatesApi(_CalibrationView):
    """Items that can be shared: finished ones, and those that nobody has begun."""

    @extend_schema(
        operation_id="calibration_candidates",
        parameters=[
            OpenApiParameter("finished", bool, description="Only finished ones")
        ],
        responses=page_of(CandidateSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        candidates = calibration_candidates(self.project)
        finished = finished_items().finished(candidates.values_list("pk", flat=True))
        if request.query_params.get("finished") == "true":
            candidates = candidates.filter(pk__in=finished)
        return self.paginate(
            candidates,
            CandidateSerializer,
            ordering="number",
            context={"slug": slug, "finished": set(finished)},
        )


class CalibrationOpenApi(_CalibrationView):
    """Open a batch: everybody annotates it before other work."""

    @extend_schema(
        operation_id="calibration_open",
        request=CalibrationOpenInputSerializer,
        responses=CalibrationSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(CalibrationOpenInputSerializer, request.data)
        batch = calibration_open(project=self.project, actor=self.actor, **data)
        return self.shown(batch)


class CalibrationGetApi(_CalibrationView):
    """A batch: its items, who is through, where they differ."""

    @extend_schema(operation_id="calibration_get", responses=CalibrationSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return self.shown(batch_get(self.project, number))


class CalibrationCloseApi(_CalibrationView):
    """Ask nobody any more; nobody is held back."""

    @extend_schema(
        operation_id="calibration_close",
        request=None,
        responses=CalibrationSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        batch = batch_get(self.project, number)
        return self.shown(calibration_close(batch=batch, actor=self.actor))


class CalibrationReopenApi(_CalibrationView):
    """Ask again who has not annotated it."""

    @extend_schema(
        operation_id="calibration_reopen",
        request=None,
        responses=CalibrationSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        batch = batch_get(self.project, number)
        return self.shown(calibration_reopen(batch=batch, actor=self.actor))


class CalibrationLetThroughApi(_CalibrationView):
    """Somebody may work, whatever the rule says."""

    @extend_schema(
        operation_id="calibration_let_through",
        request=LetThroughInputSerializer,
        responses=CalibrationSerializer,
    )
    def post(
        self, request: Request, slug: str, number: int, person_id: int
    ) -> Response:
        data = validated(LetThroughInputSerializer, request.data)
        batch = batch_get(self.project, number)
        calibration_let_through(
            batch=batch, actor=self.actor, person_id=person_id, **data
        )
        return self.shown(batch)


class CalibrationItemApi(ProjectView):
    """Everybody's answers to one item; to an annotator once their own is in."""

    roles = EVERYONE

    @extend_schema(operation_id="calibration_item", responses=CalibrationItemSerializer)
    def get(
        self, request: Request, slug: str, number: int, item_number: int
    ) -> Response:
        page = calibration_item_page(
            Answers(batch_get(self.project, number)),
            item_number,
            reader=self.person,
            named=self.actor.role in ORGANIZERS,
        )
        context = {"slug": slug}
        return Response(CalibrationItemSerializer(page, context=context).data)


class MyCalibrationApi(AnnotatorView):
    """How far I am with the calibration."""

    @extend_schema(
        operation_id="my_calibration", responses=MyCalibrationAnswerSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        found = my_calibration(self.project, self.person)
        rules = self.project.protocol.annotation.calibration
        body = {"calibration": found and {**found._asdict(), "rules": rules}}
        shown = MyCalibrationAnswerSerializer(body, context={"slug": slug})
        return Response(shown.data)
