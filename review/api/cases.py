"""Adjudication: the queue, one case, and what is decided on it."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from projects.api.base import ProjectView, page_of, validated
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
)
from review.domain.states import CASE, TO_ADJUDICATE, TO_MERGE
from review.models import Case
from review.selectors.cases import (
    case_detail,
    case_get,
    case_list,
    case_queue,
    case_seen,
    own_undecided,
)
from review.services.cases import case_drop, case_send_to_rework
from review.services.deciding import (
    Decision,
    QuestionChoice,
    case_finalize,
    case_undo,
)
from review.services.editing import QuestionEdit, case_edit, case_restore
from review.services.together import case_agree, case_propose

_CASES = page_of(CaseSummarySerializer)
_STATES = OpenApiParameter("status", str, many=True, enum=list(CASE.states))


class _CaseView(ViewSetMixin, ProjectView):
    def shown(self, case: Case) -> Response:
        detail = case_detail(case, self.person)
        context = {"slug": self.project.slug}
        return Response(CaseDetailSerializer(detail, context=context).data)


class CaseView(_CaseView):
    """What organizers do with cases."""

    roles = ORGANIZERS

    def changed(
        self, case_id: int, change: Callable[..., Case], **data: Any
    ) -> Response:
        case = case_get(self.project, case_id)
        return self.shown(change(case=case, actor=self.actor, **data))

    @extend_schema(operation_id="case_list", parameters=[_STATES], responses=_CASES)
    def cases(self, request: Request, slug: str) -> Response:
        """All cases, newest first."""
        cases = case_list(self.project, request.query_params.getlist("status"))
        return self.paginate(cases, CaseSummarySerializer, context={"slug": slug})

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
        return self.changed(case_id, case_undo)

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
        return self.changed(case_id, case_drop, **data)

    @extend_schema(
        operation_id="case_restore",
        request=CaseReasonSerializer,
        responses=CaseDetailSerializer,
    )
    def restore(self, request: Request, slug: str, case_id: int) -> Response:
        """Take a dropped item into the benchmark again."""
        data = validated(CaseReasonSerializer, request.data)
        return self.changed(case_id, case_restore, **data)

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
            case_queue(self.project, self.person, self.actor.role),
            CaseSummarySerializer,
            ordering=("-disputed", "id"),
            context={"slug": slug},
        )

    @extend_schema(operation_id="case_queue_counts", responses=QueueSerializer)
    def counts(self, request: Request, slug: str) -> Response:
        """How much waits for my decision."""
        queue = case_queue(self.project, self.person, self.actor.role)
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
        case = case_propose(
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
        return self.shown(case_agree(case=case, actor=self.actor, **data))


def _choice(data: dict[str, Any]) -> QuestionChoice:
    sources = [(one["annotation"], one["question"]) for one in data["sources"]]
    return QuestionChoice(sources=sources, content=data["content"])
