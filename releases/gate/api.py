"""Endpoints of the release checks."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import OrganizerView, validate_input
from projects.history.api.serializers import JobSerializer
from releases.gate.selectors.stored_checks import CheckedGate, checked_gate
from releases.gate.services import queue_gate_check
from releases.records.api.serializers import (
    GateMessageSerializer,
    ItemPictureSerializer,
)
from releases.records.selectors.releases import item_number_by_image

_LEVELS = ["block", "warn", "ok"]


class GateLineSerializer(serializers.Serializer[Any]):
    """One release check.

    ``pictures``: ids of the images to display, which are the named images or the first
    image of each named item.
    """

    id = serializers.CharField()
    level = serializers.ChoiceField(choices=_LEVELS)
    count = serializers.IntegerField()
    message = GateMessageSerializer()
    cases = serializers.ListField(child=serializers.IntegerField())
    images = serializers.ListField(child=serializers.IntegerField())
    overridable = serializers.BooleanField()
    pictures = ItemPictureSerializer(many=True)


class GateSplitSerializer(serializers.Serializer[Any]):
    split = serializers.CharField()
    questions = serializers.IntegerField()
    private = serializers.BooleanField()
    may_be_private = serializers.BooleanField()


class ReleaseGateSerializer(serializers.Serializer[Any]):
    """The last release checks of a version, and what the release would contain.

    ``checked_at`` is null before the first check. ``is_current`` is false as soon as
    anything has changed since. Creating a release runs the checks again.
    """

    version = serializers.CharField()
    suggested = serializers.CharField()
    seed = serializers.IntegerField()
    items = serializers.IntegerField()
    questions = serializers.IntegerField()
    splits = GateSplitSerializer(many=True)
    lines = GateLineSerializer(many=True)
    open = serializers.BooleanField()
    unchanged = serializers.BooleanField()
    checked_at = serializers.DateTimeField(allow_null=True)
    is_current = serializers.BooleanField()
    job = JobSerializer(allow_null=True)


class GateQuerySerializer(serializers.Serializer[dict[str, object]]):
    version = serializers.CharField(max_length=32, allow_blank=True, default="")


def serialize_gate(gate: CheckedGate, context: dict[str, Any]) -> dict[str, Any]:
    """Serialize release checks, each image with the number of its item."""
    numbers = item_number_by_image(
        image for line in gate.lines for image in line.pictures
    )
    serializer = ReleaseGateSerializer(
        gate, context={**context, "item_numbers": numbers}
    )
    return serializer.data


class ReleaseGateView(OrganizerView):
    """Read the last release checks of a version (default: the suggested version)."""

    @extend_schema(
        operation_id="release_gate",
        parameters=[
            OpenApiParameter("version", str, description="Version, for example 1.0.0")
        ],
        responses=ReleaseGateSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        query = validate_input(GateQuerySerializer, request.query_params)
        gate = checked_gate(self.project, query["version"])
        return Response(serialize_gate(gate, self.context))


class ReleaseGateCheckView(OrganizerView):
    """Queue a job that repeats the release checks for the next version."""

    @extend_schema(
        operation_id="release_gate_check",
        request=None,
        responses={202: ReleaseGateSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        queue_gate_check(project=self.project, actor=self.actor)
        gate = checked_gate(self.project)
        return Response(
            serialize_gate(gate, self.context), status=status.HTTP_202_ACCEPTED
        )
