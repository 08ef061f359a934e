"""Answering questions without their key, and changing what did not pass."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from projects.api.base import ProjectView, page_of, validated
from projects.selectors import EVERYONE
from review.api.round_serializers import (
    ReworkInputSerializer,
    ReworkResultSerializer,
    ReworkSerializer,
    ReworkSummarySerializer,
    ValidationAnswerInputSerializer,
    ValidationNextSerializer,
    ValidationProgressSerializer,
)
from review.models import ValidationPlace
from review.selectors.questions import rework_get, rework_list
from review.selectors.validation import place_get, validation_progress
from review.services.rework import QuestionRework, rework_submit
from review.services.validation import (
    validation_answer,
    validation_next,
    validation_undo,
)


class ValidationView(ViewSetMixin, ProjectView):
    roles = EVERYONE

    def shown(self, place: ValidationPlace | None) -> Response:
        progress = validation_progress(self.project, self.actor)
        context = {"slug": self.project.slug, "person": self.person}
        body = {"place": place, "progress": progress}
        return Response(ValidationNextSerializer(body, context=context).data)

    @extend_schema(
        operation_id="validation_next", request=None, responses=ValidationNextSerializer
    )
    def next(self, request: Request, slug: str) -> Response:
        """A question for me, or the one that I am at."""
        return self.shown(validation_next(project=self.project, actor=self.actor))

    @extend_schema(
        operation_id="validation_answer",
        request=ValidationAnswerInputSerializer,
        responses=ValidationProgressSerializer,
    )
    def answer(self, request: Request, slug: str, place_id: int) -> Response:
        """Keep my answer. Sending it again changes nothing."""
        data = validated(ValidationAnswerInputSerializer, request.data)
        place = place_get(self.project, place_id)
        validation_answer(place=place, actor=self.actor, **data)
        return self.progress(request, slug)

    @extend_schema(
        operation_id="validation_undo", request=None, responses=ValidationNextSerializer
    )
    def undo(self, request: Request, slug: str) -> Response:
        """Take my last answer back and be at that question again."""
        return self.shown(validation_undo(project=self.project, actor=self.actor))

    @extend_schema(
        operation_id="validation_progress", responses=ValidationProgressSerializer
    )
    def progress(self, request: Request, slug: str) -> Response:
        """How far I am."""
        progress = validation_progress(self.project, self.actor)
        return Response(ValidationProgressSerializer(progress).data)


class ReworkView(ViewSetMixin, ProjectView):
    roles = EVERYONE

    @extend_schema(
        operation_id="rework_list", responses=page_of(ReworkSummarySerializer)
    )
    def items(self, request: Request, slug: str) -> Response:
        """What came back: an author's own, an organizer's all."""
        return self.paginate(
            rework_list(self.project, self.actor),
            ReworkSummarySerializer,
            ordering="id",
            context={"slug": slug},
        )

    @extend_schema(operation_id="rework_get", responses=ReworkSerializer)
    def item(self, request: Request, slug: str, case_id: int) -> Response:
        """Why an item came back, and the questions that I may change."""
        rework = rework_get(self.project, self.actor, case_id)
        return Response(ReworkSerializer(rework, context={"slug": slug}).data)

    @extend_schema(
        operation_id="rework_submit",
        request=ReworkInputSerializer,
        responses=ReworkResultSerializer,
    )
    def submit(self, request: Request, slug: str, case_id: int) -> Response:
        """Hand changed or dropped questions in."""
        data = validated(ReworkInputSerializer, request.data)
        case = rework_submit(
            case=rework_get(self.project, self.actor, case_id).case,
            actor=self.actor,
            questions=[QuestionRework(**one) for one in data["questions"]],
            note=data["note"],
        )
        return Response(ReworkResultSerializer(case).data)
