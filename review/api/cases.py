"""Adjudication: the queue, a case, decisions on it, and question generation."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.api.record_fields import AnswerField
from projects.api.base import OrganizerView, ProjectView, page_schema, validate_input
from review.api.serializers import (
    CaseDetailSerializer,
    CaseEditSerializer,
    CaseFinalizeSerializer,
    CaseProposeSerializer,
    CaseSummarySerializer,
    CaseVersionSerializer,
    QueueSerializer,
    ReasonInputSerializer,
    SentencesField,
)
from review.domain.states import CASE, TO_ADJUDICATE, TO_MERGE
from review.models import Case
from review.selectors.case_details import case_detail
from review.selectors.cases import (
    cases_without_accepted_questions,
    count_own_undecided_cases,
    get_case,
    get_visible_case,
    list_cases,
    queue_of_cases,
)
from review.services.adjudication import (
    Decision,
    QuestionChoice,
    agree_to_proposal,
    finalize_case,
    propose_record,
    undo_decision,
)
from review.services.cases import drop_case, return_case_for_rework
from review.services.question_generation import accept_questions, draft_questions
from review.services.record_edits import edit_record, restore_case
from review.services.rework import QuestionEdit
from workflow.domain.texts import _
from workflow.translation import translate

_CASES = page_schema(CaseSummarySerializer)
_STATES = OpenApiParameter("status", str, many=True, enum=list(CASE.states))


class _CaseView(ViewSetMixin, ProjectView):
    def respond(self, case: Case) -> Response:
        detail = case_detail(case, self.person)
        return Response(CaseDetailSerializer(detail, context=self.context).data)


class CaseView(_CaseView, OrganizerView):
    """Operations of organizers on cases."""

    def changed(
        self, case_id: int, change: Callable[..., Case], **data: Any
    ) -> Response:
        case = get_case(self.project, case_id)
        return self.respond(change(case=case, actor=self.actor, **data))

    @extend_schema(operation_id="case_list", parameters=[_STATES], responses=_CASES)
    def cases(self, request: Request, slug: str) -> Response:
        """List all cases, newest first."""
        cases = list_cases(self.project, request.query_params.getlist("status"))
        return self.paginate(cases, CaseSummarySerializer)

    @extend_schema(
        operation_id="case_finalize",
        request=CaseFinalizeSerializer,
        responses=CaseDetailSerializer,
    )
    def finalize(self, request: Request, slug: str, case_id: int) -> Response:
        """Decide on the final record."""
        data = validate_input(CaseFinalizeSerializer, request.data)
        data["questions"] = [_choice(question) for question in data["questions"]]
        return self.changed(case_id, finalize_case, **data)

    @extend_schema(
        operation_id="case_undo", request=None, responses=CaseDetailSerializer
    )
    def undo(self, request: Request, slug: str, case_id: int) -> Response:
        """Undo a decision that is not part of a round."""
        return self.changed(case_id, undo_decision)

    @extend_schema(
        operation_id="case_edit",
        request=CaseEditSerializer,
        responses=CaseDetailSerializer,
    )
    def edit(self, request: Request, slug: str, case_id: int) -> Response:
        """Change a decided record; changed questions are validated again."""
        data = validate_input(CaseEditSerializer, request.data)
        data["questions"] = [QuestionEdit(**question) for question in data["questions"]]
        return self.changed(case_id, edit_record, **data)

    @extend_schema(
        operation_id="case_drop",
        request=ReasonInputSerializer,
        responses=CaseDetailSerializer,
    )
    def drop(self, request: Request, slug: str, case_id: int) -> Response:
        """Drop an item from the benchmark."""
        data = validate_input(ReasonInputSerializer, request.data)
        return self.changed(case_id, drop_case, **data)

    @extend_schema(
        operation_id="case_restore",
        request=ReasonInputSerializer,
        responses=CaseDetailSerializer,
    )
    def restore(self, request: Request, slug: str, case_id: int) -> Response:
        """Restore a dropped item to the benchmark."""
        data = validate_input(ReasonInputSerializer, request.data)
        return self.changed(case_id, restore_case, **data)

    @extend_schema(
        operation_id="case_send_to_rework",
        request=ReasonInputSerializer,
        responses=CaseDetailSerializer,
    )
    def send_to_rework(self, request: Request, slug: str, case_id: int) -> Response:
        """Return a decided item for rework."""
        data = validate_input(ReasonInputSerializer, request.data)
        return self.changed(case_id, return_case_for_rework, **data)


class MyCaseView(_CaseView):
    """Cases that the reader may decide, by adjudication or consensus."""

    def seen(self, case_id: int) -> Case:
        return get_visible_case(self.project, self.person, self.actor.role, case_id)

    @extend_schema(operation_id="case_queue", responses=_CASES)
    def queue(self, request: Request, slug: str) -> Response:
        """List the cases that wait for my decision, the most disputed first."""
        return self.paginate(
            queue_of_cases(self.project, self.person, self.actor.role),
            CaseSummarySerializer,
            ordering=("-disputed", "id"),
        )

    @extend_schema(operation_id="case_queue_counts", responses=QueueSerializer)
    def counts(self, request: Request, slug: str) -> Response:
        """Count the cases that wait for my decision."""
        queue = queue_of_cases(self.project, self.person, self.actor.role)
        body = {
            "to_adjudicate": queue.filter(status=TO_ADJUDICATE).count(),
            "to_merge": queue.filter(status=TO_MERGE).count(),
            "own": count_own_undecided_cases(self.project, self.person),
        }
        return Response(QueueSerializer(body).data)

    @extend_schema(operation_id="case_get", responses=CaseDetailSerializer)
    def case(self, request: Request, slug: str, case_id: int) -> Response:
        """Return all records side by side, and the final record if there is one."""
        return self.respond(self.seen(case_id))

    @extend_schema(
        operation_id="case_propose",
        request=CaseProposeSerializer,
        responses=CaseDetailSerializer,
    )
    def propose(self, request: Request, slug: str, case_id: int) -> Response:
        """Propose a record, or to discard the item, to its other annotators."""
        data = validate_input(CaseProposeSerializer, request.data)
        record, reasons = data.pop("record"), data.pop("reasons")
        questions = [_choice(question) for question in data.pop("questions")]
        decision = Decision(record=record, questions=questions, reasons=reasons)
        case = propose_record(
            case=self.seen(case_id),
            actor=self.actor,
            decision=None if record is None else decision,
            **data,
        )
        return self.respond(case)

    @extend_schema(
        operation_id="case_agree",
        request=CaseVersionSerializer,
        responses=CaseDetailSerializer,
    )
    def agree(self, request: Request, slug: str, case_id: int) -> Response:
        """Agree to the proposal; once all annotators have, it becomes final."""
        data = validate_input(CaseVersionSerializer, request.data)
        case = self.seen(case_id)
        return self.respond(agree_to_proposal(case=case, actor=self.actor, **data))


def _choice(data: dict[str, Any]) -> QuestionChoice:
    sources = [(source["annotation"], source["question"]) for source in data["sources"]]
    return QuestionChoice(sources=sources, content=data["content"])


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
    def draft(self, request: Request, slug: str) -> Response:
        """Draft the questions of all these items; same seed and words, same drafts."""
        data = validate_input(GenerateQuestionsInputSerializer, request.data)
        cases = draft_questions(project=self.project, actor=self.actor, **data)
        return Response(GenerationResultSerializer({"drafted": len(cases)}).data)

    @extend_schema(
        operation_id="made_accept",
        request=AcceptQuestionsInputSerializer,
        responses=AcceptQuestionsResultSerializer,
    )
    def accept(self, request: Request, slug: str, case_id: int) -> Response:
        """Accept an item's generated questions, edited or not."""
        data = validate_input(AcceptQuestionsInputSerializer, request.data)
        case = get_case(self.project, case_id)
        accepted = accept_questions(case=case, actor=self.actor, **data)
        return Response(AcceptQuestionsResultSerializer(accepted).data)
