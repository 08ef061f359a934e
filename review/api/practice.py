"""What a newcomer learns from practising."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.annotating import AnnotatorView
from annotation.api.item_serializers import ItemBriefSerializer
from annotation.api.serializers import RecordField
from review.api.serializers import FinalRecordSerializer
from review.selectors.practice import practice_feedback


class FieldLikenessSerializer(serializers.Serializer[Any]):
    """One label beside what it is held against; ``likeness`` is 1 for the same."""

    field = serializers.CharField()
    said = serializers.ListField(child=serializers.CharField())
    reference = serializers.ListField(child=serializers.CharField())
    likeness = serializers.FloatField()


class PracticeFeedbackSerializer(serializers.Serializer[Any]):
    """My record of the practice item beside the final one."""

    item = ItemBriefSerializer()
    mine = RecordField()
    record = FinalRecordSerializer()
    fields_compared = FieldLikenessSerializer(many=True, source="fields")


class PracticeFeedbackApi(AnnotatorView):
    """How my practice went; 404 until it is handed in."""

    @extend_schema(
        operation_id="practice_feedback", responses=PracticeFeedbackSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        found = practice_feedback(self.project, self.person)
        context = {"slug": slug}
        return Response(PracticeFeedbackSerializer(found, context=context).data)
