"""How well people agree, and one person's part in it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from projects.api.base import ProjectView
from projects.selectors import ORGANIZERS
from review.selectors.agreement import (
    agreement,
    agreement_over_time,
    annotators_compared,
    label_field,
    pair_agreement,
    reliability,
)
from review.selectors.feedback import person_feedback


class EstimateSerializer(serializers.Serializer[Any]):
    """One measure with its 95 % interval; ``undefined`` says why there is no value."""

    measure = serializers.ChoiceField(
        choices=[
            "percent",
            "krippendorff_alpha",
            "fleiss_kappa",
            "cohen_kappa",
            "gwet_ac",
        ]
    )
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    undefined = serializers.ChoiceField(
        choices=["", "no_pairs", "no_variation"], allow_blank=True
    )


class AgreementSerializer(serializers.Serializer[Any]):
    """``used`` of ``total`` items have at least two values; ``commonest`` is the share
    of the commonest value, 0 to 1."""

    metric = serializers.ChoiceField(choices=["nominal", "ordinal", "masi"])
    used = serializers.IntegerField()
    total = serializers.IntegerField()
    commonest = serializers.FloatField(allow_null=True)
    estimates = EstimateSerializer(many=True)


class FieldAgreementSerializer(serializers.Serializer[Any]):
    """Agreement on one label, and the smallest alpha that a release may have."""

    field = serializers.CharField()
    agreement = AgreementSerializer()
    floor = serializers.FloatField(allow_null=True)
    below_floor = serializers.BooleanField()


class ComparedPersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="shown_name")


class PairSerializer(serializers.Serializer[Any]):
    one_id = serializers.IntegerField()
    other_id = serializers.IntegerField()
    agreement = AgreementSerializer()


class PairsSerializer(serializers.Serializer[Any]):
    """Everybody by name, and the pairs of them who were given the same items."""

    people = ComparedPersonSerializer(many=True)
    pairs = PairSerializer(many=True)


class PeriodSerializer(serializers.Serializer[Any]):
    """Agreement by field on the items completed from ``begins`` on."""

    begins = serializers.DateField()
    fields_measured = serializers.DictField(child=AgreementSerializer())


class OverTimeSerializer(serializers.Serializer[Any]):
    unit = serializers.ChoiceField(choices=["day", "week"])
    periods = PeriodSerializer(many=True)


class ReliabilitySerializer(serializers.Serializer[Any]):
    """How often a person's choice is the true one, as Dawid and Skene estimate it."""

    person = serializers.IntegerField()
    items = serializers.IntegerField()
    accuracy = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    undefined = serializers.ChoiceField(
        choices=["", "few_people", "few_items"], allow_blank=True
    )


class FieldReliabilitySerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    people = ReliabilitySerializer(many=True)


class PersonWorkSerializer(serializers.Serializer[Any]):
    """What one person did; shares are 0 to 1, times medians in seconds."""

    person_id = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.shown_name")
    annotated = serializers.IntegerField()
    annotation_seconds = serializers.FloatField(allow_null=True)
    kept = serializers.FloatField(allow_null=True)
    validated = serializers.IntegerField()
    validation_seconds = serializers.FloatField(allow_null=True)
    accuracy = serializers.FloatField(allow_null=True)


class PersonFieldSerializer(serializers.Serializer[Any]):
    """One label: the person with the others, and everybody with everybody."""

    field = serializers.CharField()
    agreement = AgreementSerializer()
    everybody = AgreementSerializer()
    reliability = ReliabilitySerializer(allow_null=True)


class LabelDifferenceSerializer(serializers.Serializer[Any]):
    """``said`` became ``final``; where a label takes several, one of them is null.

    ``images`` are examples, the latest first.
    """

    field = serializers.CharField()
    said = serializers.CharField(allow_null=True)
    final = serializers.CharField(allow_null=True)
    count = serializers.IntegerField()
    images = serializers.ListField(child=serializers.IntegerField())


class PersonFeedbackSerializer(serializers.Serializer[Any]):
    """What there is to talk about with one person."""

    work = PersonWorkSerializer()
    fields_measured = PersonFieldSerializer(many=True, source="fields")
    differences = LabelDifferenceSerializer(many=True)


class AgreementApi(ProjectView):
    """How well the blind annotators agree, by field."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="agreement_list", responses=FieldAgreementSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = agreement(self.project)
        return Response(FieldAgreementSerializer(rows, many=True).data)


class PairAgreementApi(ProjectView):
    """How well each two people agree on one field."""

    roles = ORGANIZERS

    @extend_schema(operation_id="agreement_pairs", responses=PairsSerializer)
    def get(self, request: Request, slug: str, field: str) -> Response:
        body = {
            "people": annotators_compared(self.project),
            "pairs": pair_agreement(self.project, label_field(self.project, field)),
        }
        return Response(PairsSerializer(body).data)


class AgreementOverTimeApi(ProjectView):
    """Agreement by field on what was completed in each day or week."""

    roles = ORGANIZERS

    @extend_schema(operation_id="agreement_over_time", responses=OverTimeSerializer)
    def get(self, request: Request, slug: str) -> Response:
        found = agreement_over_time(self.project)
        periods = [
            {"begins": one.begins, "fields_measured": one.fields}
            for one in found.periods
        ]
        body = {"unit": found.unit, "periods": periods}
        return Response(OverTimeSerializer(body).data)


class ReliabilityApi(ProjectView):
    """How reliable each person is, by field."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="reliability_list",
        responses=FieldReliabilitySerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = reliability(self.project)
        return Response(FieldReliabilitySerializer(rows, many=True).data)


class PersonFeedbackApi(ProjectView):
    """One person's labels beside the others' and the final record."""

    roles = ORGANIZERS

    @extend_schema(operation_id="people_feedback", responses=PersonFeedbackSerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        found = person_feedback(self.project, person_id)
        return Response(PersonFeedbackSerializer(found).data)
