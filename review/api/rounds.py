"""Rounds: opening and closing them, their checklists, the questions' health."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

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
from review.selectors.questions import QUESTION_STATES, question_list
from review.selectors.rounds import mark_get, mark_list, round_get, round_page
from review.services.checklists import checklist_mark
from review.services.rounds import (
    round_close,
    round_extend,
    round_open,
    round_waive,
)


class _RoundView(ProjectView):
    roles = ORGANIZERS

    def shown(self, of: Round) -> Response:
        page = next(
            one for one in round_page(self.project) if one.step.number == of.number
        )
        return Response(RoundSerializer(page).data)


class RoundListApi(ProjectView):
    """The rounds so far and those to come."""

    roles = ORGANIZERS

    @extend_schema(operation_id="round_list", responses=RoundSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(RoundSerializer(round_page(self.project), many=True).data)


class RoundOpenApi(_RoundView):
    """Open the next round."""

    @extend_schema(operation_id="round_open", request=None, responses=RoundSerializer)
    def post(self, request: Request, slug: str) -> Response:
        return self.shown(round_open(project=self.project, actor=self.actor))


class RoundCloseApi(_RoundView):
    """Close a round with its report; refused with what is missing."""

    @extend_schema(operation_id="round_close", request=None, responses=RoundSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        of = round_get(self.project, number)
        return self.shown(round_close(of=of, actor=self.actor))


class RoundExtendApi(ProjectView):
    """Take in the items that were decided since the round was opened."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="round_extend", request=None, responses=RoundExtendedSerializer
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        of = round_get(self.project, number)
        items = round_extend(of=of, actor=self.actor)
        return Response(RoundExtendedSerializer({"items": items}).data)


class RoundWaiveApi(_RoundView):
    """Let people answer who know an item, where too few are fresh."""

    @extend_schema(
        operation_id="round_waive",
        request=RoundWaiveSerializer,
        responses=RoundSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        data = validated(RoundWaiveSerializer, request.data)
        of = round_get(self.project, number)
        return self.shown(round_waive(of=of, actor=self.actor, **data))


class ChecklistListApi(ProjectView):
    """The items of a checklist round; those still to be gone through by default."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="checklist_list",
        parameters=[OpenApiParameter("done", bool)],
        responses=page_of(ChecklistMarkSerializer),
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        done = request.query_params.get("done") == "true"
        marks = mark_list(round_get(self.project, number), done=done)
        return self.paginate(
            marks, ChecklistMarkSerializer, ordering="id", context={"slug": slug}
        )


class ChecklistMarkApi(ProjectView):
    """Say what of the checklist holds of an item."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="checklist_mark",
        request=ChecklistInputSerializer,
        responses=ChecklistMarkSerializer,
    )
    def post(self, request: Request, slug: str, mark_id: int) -> Response:
        data = validated(ChecklistInputSerializer, request.data)
        mark = mark_get(self.project, mark_id)
        marked = checklist_mark(mark=mark, actor=self.actor, **data)
        return Response(ChecklistMarkSerializer(marked, context={"slug": slug}).data)


class QuestionListApi(ProjectView):
    """Every question and how it has fared."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="question_list",
        parameters=[OpenApiParameter("state", str, many=True, enum=QUESTION_STATES)],
        responses=page_of(QuestionRowSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        questions = question_list(self.project, request.query_params.getlist("state"))
        return self.paginate(
            questions, QuestionRowSerializer, ordering="id", context={"slug": slug}
        )
