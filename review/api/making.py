"""Questions made from decided records: drafting them, looking at them, accepting."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.api.serializers import AnswerField
from projects.api.base import ProjectView, page_of, validated
from projects.selectors import ORGANIZERS
from review.api.serializers import CaseSummarySerializer, SentencesField
from review.models import Case
from review.selectors.cases import case_get
from review.selectors.making import cases_to_make
from review.services.making import questions_accept, questions_draft


class DistractorSerializer(serializers.Serializer[Any]):
    word = serializers.CharField()
    similarity = serializers.FloatField(
        allow_null=True, help_text="Cosine, to the key; null where no model says."
    )


class DraftedQuestionSerializer(serializers.Serializer[Any]):
    """Options that nothing was found for are empty; a person picks or writes them."""

    fixed = serializers.CharField()
    format = serializers.CharField()
    stem = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField(allow_blank=True))
    answer = AnswerField()
    candidates = DistractorSerializer(many=True)


class ToMakeSerializer(CaseSummarySerializer):
    """A decided item whose questions wait to be made or accepted."""

    version = serializers.IntegerField(source="state_version")
    sentences = SentencesField(source="record.sentences", read_only=True)
    questions = serializers.SerializerMethodField()
    model = serializers.CharField(
        source="drafted.model",
        default="",
        read_only=True,
        help_text="What said how similar words are; empty without one.",
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
                **one,
                "candidates": [
                    {"word": word, "similarity": near}
                    for word, near in one["candidates"]
                ],
            }
            for one in case.drafted.get("questions", [])
        ]
        return DraftedQuestionSerializer(drafts, many=True).data


class MakeInputSerializer(serializers.Serializer[Any]):
    """``words`` by item number: what fits the picture as it is literally shown."""

    seed = serializers.IntegerField(default=0, min_value=0)
    words = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), default=dict
    )

    def validate_words(self, words: dict[str, list[str]]) -> dict[int, list[str]]:
        if not all(number.isdigit() for number in words):
            raise serializers.ValidationError("Name items by their number.")
        return {int(number): given for number, given in words.items()}


class MadeSerializer(serializers.Serializer[Any]):
    drafted = serializers.IntegerField(help_text="Items.")


class AcceptedQuestionSerializer(serializers.Serializer[Any]):
    fixed = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField(allow_blank=True))
    answer = AnswerField()


class AcceptMadeSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    questions = AcceptedQuestionSerializer(many=True)


class MadeAcceptedSerializer(serializers.Serializer[Any]):
    status = serializers.CharField()


class MakingView(ViewSetMixin, ProjectView):
    roles = ORGANIZERS

    @extend_schema(operation_id="made_list", responses=page_of(ToMakeSerializer))
    def waiting(self, request: Request, slug: str) -> Response:
        """Decided items whose questions have still to be made or accepted."""
        return self.paginate(
            cases_to_make(self.project),
            ToMakeSerializer,
            ordering="id",
            context={"slug": slug},
        )

    @extend_schema(
        operation_id="made_draft",
        request=MakeInputSerializer,
        responses=MadeSerializer,
    )
    def draft(self, request: Request, slug: str) -> Response:
        """Draft them all; the same for the same seed and words."""
        data = validated(MakeInputSerializer, request.data)
        cases = questions_draft(project=self.project, actor=self.actor, **data)
        return Response(MadeSerializer({"drafted": len(cases)}).data)

    @extend_schema(
        operation_id="made_accept",
        request=AcceptMadeSerializer,
        responses=MadeAcceptedSerializer,
    )
    def accept(self, request: Request, slug: str, case_id: int) -> Response:
        """Take an item's questions, edited or not, into what follows."""
        data = validated(AcceptMadeSerializer, request.data)
        case = case_get(self.project, case_id)
        accepted = questions_accept(case=case, actor=self.actor, **data)
        return Response(MadeAcceptedSerializer(accepted).data)
