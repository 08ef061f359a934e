"""Validation rounds, their checklists, answers, and rework."""

from typing import get_args

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    page_schema,
    validate_input,
)
from review.adjudication.api.serializers import ReasonInputSerializer
from review.rounds.api.serializers import (
    ChecklistInputSerializer,
    ChecklistMarkSerializer,
    QuestionRowSerializer,
    RoundAutomaticSerializer,
    RoundExtendedSerializer,
    RoundSerializer,
    ValidationAnswerInputSerializer,
    ValidationNextSerializer,
    ValidationProgressSerializer,
)
from review.rounds.models.rounds import Round, ValidationAssignment
from review.rounds.selectors.figures import count_questions_short_of_people
from review.rounds.selectors.questions import (
    QuestionState,
    get_validation_assignment,
    list_questions,
    validation_progress,
)
from review.rounds.selectors.rounds import (
    RoundPage,
    get_checklist_mark,
    get_round,
    list_checklist_marks,
    list_rounds,
)
from review.rounds.services.answers import (
    answer_question,
    assign_next_validation,
    undo_answer,
    upcoming_images,
)
from review.rounds.services.rounds import (
    close_round,
    extend_round,
    mark_checklist,
    open_round,
    set_round_automatic,
    waive_round,
)


class RoundView(ViewSetMixin, OrganizerView):
    def list_round_pages(self) -> list[RoundPage]:
        short = count_questions_short_of_people(self.project)
        return list_rounds(self.project, short_of_people=short)

    def round_response(self, of: Round) -> Response:
        page = next(
            page for page in self.list_round_pages() if page.number == of.number
        )
        return Response(RoundSerializer(page).data)

    @extend_schema(operation_id="round_list", responses=RoundSerializer(many=True))
    def list_rounds(self, request: Request, slug: str) -> Response:
        """List the rounds so far and the planned ones."""
        return Response(RoundSerializer(self.list_round_pages(), many=True).data)

    @extend_schema(
        operation_id="round_open",
        request=RoundAutomaticSerializer,
        responses=RoundSerializer,
    )
    def open_round(self, request: Request, slug: str) -> Response:
        """Open the next round, which may extend and close automatically."""
        data = validate_input(RoundAutomaticSerializer, request.data)
        return self.round_response(
            open_round(project=self.project, actor=self.actor, **data)
        )

    @extend_schema(
        operation_id="round_automate",
        request=RoundAutomaticSerializer,
        responses=RoundSerializer,
    )
    def set_round_automatic(self, request: Request, slug: str, number: int) -> Response:
        """Turn automatic extension and closing of the open round on or off."""
        data = validate_input(RoundAutomaticSerializer, request.data)
        of = get_round(self.project, number)
        return self.round_response(set_round_automatic(of=of, actor=self.actor, **data))

    @extend_schema(operation_id="round_close", request=None, responses=RoundSerializer)
    def close_round(self, request: Request, slug: str, number: int) -> Response:
        """Close a round with its report; an error says what is missing."""
        of = get_round(self.project, number)
        return self.round_response(close_round(of=of, actor=self.actor))

    @extend_schema(
        operation_id="round_extend", request=None, responses=RoundExtendedSerializer
    )
    def extend_round(self, request: Request, slug: str, number: int) -> Response:
        """Include the items that were decided since the round was opened."""
        of = get_round(self.project, number)
        items = extend_round(of=of, actor=self.actor)
        return Response(RoundExtendedSerializer({"items": items}).data)

    @extend_schema(
        operation_id="round_waive",
        request=ReasonInputSerializer,
        responses=RoundSerializer,
    )
    def waive_round(self, request: Request, slug: str, number: int) -> Response:
        """Admit people who know an item, where too few are fresh."""
        data = validate_input(ReasonInputSerializer, request.data)
        of = get_round(self.project, number)
        return self.round_response(waive_round(of=of, actor=self.actor, **data))

    @extend_schema(
        operation_id="checklist_list",
        parameters=[OpenApiParameter("done", bool)],
        responses=page_schema(ChecklistMarkSerializer),
    )
    def list_checklist(self, request: Request, slug: str, number: int) -> Response:
        """List the items of a checklist round; by default those still to be checked."""
        done = request.query_params.get("done") == "true"
        marks = list_checklist_marks(get_round(self.project, number), done=done)
        return self.paginate(marks, ChecklistMarkSerializer, ordering="id")

    @extend_schema(
        operation_id="checklist_mark",
        request=ChecklistInputSerializer,
        responses=ChecklistMarkSerializer,
    )
    def tick_checklist_mark(
        self, request: Request, slug: str, mark_id: int
    ) -> Response:
        """Record which checklist points an item fulfils."""
        data = validate_input(ChecklistInputSerializer, request.data)
        mark = get_checklist_mark(self.project, mark_id)
        marked = mark_checklist(mark=mark, actor=self.actor, **data)
        return Response(ChecklistMarkSerializer(marked, context=self.context).data)

    @extend_schema(
        operation_id="question_list",
        parameters=[
            OpenApiParameter("state", str, many=True, enum=get_args(QuestionState)),
            OpenApiParameter("text", str, description="Part of the stem or an option"),
            OpenApiParameter("cursor", str),
            OpenApiParameter("page_size", int),
        ],
        responses=page_schema(QuestionRowSerializer),
    )
    def list_questions(self, request: Request, slug: str) -> Response:
        """List all questions with their results."""
        questions = list_questions(
            self.project,
            request.query_params.getlist("state"),
            request.query_params.get("text", ""),
        )
        return self.paginate(questions, QuestionRowSerializer, ordering="id")


class ValidationView(ViewSetMixin, ProjectView):
    def assignment_response(self, place: ValidationAssignment | None) -> Response:
        progress = validation_progress(self.project, self.actor)
        upcoming = upcoming_images(place=place, actor=self.actor) if place else []
        body = {"place": place, "progress": progress, "upcoming": upcoming}
        return Response(ValidationNextSerializer(body, context=self.context).data)

    @extend_schema(
        operation_id="validation_next", request=None, responses=ValidationNextSerializer
    )
    def read_next_question(self, request: Request, slug: str) -> Response:
        """Return a question for me, or the one that I hold."""
        return self.assignment_response(
            assign_next_validation(project=self.project, actor=self.actor)
        )

    @extend_schema(
        operation_id="validation_answer",
        request=ValidationAnswerInputSerializer,
        responses=ValidationNextSerializer,
    )
    def answer_question(self, request: Request, slug: str, place_id: int) -> Response:
        """Store my answer. Sending it again changes nothing.

        With ``next`` the next question is assigned and returned, as by
        ``validation_next``: validators wait for one answer between two questions.
        """
        data = validate_input(ValidationAnswerInputSerializer, request.data)
        wants_next = data.pop("next")
        place = get_validation_assignment(self.project, place_id)
        answer_question(place=place, actor=self.actor, **data)
        if not wants_next:
            return self.assignment_response(None)
        return self.read_next_question(request, slug)

    @extend_schema(
        operation_id="validation_undo", request=None, responses=ValidationNextSerializer
    )
    def undo_last_answer(self, request: Request, slug: str) -> Response:
        """Undo my last answer and return to that question."""
        return self.assignment_response(
            undo_answer(project=self.project, actor=self.actor)
        )

    @extend_schema(
        operation_id="validation_progress", responses=ValidationProgressSerializer
    )
    def read_validation_progress(self, request: Request, slug: str) -> Response:
        """Return my progress."""
        progress = validation_progress(self.project, self.actor)
        return Response(ValidationProgressSerializer(progress).data)
