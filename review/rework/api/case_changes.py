"""Changes to one decided item: edited, dropped, restored, returned for rework."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import validate_input
from review.adjudication.api.adjudication import OrganizerCaseView
from review.adjudication.api.serializers import (
    CaseDetailSerializer,
    CaseEditSerializer,
    ReasonInputSerializer,
)
from review.rework.services.dropped_items import drop_case, restore_case
from review.rework.services.question_rework import QuestionEdit
from review.rework.services.record_edits import edit_record
from review.rework.services.return_for_rework import return_case_for_rework


class CaseChangesView(OrganizerCaseView):
    """Changes of organizers to cases."""

    @extend_schema(
        operation_id="case_edit",
        request=CaseEditSerializer,
        responses=CaseDetailSerializer,
    )
    def edit_record(self, request: Request, slug: str, case_id: int) -> Response:
        """Change a decided record; changed questions are validated again."""
        data = validate_input(CaseEditSerializer, request.data)
        data["questions"] = [QuestionEdit(**question) for question in data["questions"]]
        return self.changed(case_id, edit_record, **data)

    @extend_schema(
        operation_id="case_drop",
        request=ReasonInputSerializer,
        responses=CaseDetailSerializer,
    )
    def drop_case(self, request: Request, slug: str, case_id: int) -> Response:
        """Drop an item from the benchmark."""
        data = validate_input(ReasonInputSerializer, request.data)
        return self.changed(case_id, drop_case, **data)

    @extend_schema(
        operation_id="case_restore",
        request=ReasonInputSerializer,
        responses=CaseDetailSerializer,
    )
    def restore_case(self, request: Request, slug: str, case_id: int) -> Response:
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
