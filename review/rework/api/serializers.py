"""Serializers of items in rework."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.slots.api.item_names import ItemNameSerializer
from core.api.fields import TranslatedField
from core.translation import translate
from curation.images.api.serializers import PictureSerializer
from review.adjudication.api.serializers import EditedContentSerializer
from review.adjudication.models import Case
from review.rework.selectors import ReturnReasons, Rework
from review.rounds.api.serializers import AnsweredQuestionSerializer


class FailureReasonSerializer(serializers.Serializer[Any]):
    """``disagreement`` (agreed of asked, needed), ``issue`` (count) or ``comment``.

    ``discussion``: the outcome of discussing a dissent, in ``text``.
    """

    kind = serializers.ChoiceField(
        choices=["disagreement", "issue", "comment", "discussion"]
    )
    agreed = serializers.IntegerField(required=False)
    asked = serializers.IntegerField(required=False)
    needed = serializers.IntegerField(required=False)
    issue = serializers.CharField(required=False)
    count = serializers.IntegerField(required=False)
    text = serializers.CharField(required=False)


class ReworkSummarySerializer(ItemNameSerializer, serializers.ModelSerializer[Case]):
    images = PictureSerializer(many=True, source="item.images", read_only=True)
    reason = serializers.SerializerMethodField()
    reasons = serializers.SerializerMethodField()

    class Meta:
        model = Case
        fields = ["id", "item_number", "item_code", "images", "reason", "reasons"]

    def get_reason(self, case: Case) -> str:
        """Return why the item was returned, in the reader's language."""
        return translate(self._reasons_of(case).ledger)

    @extend_schema_field(FailureReasonSerializer(many=True))
    def get_reasons(self, case: Case) -> Sequence[dict[str, Any]]:
        """Return why the questions that the reader may change failed."""
        return self._reasons_of(case).questions

    def _reasons_of(self, case: Case) -> ReturnReasons:
        reasons: dict[int, ReturnReasons] = self.context["return_reasons"]
        return reasons[case.pk]


class ReworkQuestionSerializer(AnsweredQuestionSerializer):
    uid = serializers.CharField(source="revision.question.uid")
    position = serializers.IntegerField(source="revision.question.position")
    fixed = serializers.CharField(source="revision.question.fixed")
    revision = serializers.IntegerField(source="revision.number")
    failed = serializers.BooleanField()
    reasons = FailureReasonSerializer(many=True)


class ReworkSerializer(ItemNameSerializer):
    """An item in rework, with the questions that I may change."""

    id = serializers.IntegerField(source="case.pk")
    images = PictureSerializer(many=True, source="case.item.images", read_only=True)
    reason = TranslatedField()
    missing = serializers.ListField(child=serializers.CharField())
    questions = ReworkQuestionSerializer(many=True)

    def subject_of(self, row: Rework) -> Case:
        return row.case


class ReworkChangeSerializer(serializers.Serializer[Any]):
    """Without content the question is dropped."""

    uid = serializers.CharField()
    content = EditedContentSerializer(allow_null=True)


class ReworkInputSerializer(serializers.Serializer[Any]):
    questions = ReworkChangeSerializer(many=True)
    note = serializers.CharField()


class ReworkResultSerializer(serializers.ModelSerializer[Case]):
    class Meta:
        model = Case
        fields = ["id", "status"]
