"""One item with everything about it, for organizers."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.items.api.serializers import ItemSerializer, QuestionHistorySerializer
from annotation.items.models.slots import Purpose
from annotation.records.api import AnswerField, QuestionContentSerializer
from projects.access.api.base import OrganizerView
from projects.access.api.shapes import serializer_of
from review.adjudication.api.serializers import CASE_STATES
from review.adjudication.models import Case
from review.progress.selectors.item_details import (
    AskedQuestion,
    GivenAnswer,
    ItemDetails,
    SubmittedRecord,
    item_details,
)


class CaseBriefSerializer(serializers.ModelSerializer[Case]):
    """The case of an item, with the number of its disputed fields."""

    status = serializers.ChoiceField(choices=CASE_STATES)

    class Meta:
        model = Case
        fields = ["id", "status", "disputed"]


ItemDetailsSerializer = serializer_of(
    ItemDetails,
    item=ItemSerializer(),
    case=CaseBriefSerializer(allow_null=True),
    records=serializer_of(
        SubmittedRecord,
        purpose=serializers.ChoiceField(choices=Purpose.choices),
        questions=QuestionContentSerializer(many=True),
    )(many=True),
    questions=serializer_of(
        AskedQuestion,
        question=QuestionHistorySerializer(),
        answers=serializer_of(GivenAnswer, answer=AnswerField(allow_null=True))(
            many=True
        ),
    )(many=True),
)


class ItemDetailsView(OrganizerView):
    """Return an item by its number: submissions, case, questions and answers."""

    @extend_schema(operation_id="item_details", responses=ItemDetailsSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        details = item_details(self.project, number)
        return Response(ItemDetailsSerializer(details, context=self.context).data)
