"""Rounds: opening and closing them, their checklists, the questions' health."""

from typing import get_args

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from projects.api.base import ProjectView, page_of, validated
from projects.selectors import ORGANIZERS
from review.api.round_serializers import (
    ChecklistInputSerializer,
    ChecklistMarkSerializer,
    QuestionRowSerializer,
    RoundExtendedSerializer,
    RoundSerializer,
    RoundWaiveSerializer,
)
from review.models import Round
from review.selectors.questions import QuestionState, question_list
from review.selectors.rounds import mark_get, mark_list, round_get, round_page
from review.services.checklists import checklist_mark
from review.services.rounds import (
    round_close,
    round_extend,
    round_open,
    round_waive,
)


class RoundView(ViewSetMixin, ProjectView):
    roles = ORGANIZERS

    def shown(self, of: Round) -> Response:
        pages = round_page(self.project)
        page = next(one for one in pages if one.number == of.number)
        return Response(RoundSerializer(page).data)

    @extend_schema(operation_id="round_list", responses=RoundSerializer(many=True))
    def rounds(self, request: Request, slug: str) -> Response:
        """The rounds so far and those to come."""
        return Response(RoundSerializer(round_page(self.project), many=True).data)

    @extend_schema(operation_id="round_open", request=None, responses=RoundSerializer)
    def open(self, request: Request, slug: str) -> Response:
        """Open the next round."""
        return self.shown(round_open(project=self.project, actor=self.actor))

    @extend_schema(operation_id="round_close", request=None, responses=RoundSerializer)
    def close(self, request: Request, slug: str, number: int) -> Response:
        """Close a round with its report; refused with what is missing."""
        of = round_get(self.project, number)
        return self.shown(round_close(of=of, actor=self.actor))

    @extend_schema(
        operation_id="round_extend", request=None, responses=RoundExtendedSerializer
    )
    def extend(self, request: Request, slug: str, number: int) -> Response:
        """Take in the items that were decided since the round was opened."""
        of = round_get(self.project, number)
        items = round_extend(of=of, actor=self.actor)
        return Response(RoundExtendedSerializer({"items": items}).data)

    @extend_schema(
        operation_id="round_waive",
        request=RoundWaiveSerializer,
        responses=RoundSerializer,
    )
    def waive(self, request: Request, slug: str, number: int) -> Response:
        """Let people answer who know an item, where too few are fresh."""
        data = validated(RoundWaiveSerializer, request.data)
        of = round_get(self.project, number)
        return self.shown(round_waive(of=of, actor=self.actor, **data))

    @extend_schema(
        operation_id="checklist_list",
        parameters=[OpenApiParameter("done", bool)],
        responses=page_of(ChecklistMarkSerializer),
    )
    def checklist(self, request: Request, slug: str, number: int) -> Response:
        """The items of a checklist round; those still to be gone through by default."""
        done = request.query_params.get("done") == "true"
        marks = mark_list(round_get(self.project, number), done=done)
        return self.paginate(
            marks, ChecklistMarkSerializer, ordering="id", context={"slug": slug}
        )

    @extend_schema(
        operation_id="checklist_mark",
        request=ChecklistInputSerializer,
        responses=ChecklistMarkSerializer,
    )
    def mark(self, request: Request, slug: str, mark_id: int) -> Response:
        """Say what of the checklist holds of an item."""
        data = validated(ChecklistInputSerializer, request.data)
        mark = mark_get(self.project, mark_id)
        marked = checklist_mark(mark=mark, actor=self.actor, **data)
        return Response(ChecklistMarkSerializer(marked, context={"slug": slug}).data)

    @extend_schema(
        operation_id="question_list",
        parameters=[
            OpenApiParameter("state", str, many=True, enum=get_args(QuestionState))
        ],
        responses=page_of(QuestionRowSerializer),
    )
    def questions(self, request: Request, slug: str) -> Response:
        """Every question and how it has fared."""
        questions = question_list(self.project, request.query_params.getlist("state"))
        return self.paginate(
            questions, QuestionRowSerializer, ordering="id", context={"slug": slug}
        )
