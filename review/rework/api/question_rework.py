"""Items in rework, for their authors and for organizers."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from projects.access.api.base import ProjectView, page_schema, validate_input
from review.rework.api.serializers import (
    ReworkInputSerializer,
    ReworkResultSerializer,
    ReworkSerializer,
    ReworkSummarySerializer,
)
from review.rework.selectors import get_rework, list_rework, return_reasons
from review.rework.services.question_rework import QuestionRework, submit_rework


class ReworkView(ViewSetMixin, ProjectView):
    @extend_schema(
        operation_id="rework_list", responses=page_schema(ReworkSummarySerializer)
    )
    def list_rework(self, request: Request, slug: str) -> Response:
        """List the items in rework: an author's own, or all for organizers."""
        return self.paginate(
            list_rework(self.project, self.actor),
            ReworkSummarySerializer,
            ordering="id",
            context=lambda cases: {
                "return_reasons": return_reasons(self.project, self.actor, cases)
            },
        )

    @extend_schema(operation_id="rework_get", responses=ReworkSerializer)
    def read_rework(self, request: Request, slug: str, case_id: int) -> Response:
        """Return why an item came back, and the questions that I may change."""
        rework = get_rework(self.project, self.actor, case_id)
        return Response(ReworkSerializer(rework, context=self.context).data)

    @extend_schema(
        operation_id="rework_submit",
        request=ReworkInputSerializer,
        responses=ReworkResultSerializer,
    )
    def submit_rework(self, request: Request, slug: str, case_id: int) -> Response:
        """Submit changed or dropped questions."""
        data = validate_input(ReworkInputSerializer, request.data)
        case = submit_rework(
            case=get_rework(self.project, self.actor, case_id).case,
            actor=self.actor,
            questions=[QuestionRework(**question) for question in data["questions"]],
            note=data["note"],
        )
        return Response(ReworkResultSerializer(case).data)
