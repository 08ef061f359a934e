"""Careless work: looking at what would follow, then voiding it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from projects.api.base import ProjectView, validated
from projects.selectors import ORGANIZERS
from review.api.serializers import CaseSummarySerializer
from review.selectors.voiding import void_preview
from review.services.voiding import work_unvoid, work_void


class VoidPreviewSerializer(serializers.Serializer[Any]):
    """What would follow. ``decided`` is touched only where it is confirmed."""

    name = serializers.CharField(source="person.shown_name")
    handed_in = serializers.IntegerField()
    voided = serializers.IntegerField()
    undecided = serializers.IntegerField()
    decided = CaseSummarySerializer(many=True)


class VoidInputSerializer(serializers.Serializer[Any]):
    """``confirmed`` are cases whose decision is taken back."""

    reason = serializers.CharField(allow_blank=True, max_length=4000)
    confirmed = serializers.ListField(child=serializers.IntegerField(), default=list)


class VoidedSerializer(serializers.Serializer[Any]):
    """In items; ``kept`` were decided and not confirmed, or changed meanwhile."""

    voided = serializers.ListField(child=serializers.IntegerField())
    taken_back = serializers.ListField(child=serializers.IntegerField())
    kept = serializers.ListField(child=serializers.IntegerField())


class UnvoidedSerializer(serializers.Serializer[Any]):
    """The items at which the work counts again."""

    restored = serializers.ListField(child=serializers.IntegerField())


class WorkUnvoidApi(ProjectView):
    """Voided work counts again, where nobody has taken over in the meantime."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="work_unvoid", request=None, responses=UnvoidedSerializer
    )
    def post(self, request: Request, slug: str, person_id: int) -> Response:
        restored = work_unvoid(
            project=self.project, person_id=person_id, actor=self.actor
        )
        return Response(UnvoidedSerializer({"restored": restored}).data)


class WorkVoidApi(ProjectView):
    """A person's annotations do not count any more; others are asked instead."""

    roles = ORGANIZERS

    @extend_schema(operation_id="work_void_preview", responses=VoidPreviewSerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        found = void_preview(self.project, person_id)
        return Response(VoidPreviewSerializer(found, context={"slug": slug}).data)

    @extend_schema(
        operation_id="work_void",
        request=VoidInputSerializer,
        responses=VoidedSerializer,
    )
    def post(self, request: Request, slug: str, person_id: int) -> Response:
        data = validated(VoidInputSerializer, request.data)
        done = work_void(
            project=self.project,
            person_id=person_id,
            actor=self.actor,
            reason=data["reason"],
            confirmed=frozenset(data["confirmed"]),
        )
        return Response(VoidedSerializer(done).data)
