"""Before a run: testing its server, estimating its time and tokens."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.selectors.estimates import RunEstimate, estimate_run
from evaluation.services.connections import run_connection_test
from projects.api.base import OrganizerView, validate_input
from projects.api.shapes import serializer_of
from releases.selectors.records import get_built_release

RunEstimateSerializer = serializer_of(RunEstimate)


class ConnectionTestInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(max_length=32)
    endpoint = serializers.CharField(max_length=64, allow_blank=True)
    model = serializers.CharField(max_length=200, allow_blank=True)
    setting = serializers.CharField(max_length=64)


class ConnectionTestSerializer(serializers.Serializer[Any]):
    """What the server answered; ``problem`` says what did not work."""

    models = serializers.ListField(
        child=serializers.CharField(), source="result.models"
    )
    answer = serializers.CharField(source="result.answer", allow_blank=True)
    seconds = serializers.FloatField(source="result.seconds", allow_null=True)
    problem = serializers.CharField(source="result.problem", allow_blank=True)
    key_variable = serializers.CharField()
    has_key = serializers.BooleanField()


class ConnectionTestView(OrganizerView):
    """Test the connection to a model server."""

    @extend_schema(
        operation_id="connection_test",
        request=ConnectionTestInputSerializer,
        responses=ConnectionTestSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        """List the server's models and have the named one answer one question."""
        data = validate_input(ConnectionTestInputSerializer, request.data)
        release = get_built_release(self.project, data.pop("version"))
        test = run_connection_test(release=release, **data)
        return Response(ConnectionTestSerializer(test).data)


class RunEstimateView(OrganizerView):
    """Estimate the time and tokens of a run from earlier runs."""

    @extend_schema(
        operation_id="run_estimate",
        parameters=[
            OpenApiParameter("model", str),
            OpenApiParameter("splits", str, many=True),
        ],
        responses=RunEstimateSerializer,
    )
    def get(self, request: Request, slug: str, version: str) -> Response:
        estimate = estimate_run(
            get_built_release(self.project, version),
            model=request.query_params.get("model", ""),
            splits=request.query_params.getlist("splits"),
        )
        return Response(RunEstimateSerializer(estimate).data)
