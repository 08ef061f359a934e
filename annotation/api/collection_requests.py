"""Collection requests, for organizers and for the annotators asked."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.domain.states import CALL
from annotation.selectors import ANNOTATORS
from annotation.selectors.collection_requests import calls_of, get_request, my_calls
from annotation.services.collection_requests import close_request, open_request
from projects.api.base import ProjectView, validated
from projects.selectors import ORGANIZERS

CALL_STATES = [(state, state) for state in CALL.states]


class AskedSerializer(serializers.Serializer[Any]):
    """One person's progress; ``done`` is at most ``each``."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.shown_name")
    done = serializers.IntegerField()


class CallSerializer(serializers.Serializer[Any]):
    """``each`` counts items per person; ``wanted`` and ``done`` count those of all."""

    id = serializers.IntegerField(source="call.pk")
    status = serializers.ChoiceField(choices=CALL_STATES, source="call.status")
    field = serializers.CharField(source="call.field")
    choice = serializers.CharField(source="call.choice")
    note = serializers.CharField(source="call.note")
    each = serializers.IntegerField(source="call.wanted")
    wanted = serializers.IntegerField()
    done = serializers.IntegerField()
    asked = AskedSerializer(many=True)
    created_at = serializers.DateTimeField(source="call.created_at")


class MyCallSerializer(serializers.Serializer[Any]):
    """A collection request with one person's progress."""

    id = serializers.IntegerField(source="call.pk")
    field = serializers.CharField(source="call.field")
    choice = serializers.CharField(source="call.choice")
    note = serializers.CharField(source="call.note")
    wanted = serializers.IntegerField()
    done = serializers.IntegerField()


class CallInputSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(max_length=64)
    choice = serializers.CharField(max_length=64)
    people = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=500
    )
    wanted = serializers.IntegerField(min_value=1, max_value=1000)
    note = serializers.CharField(allow_blank=True, default="", max_length=2000)


class CallListView(ProjectView):
    """List the collection requests, the latest first, or open one."""

    roles = ORGANIZERS

    @extend_schema(operation_id="call_list", responses=CallSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(CallSerializer(calls_of(self.project), many=True).data)

    @extend_schema(
        operation_id="call_open",
        request=CallInputSerializer,
        responses={201: CallSerializer(many=True)},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(CallInputSerializer, request.data)
        open_request(project=self.project, actor=self.actor, **data)
        body = CallSerializer(calls_of(self.project), many=True).data
        return Response(body, status=201)


class CallCloseView(ProjectView):
    """Close a collection request."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="call_close", request=None, responses=CallSerializer(many=True)
    )
    def post(self, request: Request, slug: str, call_id: int) -> Response:
        close_request(call=get_request(self.project, call_id), actor=self.actor)
        return Response(CallSerializer(calls_of(self.project), many=True).data)


class MyCallListView(ProjectView):
    """List the open requests to the annotator, with their progress."""

    roles = ANNOTATORS

    @extend_schema(operation_id="my_call_list", responses=MyCallSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        calls = my_calls(self.project, self.person)
        return Response(MyCallSerializer(calls, many=True).data)
