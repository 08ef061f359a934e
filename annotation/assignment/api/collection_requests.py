"""Collection requests, for organizers and for the annotators asked."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.assignment.domain import COLLECTION_REQUEST
from annotation.assignment.selectors.collection_requests import (
    get_collection_request,
    list_collection_requests,
    list_open_requests_to_person,
)
from annotation.assignment.services.collection_requests import (
    close_request,
    open_request,
)
from projects.access.api.base import OrganizerView, ProjectView, validate_input
from projects.person_names.api import PersonNameField
from projects.roles import ANNOTATORS

COLLECTION_REQUEST_STATES = [(state, state) for state in COLLECTION_REQUEST.states]


class RequestProgressSerializer(serializers.Serializer[Any]):
    """One person's progress; ``done`` is at most ``each``."""

    person = serializers.IntegerField(source="person.pk")
    name = PersonNameField(source="person")
    done = serializers.IntegerField()


class MyCollectionRequestSerializer(serializers.Serializer[Any]):
    """A collection request with one person's progress."""

    id = serializers.IntegerField(source="call.pk")
    field = serializers.CharField(source="call.field")
    choice = serializers.CharField(source="call.choice")
    note = serializers.CharField(source="call.note")
    wanted = serializers.IntegerField(source="items_requested")
    done = serializers.IntegerField()


class CollectionRequestSerializer(MyCollectionRequestSerializer):
    """``each`` counts items per person; ``wanted`` and ``done`` count those of all."""

    status = serializers.ChoiceField(
        choices=COLLECTION_REQUEST_STATES, source="call.status"
    )
    each = serializers.IntegerField(source="call.wanted")
    asked = RequestProgressSerializer(many=True)
    created_at = serializers.DateTimeField(source="call.created_at")


class CollectionRequestInputSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(max_length=64)
    choice = serializers.CharField(max_length=64)
    people = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=500
    )
    wanted = serializers.IntegerField(source="items_each", min_value=1, max_value=1000)
    note = serializers.CharField(allow_blank=True, default="", max_length=2000)


class CollectionRequestView(ViewSetMixin, OrganizerView):
    """Collection requests of a project."""

    @extend_schema(
        operation_id="call_list", responses=CollectionRequestSerializer(many=True)
    )
    def list_requests(self, request: Request, slug: str) -> Response:
        """List the collection requests, the latest first."""
        return self._respond()

    @extend_schema(
        operation_id="call_open",
        request=CollectionRequestInputSerializer,
        responses={201: CollectionRequestSerializer(many=True)},
    )
    def open_request(self, request: Request, slug: str) -> Response:
        """Open a collection request."""
        data = validate_input(CollectionRequestInputSerializer, request.data)
        open_request(project=self.project, actor=self.actor, **data)
        return self._respond(201)

    @extend_schema(
        operation_id="call_close",
        request=None,
        responses=CollectionRequestSerializer(many=True),
    )
    def close_request(self, request: Request, slug: str, call_id: int) -> Response:
        """Close a collection request."""
        close_request(
            call=get_collection_request(self.project, call_id), actor=self.actor
        )
        return self._respond()

    def _respond(self, status: int = 200) -> Response:
        body = CollectionRequestSerializer(
            list_collection_requests(self.project), many=True, context=self.context
        ).data
        return Response(body, status=status)


class MyCollectionRequestListView(ProjectView):
    """List the open requests to the annotator, with their progress."""

    roles = ANNOTATORS

    @extend_schema(
        operation_id="my_call_list", responses=MyCollectionRequestSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        calls = list_open_requests_to_person(self.project, self.person)
        return Response(MyCollectionRequestSerializer(calls, many=True).data)
