"""Feedback for annotators on their own work."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.records.api import RecordField
from annotation.slots.api.annotator_view import AnnotatorView
from curation.images.api.serializers import PictureSerializer
from curation.images.models import Image
from projects.access.api.shapes import serializer_of
from projects.access.selectors import Access
from projects.roles import ORGANIZERS
from review.adjudication.api.serializers import FinalRecordSerializer
from review.calibration.api.batches import BATCH_STATES, CalibrationRulesSerializer
from review.calibration.selectors.batches import (
    MyCalibration,
    MyCalibrationItem,
    own_calibration_results,
)
from review.progress.selectors.feedback import (
    LabelDifference,
    MyFeedback,
    PracticeFeedback,
    my_feedback,
    practice_feedback,
)

MyCalibrationSerializer = serializer_of(
    MyCalibration,
    status=serializers.ChoiceField(choices=BATCH_STATES),
    rules=CalibrationRulesSerializer(allow_null=True),
    items=serializer_of(
        MyCalibrationItem, images=PictureSerializer(many=True, read_only=True)
    )(many=True),
)


class ExamplePictureSerializer(PictureSerializer):
    """An image with the number of its item, null for annotators."""

    item_number = serializers.SerializerMethodField()

    def get_item_number(self, image: Image) -> int | None:
        access: Access = self.context["access"]
        return image.place.item.number if access.actor.role in ORGANIZERS else None


LabelDifferenceSerializer = serializer_of(
    LabelDifference, images=ExamplePictureSerializer(many=True, read_only=True)
)
MyFeedbackSerializer = serializer_of(
    MyFeedback, differences=LabelDifferenceSerializer(many=True)
)
PracticeFeedbackSerializer = serializer_of(
    PracticeFeedback,
    images=PictureSerializer(many=True, read_only=True),
    mine=RecordField(),
    record=FinalRecordSerializer(),
)


class MyCalibrationAnswerSerializer(serializers.Serializer[Any]):
    """``calibration`` is null if there is no batch for me."""

    calibration = MyCalibrationSerializer(allow_null=True)


class MyFeedbackView(AnnotatorView):
    @extend_schema(
        operation_id="my_calibration", responses=MyCalibrationAnswerSerializer
    )
    def read_calibration_feedback(self, request: Request, slug: str) -> Response:
        """Return my progress in the calibration."""
        body = {"calibration": own_calibration_results(self.project, self.person)}
        serializer = MyCalibrationAnswerSerializer(body, context=self.context)
        return Response(serializer.data)

    @extend_schema(
        operation_id="practice_feedback", responses=PracticeFeedbackSerializer
    )
    def read_practice_feedback(self, request: Request, slug: str) -> Response:
        """Return the result of my practice item; 404 until it is submitted."""
        feedback = practice_feedback(self.project, self.person)
        serializer = PracticeFeedbackSerializer(feedback, context=self.context)
        return Response(serializer.data)

    @extend_schema(operation_id="my_feedback", responses=MyFeedbackSerializer)
    def read_work_feedback(self, request: Request, slug: str) -> Response:
        """Return my pace and hours, and where final records differ from my labels."""
        feedback = my_feedback(self.project, self.person)
        return Response(MyFeedbackSerializer(feedback, context=self.context).data)
