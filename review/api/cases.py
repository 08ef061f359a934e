"""Adjudication: the queue, one case, and what is decided on it."""

from collections.abc import Collection
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from projects.api.base import ProjectView, page_of, validated
from projects.selectors import EVERYONE, ORGANIZERS
from review.api.serializers import (
    CASE_STATES,
    CaseDetailSerializer,
    CaseEditSerializer,
    CaseFinalizeSerializer,
    CaseProposeSerializer,
    CaseReasonSerializer,
    CaseSummarySerializer,
    CaseVersionSerializer,
    QueueSerializer,
)
from review.domain.states import TO_ADJUDICATE, TO_MERGE
from review.models import Case
from review.selectors.cases import (
    case_get,
    case_list,
    case_page,
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


class _CaseView(ProjectView):
    roles: ClassVar[Collection[str]] = ORGANIZERS

    def seen(self, case_id: int) -> Case:
        return case_seen(self.project, self.person, self.actor.role, case_id)

    def shown(self, case: Case) -> Response:
        page = case_page(case, self.person)
        context = {"slug": self.project.slug, "page": page}
        return Response(CaseDetailSerializer(case, context=context).data)


class CaseListApi(ProjectView):
    """All cases, newest first."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="case_list",
        parameters=[
            OpenApiParameter(
                "status", str, many=True, enum=[state for state, _ in CASE_STATES]
            )
        ],
        responses=_CASES,
    )
    def get(self, request: Request, slug: str) -> Response:
        cases = case_list(self.project, request.query_params.getlist("status"))
        return self.paginate(cases, CaseSummarySerializer, context={"slug": slug})


class CaseQueueApi(ProjectView):
    """What waits for my decision, what has the most disputes first."""

    @extend_schema(operation_id="case_queue", responses=_CASES)
    def get(self, request: Request, slug: str) -> Response:
        return self.paginate(
            case_queue(self.project, self.person, self.actor.role),
            CaseSummarySerializer,
            ordering=("-disputed", "id"),
            context={"slug": slug},
        )


class CaseQueueCountsApi(ProjectView):
    """How much waits for my decision."""

    @extend_schema(operation_id="case_queue_counts", responses=QueueSerializer)
    def get(self, request: Request, slug: str) -> Response:
        queue = case_queue(self.project, self.person, self.actor.role)
        body = {
            "to_adjudicate": queue.filter(status=TO_ADJUDICATE).count(),
            "to_merge": queue.filter(status=TO_MERGE).count(),
            "own": own_undecided(self.project, self.person),
        }
        return Response(QueueSerializer(body).data)


class CaseDetailApi(_CaseView):
    """Everybody's answers side by side, and the final record when there is one."""

    roles = EVERYONE

    @extend_schema(operation_id="case_get", responses=CaseDetailSerializer)
    def get(self, request: Request, slug: str, case_id: int) -> Response:
        return self.shown(self.seen(case_id))


class CaseFinalizeApi(_CaseView):
    """Decide on the final record."""

    @extend_schema(
        operation_id="case_finalize",
        request=CaseFinalizeSerializer,
        responses=CaseDetailSerializer,
    )
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        data = validated(CaseFinalizeSerializer, request.data)
        questions = [_choice(question) for question in data.pop("questions")]
        case = case_finalize(
            case=case_get(self.project, case_id),
            actor=self.actor,
            questions=questions,
            **data,
        )
        return self.shown(case)


class CaseProposeApi(_CaseView):
    """Propose a record to those who annotated the item too, or to leave it out."""

    roles = EVERYONE

    @extend_schema(
        operation_id="case_propose",
        request=CaseProposeSerializer,
        responses=CaseDetailSerializer,
    )
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        data = validated(CaseProposeSerializer, request.data)
        decision = None
        if data["record"] is not None:
            decision = Decision(
                record=data["record"],
                questions=[_choice(question) for question in data["questions"]],
                reasons=data["reasons"],
            )
        case = case_propose(
            case=self.seen(case_id),
            actor=self.actor,
            version=data["version"],
            decision=decision,
            discard=data["discard"],
        )
        return self.shown(case)


class CaseAgreeApi(_CaseView):
    """Agree to what was proposed; when everybody has, it is so."""

    roles = EVERYONE

    @extend_schema(
        operation_id="case_agree",
        request=CaseVersionSerializer,
        responses=CaseDetailSerializer,
    )
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        data = validated(CaseVersionSerializer, request.data)
        case = self.seen(case_id)
        return self.shown(case_agree(case=case, actor=self.actor, **data))


def _choice(data: dict[str, Any]) -> QuestionChoice:
    sources = [(one["annotation"], one["question"]) for one in data["sources"]]
    return QuestionChoice(sources=sources, content=data["content"])


class CaseUndoApi(_CaseView):
    """Take a decision back that no round has taken in."""

    @extend_schema(
        operation_id="case_undo", request=None, responses=CaseDetailSerializer
    )
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        case = case_get(self.project, case_id)
        return self.shown(case_undo(case=case, actor=self.actor))


class CaseEditApi(_CaseView):
    """Change a decided record; questions that read otherwise are validated anew."""

    @extend_schema(
        operation_id="case_edit",
        request=CaseEditSerializer,
        responses=CaseDetailSerializer,
    )
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        data = validated(CaseEditSerializer, request.data)
        questions = [QuestionEdit(**one) for one in data.pop("questions")]
        case = case_get(self.project, case_id)
        return self.shown(
            case_edit(case=case, actor=self.actor, questions=questions, **data)
        )


class CaseDropApi(_CaseView):
    """Leave an item out of the benchmark."""

    @extend_schema(
        operation_id="case_drop",
        request=CaseReasonSerializer,
        responses=CaseDetailSerializer,
    )
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        data = validated(CaseReasonSerializer, request.data)
        case = case_get(self.project, case_id)
        return self.shown(case_drop(case=case, actor=self.actor, **data))


class CaseRestoreApi(_CaseView):
    """Take a dropped item into the benchmark again."""

    @extend_schema(
        operation_id="case_restore",
        request=CaseReasonSerializer,
        responses=CaseDetailSerializer,
    )
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        data = validated(CaseReasonSerializer, request.data)
        case = case_get(self.project, case_id)
        return self.shown(case_restore(case=case, actor=self.actor, **data))


class CaseSendToReworkApi(_CaseView):
    """Send a decided item back."""

    @extend_schema(
        operation_id="case_send_to_rework",
        request=CaseReasonSerializer,
        responses=CaseDetailSerializer,
    )
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        data = validated(CaseReasonSerializer, request.data)
        case = case_get(self.project, case_id)
        return self.shown(case_send_to_rework(case=case, actor=self.actor, **data))
