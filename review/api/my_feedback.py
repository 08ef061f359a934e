"""An annotator's own work as a whole."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.annotating import AnnotatorView
from review.api.agreement import LabelDifferenceSerializer
from review.api.gold import GoldFieldSerializer
from review.selectors.hours import PersonDay
from review.selectors.my_feedback import my_feedback


class MyDayOfWorkSerializer(serializers.Serializer[Any]):
    """``active_seconds`` as they are counted for pay."""

    day = serializers.DateField(source="worked.day")
    active_seconds = serializers.SerializerMethodField()
    screened = serializers.IntegerField(source="counts.screened")
    annotated = serializers.IntegerField(source="counts.annotated")
    validated = serializers.IntegerField(source="counts.validated")

    def get_active_seconds(self, day: PersonDay) -> float:
        return day.worked.active.total_seconds()


class MyFeedbackSerializer(serializers.Serializer[Any]):
    """``seconds`` is the median of an item. ``mistakes``: by label, over at least three
    pictures of earlier days whose answer was known."""

    annotated = serializers.IntegerField()
    seconds = serializers.FloatField(allow_null=True)
    days = MyDayOfWorkSerializer(many=True)
    differences = LabelDifferenceSerializer(many=True)
    mistakes = GoldFieldSerializer(many=True)


class MyFeedbackApi(AnnotatorView):
    """My pace and hours, and where final records read otherwise than mine."""

    @extend_schema(operation_id="my_feedback", responses=MyFeedbackSerializer)
    def get(self, request: Request, slug: str) -> Response:
        found = my_feedback(self.project, self.person)
        return Response(MyFeedbackSerializer(found).data)
