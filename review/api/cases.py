"""Adjudication: the queue, one case, what is decided on it, questions made from it."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.api.serializers import AnswerField
from projects.api.base import OrganizerView, ProjectView, page_of, validated
from projects.selectors import EVERYONE, ORGANIZERS
from review.api.serializers import (
    CaseDetailSerializer,
    CaseEditSerializer,
    CaseFinalizeSerializer,
    CaseProposeSerializer,
    CaseReasonSerializer,
    CaseSummarySerializer,
    CaseVersionSerializer,
    QueueSerializer,
    SentencesField,
)
from review.domain.states import CASE, TO_ADJUDICATE, TO_MERGE
from review.models import Case
from review.selectors.cases import (
    case_detail,
    case_seen,
    cases_to_make,
    get_case,
    list_cases,
    own_undecided,
    queue_of_cases,
)
from review.services.adjudication import (
    Decision,
    QuestionChoice,
    agree_to_proposal,
    case_finalize,
    propose_record,
    undo_decision,
)
from review.services.cases import case_send_to_rework, drop_case
from review.services.question_generation import questions_accept, questions_draft
from review.services.record_edits import case_edit, restore_case
from review.services.rework import QuestionEdit

_CASES = page_of(CaseSummarySerializer)
_STATES = OpenApiParameter("status", str, many=True, enum=list(CASE.states))


class _CaseView(ViewSetMixin, ProjectView):
    def shown(self, case: Case) -> Response:
        detail = case_detail(case, self.person)
        return Response(CaseDetailSerializer(detail, context=self.context).data)


class CaseView(_CaseView):
    """What organizers do with cases."""

    roles = ORGANIZERS

    def changed(
        self, case_id: int, change: Callable[..., Case], **data: Any
    ) -> Response:
        case = get_case(self.project, case_id)
        return self.shown(change(case=case, actor=self.actor, **data))

    @extend_schema(operation_id="case_list", parameters=[_STATES], responses=_CASES)
    def cases(self, request: Request, slug: str) -> Response:
        """All cases, newest first."""
        cases = list_cases(self.project, request.query_params.getlist("status"))
        return self.paginate(cases, CaseSummarySerializer)

    @extend_schema(
        operation_id="case_finalize",
        request=CaseFinalizeSerializer,
        responses=CaseDetailSerializer,
    )
    def finalize(self, request: Request, slug: str, case_id: int) -> Response:
        """Decide on the final record."""
        data = validated(CaseFinalizeSerializer, request.data)
        data["questions"] = [_choice(question) for question in data["questions"]]
        return self.changed(case_id, case_finalize, **data)

    @extend_schema(
        operation_id="case_undo", request=None, responses=CaseDetailSerializer
    )
    def undo(self, request: Request, slug: str, case_id: int) -> Response:
        """Take a decision back that no round has taken in."""
        return self.changed(case_id, undo_decision)

    @extend_schema(
        operation_id="case_edit",
        request=CaseEditSerializer,
        responses=CaseDetailSerializer,
    )
    def edit(self, request: Request, slug: str, case_id: int) -> Response:
        """Change a decided record; questions that read otherwise are validated anew."""
        data = validated(CaseEditSerializer, request.data)
        data["questions"] = [QuestionEdit(**one) for one in data["questions"]]
        return self.changed(case_id, case_edit, **data)

    @extend_schema(
        operation_id="case_drop",
        request=CaseReasonSerializer,
        responses=CaseDetailSerializer,
    )
    def drop(self, request: Request, slug: str, case_id: int) -> Response:
        """Leave an item out of the benchmark."""
        data = validated(CaseReasonSerializer, request.data)
        return self.changed(case_id, drop_case, **data)

    @extend_schema(
        operation_id="case_restore",
        request=CaseReasonSerializer,
        responses=CaseDetailSerializer,
    )
    def restore(self, request: Request, slug: str, case_id: int) -> Response:
        """Take a dropped item into the benchmark again."""
        data = validated(CaseReasonSerializer, request.data)
        return self.changed(case_id, restore_case, **data)

    @extend_schema(
        operation_id="case_send_to_rework",
        request=CaseReasonSerializer,
        responses=CaseDetailSerializer,
    )
    def send_to_rework(self, request: Request, slug: str, case_id: int) -> Response:
        """Send a decided item back."""
        data = validated(CaseReasonSerializer, request.data)
        return self.changed(case_id, case_send_to_rework, **data)


class MyCaseView(_CaseView):
    """What waits for one's decision, whoever decides under the protocol."""

    roles = EVERYONE

    def seen(self, case_id: int) -> Case:
        return case_seen(self.project, self.person, self.actor.role, case_id)

    @extend_schema(operation_id="case_queue", responses=_CASES)
    def queue(self, request: Request, slug: str) -> Response:
        """What waits for my decision, what has the most disputes first."""
        return self.paginate(
            queue_of_cases(self.project, self.person, self.actor.role),
            CaseSummarySerializer,
            ordering=("-disputed", "id"),
        )

    @extend_schema(operation_id="case_queue_counts", responses=QueueSerializer)
    def counts(self, request: Request, slug: str) -> Response:
        """How much waits for my decision."""
        queue = queue_of_cases(self.project, self.person, self.actor.role)
        body = {
            "to_adjudicate": queue.filter(status=TO_ADJUDICATE).count(),
            "to_merge": queue.filter(status=TO_MERGE).count(),
            "own": own_undecided(self.project, self.person),
        }
        return Response(QueueSerializer(body).data)

    @extend_schema(operation_id="case_get", responses=CaseDetailSerializer)
    def case(self, request: Request, slug: str, case_id: int) -> Response:
        """Everybody's answers side by side, and the final record when there is one."""
        return self.shown(self.seen(case_id))

    @extend_schema(
        operation_id="case_propose",
        request=CaseProposeSerializer,
        responses=CaseDetailSerializer,
    )
    def propose(self, request: Request, slug: str, case_id: int) -> Response:
        """Propose a record to those who annotated the item too, or to leave it out."""
        data = validated(CaseProposeSerializer, request.data)
        record, reasons = data.pop("record"), data.pop("reasons")
        questions = [_choice(question) for question in data.pop("questions")]
        decision = Decision(record=record, questions=questions, reasons=reasons)
        case = propose_record(
            case=self.seen(case_id),
            actor=self.actor,
            decision=None if record is None else decision,
            **data,
        )
        return self.shown(case)

    @extend_schema(
        operation_id="case_agree",
        request=CaseVersionSerializer,
        responses=CaseDetailSerializer,
    )
    def agree(self, request: Request, slug: str, case_id: int) -> Response:
        """Agree to what was proposed; when everybody has, it is so."""
        data = validated(CaseVersionSerializer, request.data)
        case = self.seen(case_id)
        return self.shown(agree_to_proposal(case=case, actor=self.actor, **data))


def _choice(data: dict[str, Any]) -> QuestionChoice:
    sources = [(one["annotation"], one["question"]) for one in data["sources"]]
    return QuestionChoice(sources=sources, content=data["content"])


class DistractorSerializer(serializers.Serializer[Any]):
    word = serializers.CharField()
    similarity = serializers.FloatField(
        allow_null=True,
        help_text="Cosine similarity to the correct answer; null without a model.",
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
            raise serializers.ValidationError("Give items by their number.")
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


class MakingView(ViewSetMixin, OrganizerView):
    @extend_schema(operation_id="made_list", responses=page_of(ToMakeSerializer))
    def waiting(self, request: Request, slug: str) -> Response:
        """Decided items whose questions have still to be made or accepted."""
        return self.paginate(
            cases_to_make(self.project),
            ToMakeSerializer,
            ordering="id",
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
        case = get_case(self.project, case_id)
        accepted = questions_accept(case=case, actor=self.actor, **data)
        return Response(MadeAcceptedSerializer(accepted).data)
