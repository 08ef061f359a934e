"""Generated questions of decided items: drafted, and accepted by organizers."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.records.api import AnswerField
from core.domain.texts import _
from core.translation import translate
from projects.access.api.base import OrganizerView, page_schema, validate_input
from review.adjudication.api.serializers import CaseSummarySerializer, SentencesField
from review.adjudication.models import Case
from review.adjudication.selectors.cases import (
    cases_without_accepted_questions,
    get_case,
)
from review.question_generation.services import accept_questions, draft_questions


class DistractorSerializer(serializers.Serializer[Any]):
    word = serializers.CharField()
    similarity = serializers.FloatField(
        allow_null=True,
        help_text="Cosine similarity to the correct answer; null without a model.",
    )


class DraftedQuestionSerializer(serializers.Serializer[Any]):
    """A generated question; an empty option is to be chosen or written by a person."""

    fixed = serializers.CharField()
    format = serializers.CharField()
    stem = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField(allow_blank=True))
    answer = AnswerField()
    candidates = DistractorSerializer(many=True)


class CaseWithoutQuestionsSerializer(CaseSummarySerializer):
    """A decided item whose questions have to be generated or accepted."""

    version = serializers.IntegerField(source="state_version")
    sentences = SentencesField(source="record.sentences", read_only=True)
    questions = serializers.SerializerMethodField()
    model = serializers.CharField(
        source="drafted.model",
        default="",
        read_only=True,
        help_text="Model that measured the similarity; empty without one.",
    )

    class Meta:
        model = Case
        fields = [
            *CaseSummarySerializer.Meta.fields,
            "version",
            "sentences",
            "questions",
            "model",
        ]

    @extend_schema_field(DraftedQuestionSerializer(many=True))
    def get_questions(self, case: Case) -> Any:
        drafts = [
            {
                **question,
                "candidates": [
                    {"word": word, "similarity": near}
                    for word, near in question["candidates"]
                ],
            }
            for question in case.drafted.get("questions", [])
        ]
        return DraftedQuestionSerializer(drafts, many=True).data


class GenerateQuestionsInputSerializer(serializers.Serializer[Any]):
    """``words`` by item number are those that fit what the image literally shows."""

    seed = serializers.IntegerField(default=0, min_value=0)
    words = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), default=dict
    )

    def validate_words(self, words: dict[str, list[str]]) -> dict[int, list[str]]:
        if not all(number.isdigit() for number in words):
            raise serializers.ValidationError(
                translate(_("Give items by their number."))
            )
        return {int(number): value for number, value in words.items()}


class GenerationResultSerializer(serializers.Serializer[Any]):
    drafted = serializers.IntegerField(help_text="Items.")


class AcceptedQuestionSerializer(serializers.Serializer[Any]):
    fixed = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField(allow_blank=True))
    answer = AnswerField()


class AcceptQuestionsInputSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    questions = AcceptedQuestionSerializer(many=True)


class AcceptQuestionsResultSerializer(serializers.Serializer[Any]):
    status = serializers.CharField()


class QuestionGenerationView(ViewSetMixin, OrganizerView):
    @extend_schema(
        operation_id="made_list", responses=page_schema(CaseWithoutQuestionsSerializer)
    )
    def waiting(self, request: Request, slug: str) -> Response:
        """List the decided items whose questions have to be generated or accepted."""
        return self.paginate(
            cases_without_accepted_questions(self.project),
            CaseWithoutQuestionsSerializer,
            ordering="id",
        )

    @extend_schema(
        operation_id="made_draft",
        request=GenerateQuestionsInputSerializer,
        responses=GenerationResultSerializer,
    )
    def draft_questions(self, request: Request, slug: str) -> Response:
        """Draft the questions of all these items; same seed and words, same drafts."""
        data = validate_input(GenerateQuestionsInputSerializer, request.data)
        cases = draft_questions(project=self.project, actor=self.actor, **data)
        return Response(GenerationResultSerializer({"drafted": len(cases)}).data)

    @extend_schema(
        operation_id="made_accept",
        request=AcceptQuestionsInputSerializer,
        responses=AcceptQuestionsResultSerializer,
    )
    def accept_questions(self, request: Request, slug: str, case_id: int) -> Response:
        """Accept an item's generated questions, edited or not."""
        data = validate_input(AcceptQuestionsInputSerializer, request.data)
        case = get_case(self.project, case_id)
        accepted = accept_questions(case=case, actor=self.actor, **data)
        return Response(AcceptQuestionsResultSerializer(accepted).data)
