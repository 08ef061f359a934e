"""Adjudication: the queue, a case, and decisions on it."""

from collections.abc import Callable
from typing import Any

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
from review.adjudication.api.serializers import (
    CaseDetailSerializer,
    CaseFinalizeSerializer,
    CaseProposeSerializer,
    CaseSummarySerializer,
    CaseVersionSerializer,
    QueueSerializer,
)
from review.adjudication.domain.case_states import CASE, TO_ADJUDICATE, TO_MERGE
from review.adjudication.models import Case
from review.adjudication.selectors.cases import (
    count_own_undecided_cases,
    get_case,
    get_visible_case,
    list_cases,
    queue_of_cases,
)
from review.adjudication.selectors.details import case_detail
from review.adjudication.services.adjudication import (
    CaseDecision,
    QuestionChoice,
    agree_to_proposal,
    finalize_case,
    propose_record,
    undo_decision,
)

_CASES = page_schema(CaseSummarySerializer)
_STATES = OpenApiParameter("status", str, many=True, enum=list(CASE.states))


class CaseResponseView(ViewSetMixin, ProjectView):
    """Base class of operations that respond with the details of a case."""

    def case_response(self, case: Case) -> Response:
        detail = case_detail(case, self.person)
        return Response(CaseDetailSerializer(detail, context=self.context).data)


class OrganizerCaseView(CaseResponseView, OrganizerView):
    """Base class of operations of organizers on cases."""

    def changed(
        self, case_id: int, change: Callable[..., Case], **data: Any
    ) -> Response:
        case = get_case(self.project, case_id)
        return self.case_response(change(case=case, actor=self.actor, **data))


class CaseView(OrganizerCaseView):
    """Cases for organizers, and their decisions."""

    @extend_schema(operation_id="case_list", parameters=[_STATES], responses=_CASES)
    def list_cases(self, request: Request, slug: str) -> Response:
        """List all cases, newest first."""
        cases = list_cases(self.project, request.query_params.getlist("status"))
        return self.paginate(cases, CaseSummarySerializer)

    @extend_schema(
        operation_id="case_finalize",
        request=CaseFinalizeSerializer,
        responses=CaseDetailSerializer,
    )
    def finalize_case(self, request: Request, slug: str, case_id: int) -> Response:
        """Decide on the final record."""
        data = validate_input(CaseFinalizeSerializer, request.data)
        data["questions"] = [_choice(question) for question in data["questions"]]
        return self.changed(case_id, finalize_case, **data)

    @extend_schema(
        operation_id="case_undo", request=None, responses=CaseDetailSerializer
    )
    def undo_decision(self, request: Request, slug: str, case_id: int) -> Response:
        """Undo a decision that is not part of a round."""
        return self.changed(case_id, undo_decision)


class MyCaseView(CaseResponseView):
    """Cases that the reader may decide, by adjudication or consensus."""

    def get_visible_case(self, case_id: int) -> Case:
        return get_visible_case(self.project, self.person, self.actor.role, case_id)

    @extend_schema(operation_id="case_queue", responses=_CASES)
    def list_queue(self, request: Request, slug: str) -> Response:
        """List the cases that wait for my decision, the most disputed first."""
        return self.paginate(
            queue_of_cases(self.project, self.person, self.actor.role),
            CaseSummarySerializer,
            ordering=("-disputed", "id"),
        )

    @extend_schema(operation_id="case_queue_counts", responses=QueueSerializer)
    def count_cases(self, request: Request, slug: str) -> Response:
        """Count the cases that wait for my decision."""
        queue = queue_of_cases(self.project, self.person, self.actor.role)
        body = {
            "to_adjudicate": queue.filter(status=TO_ADJUDICATE).count(),
            "to_merge": queue.filter(status=TO_MERGE).count(),
            "own": count_own_undecided_cases(self.project, self.person),
        }
        return Response(QueueSerializer(body).data)

    @extend_schema(operation_id="case_get", responses=CaseDetailSerializer)
    def read_case(self, request: Request, slug: str, case_id: int) -> Response:
        """Return all records side by side, and the final record if there is one."""
        return self.case_response(self.get_visible_case(case_id))

    @extend_schema(
        operation_id="case_propose",
        request=CaseProposeSerializer,
        responses=CaseDetailSerializer,
    )
    def propose_record(self, request: Request, slug: str, case_id: int) -> Response:
        """Propose a record, or to discard the item, to its other annotators."""
        data = validate_input(CaseProposeSerializer, request.data)
        record, reasons = data.pop("record"), data.pop("reasons")
        questions = [_choice(question) for question in data.pop("questions")]
        decision = CaseDecision(record=record, questions=questions, reasons=reasons)
        case = propose_record(
            case=self.get_visible_case(case_id),
            actor=self.actor,
            decision=None if record is None else decision,
            **data,
        )
        return self.case_response(case)

    @extend_schema(
        operation_id="case_agree",
        request=CaseVersionSerializer,
        responses=CaseDetailSerializer,
    )
    def agree_to_proposal(self, request: Request, slug: str, case_id: int) -> Response:
        """Agree to the proposal; once all annotators have, it becomes final."""
        data = validate_input(CaseVersionSerializer, request.data)
        case = self.get_visible_case(case_id)
        return self.case_response(
            agree_to_proposal(case=case, actor=self.actor, **data)
        )


def _choice(data: dict[str, Any]) -> QuestionChoice:
    sources = [(source["annotation"], source["question"]) for source in data["sources"]]
    return QuestionChoice(sources=sources, content=data["content"])
