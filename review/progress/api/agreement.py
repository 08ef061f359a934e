"""Inter-annotator agreement, and feedback for one person."""

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from projects.access.api.shapes import serializer_of
from review.calibration.selectors.agreement import (
    AgreementOverTime,
    FieldAgreement,
    FieldReliability,
    PairAgreement,
    get_label_field,
)
from review.progress.api.feedback import LabelDifferenceSerializer
from review.progress.api.figures import FiguresView
from review.progress.selectors.feedback import PersonFeedback, person_feedback
from review.progress.selectors.figures import (
    AGREEMENT,
    OVER_TIME,
    RELIABILITY,
    pair_figures,
    read_named_figures,
)

FieldAgreementSerializer = serializer_of(FieldAgreement)
FieldReliabilitySerializer = serializer_of(FieldReliability)
OverTimeSerializer = serializer_of(AgreementOverTime)
PairSerializer = serializer_of(PairAgreement, schema_name="Pair")
PersonFeedbackSerializer = serializer_of(
    PersonFeedback, differences=LabelDifferenceSerializer(many=True)
)


class ComparedPersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class PairsSerializer(serializers.Serializer[Any]):
    """All annotators by name, and the pairs of them who annotated the same items."""

    people = ComparedPersonSerializer(many=True)
    pairs = PairSerializer(many=True)


class AgreementView(ViewSetMixin, FiguresView):
    @extend_schema(
        operation_id="agreement_list", responses=FieldAgreementSerializer(many=True)
    )
    def read_agreement_by_field(self, request: Request, slug: str) -> HttpResponseBase:
        """Return the agreement of blind annotators, by field."""
        return self.figures_response(
            lambda: read_named_figures(self.project, AGREEMENT)
        )

    @extend_schema(operation_id="agreement_pairs", responses=PairsSerializer)
    def read_agreement_by_pair(
        self, request: Request, slug: str, field: str
    ) -> HttpResponseBase:
        """Return the agreement of each two people on one field."""
        label = get_label_field(self.project, field)
        return self.figures_response(lambda: pair_figures(self.project, label))

    @extend_schema(operation_id="agreement_over_time", responses=OverTimeSerializer)
    def read_agreement_over_time(self, request: Request, slug: str) -> HttpResponseBase:
        """Return the agreement by field on the items completed in each day or week."""
        return self.figures_response(
            lambda: read_named_figures(self.project, OVER_TIME)
        )

    @extend_schema(
        operation_id="reliability_list",
        responses=FieldReliabilitySerializer(many=True),
    )
    def read_reliability_of_all(self, request: Request, slug: str) -> HttpResponseBase:
        """Return the reliability of each person, by field."""
        return self.figures_response(
            lambda: read_named_figures(self.project, RELIABILITY)
        )

    @extend_schema(operation_id="people_feedback", responses=PersonFeedbackSerializer)
    def read_reliability_of_person(
        self, request: Request, slug: str, person_id: int
    ) -> Response:
        """Return one person's labels beside those of others and the final records."""
        feedback = person_feedback(self.project, person_id)
        return Response(PersonFeedbackSerializer(feedback, context=self.context).data)
