"""Serializers of cases: comparison and decision."""

from typing import Any

from rest_framework import serializers

from annotation.items.models.questions import QuestionRevision
from annotation.records.api import AnswerField, QuestionContentSerializer
from curation.images.api.serializers import PictureSerializer
from projects.access.api.shapes import serializer_of
from review.adjudication.domain.case_states import CASE
from review.adjudication.domain.comparison import FieldComparison
from review.adjudication.models import Case
from review.adjudication.selectors.cases import FinalRecord
from review.adjudication.selectors.details import (
    CaseDetail,
    ComparedRecord,
    Proposal,
    ProposedRecord,
)

CASE_STATES = [(state, state) for state in CASE.states]


class CaseSummarySerializer(serializers.ModelSerializer[Case]):
    """A case in a list; ``disputed`` counts the fields that need a decision."""

    item_id = serializers.IntegerField()
    item_number = serializers.IntegerField(source="item.number")
    status = serializers.ChoiceField(choices=CASE_STATES)
    images = PictureSerializer(many=True, source="item.images", read_only=True)

    class Meta:
        model = Case
        fields = [
            "id",
            "item_id",
            "item_number",
            "status",
            "disputed",
            "images",
            "created_at",
        ]


class LabelsField(serializers.DictField):
    child = serializers.ListField(child=serializers.CharField())


class SentencesField(serializers.DictField):
    child = serializers.DictField(child=serializers.CharField(allow_blank=True))


class FinalQuestionSerializer(serializers.ModelSerializer[QuestionRevision]):
    uid = serializers.CharField(source="question.uid")
    position = serializers.IntegerField(source="question.position")
    format = serializers.CharField(source="question.format")
    fixed = serializers.CharField(source="question.fixed")
    revision = serializers.IntegerField(source="number")
    options = serializers.ListField(child=serializers.CharField())
    answer = AnswerField(allow_null=True)

    class Meta:
        model = QuestionRevision
        fields = [
            "uid",
            "position",
            "format",
            "fixed",
            "revision",
            "stem",
            "options",
            "answer",
        ]


FinalRecordSerializer = serializer_of(
    FinalRecord, questions=FinalQuestionSerializer(many=True)
)
ProposedRecordSerializer = serializer_of(
    ProposedRecord, questions=QuestionContentSerializer(many=True)
)
CaseDetailSerializer = serializer_of(
    CaseDetail,
    status=serializers.ChoiceField(choices=CASE_STATES),
    images=PictureSerializer(many=True, read_only=True),
    fields_compared=serializer_of(
        FieldComparison,
        schema_name="ComparedField",
        values=serializers.ListField(
            child=serializers.ListField(child=serializers.CharField())
        ),
    )(many=True),
    records=serializer_of(
        ComparedRecord,
        questions=QuestionContentSerializer(many=True),
        answers=serializers.DictField(child=AnswerField(allow_null=True)),
    )(many=True),
    proposal=serializer_of(
        Proposal,
        discard=serializers.CharField(
            help_text="Reason to exclude the item; otherwise empty."
        ),
        record=ProposedRecordSerializer(allow_null=True),
    )(allow_null=True),
    final=FinalRecordSerializer(allow_null=True),
)


class QueueSerializer(serializers.Serializer[Any]):
    """Counts of cases that wait for a decision; ``own`` wait for someone else."""

    to_adjudicate = serializers.IntegerField()
    to_merge = serializers.IntegerField()
    own = serializers.IntegerField()


class SourceSerializer(serializers.Serializer[Any]):
    """A question of a compared record, both counted from 0."""

    annotation = serializers.IntegerField(min_value=0)
    question = serializers.IntegerField(min_value=0)


class EditedContentSerializer(serializers.Serializer[Any]):
    stem = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())
    answer = AnswerField()


class CaseQuestionContentSerializer(EditedContentSerializer):
    format = serializers.CharField()
    fixed = serializers.CharField(allow_null=True, default=None)


class QuestionChoiceSerializer(serializers.Serializer[Any]):
    """A question of the final record.

    With one source and no content, the question is taken unchanged. Content is merged
    from the sources, or new if there are none.
    """

    sources = SourceSerializer(many=True, default=list)
    content = CaseQuestionContentSerializer(allow_null=True, default=None)


class FinalRecordInputSerializer(serializers.Serializer[Any]):
    labels = LabelsField()
    texts = serializers.DictField(
        child=serializers.CharField(allow_blank=True, trim_whitespace=False)
    )
    sentences = SentencesField(default=dict)


class CaseFinalizeSerializer(serializers.Serializer[Any]):
    """``reasons`` by field are required where a label overrides all annotators."""

    version = serializers.IntegerField()
    record = FinalRecordInputSerializer()
    questions = QuestionChoiceSerializer(many=True)
    reasons = serializers.DictField(child=serializers.CharField(), default=dict)
    waiver = serializers.CharField(allow_blank=True, default="")


class CaseProposeSerializer(serializers.Serializer[Any]):
    """A record with its questions, or ``discard``: why no record can be agreed on."""

    version = serializers.IntegerField()
    record = FinalRecordInputSerializer(allow_null=True, default=None)
    questions = QuestionChoiceSerializer(many=True, default=list)
    reasons = serializers.DictField(child=serializers.CharField(), default=dict)
    discard = serializers.CharField(allow_blank=True, default="")


class CaseVersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()


class QuestionEditSerializer(serializers.Serializer[Any]):
    uid = serializers.CharField()
    content = EditedContentSerializer()


class CaseEditSerializer(serializers.Serializer[Any]):
    """``questions`` are the changed ones, which are validated again."""

    version = serializers.IntegerField()
    record = FinalRecordInputSerializer()
    reason = serializers.CharField()
    questions = QuestionEditSerializer(many=True, default=list)


class ReasonInputSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
