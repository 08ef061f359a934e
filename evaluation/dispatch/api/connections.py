"""Before a run: testing its server, estimating its time and tokens."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import (
    OpenApiParameter,
    extend_schema,
    extend_schema_field,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.api.fields import TranslatedField
from core.domain.texts import read_text
from core.models import Job, JobStatus
from core.translation import translate
from evaluation.dispatch.selectors.estimates import RunEstimate, estimate_run
from evaluation.dispatch.services.connections import (
    get_connection_test,
    request_connection_test,
)
from evaluation.runs.api.parameters import RequestParametersSerializer
from projects.access.api.base import OrganizerView, validate_input
from projects.access.api.shapes import serializer_of
from releases.records.selectors.releases import get_built_release

RunEstimateSerializer = serializer_of(RunEstimate)


class ConnectionTestInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(max_length=32)
    endpoint = serializers.CharField(max_length=64, allow_blank=True)
    model = serializers.CharField(max_length=200, allow_blank=True)
    setting = serializers.CharField(max_length=64)
    parameters = RequestParametersSerializer(required=False)


class ConnectionTestResultSerializer(serializers.Serializer[Any]):
    """What the server answered; ``problem`` says what did not work."""

    models = serializers.ListField(child=serializers.CharField())
    answer = serializers.CharField(allow_blank=True)
    seconds = serializers.FloatField(allow_null=True)
    problem = serializers.SerializerMethodField()
    key_variable = serializers.CharField()
    has_key = serializers.BooleanField()

    def get_problem(self, result: Mapping[str, str]) -> str:
        return translate(read_text(result["problem"]))


class ConnectionTestSerializer(serializers.ModelSerializer[Job]):
    """A connection test; ``result`` is null until it is finished."""

    error = TranslatedField(read_only=True)
    result = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = ["id", "status", "error", "result"]

    @extend_schema_field(ConnectionTestResultSerializer(allow_null=True))
    def get_result(self, job: Job) -> Mapping[str, Any] | None:
        if job.status != JobStatus.FINISHED:
            return None
        result: Mapping[str, Any] = ConnectionTestResultSerializer(job.result).data
        return result


class ConnectionTestView(ViewSetMixin, OrganizerView):
    """Tests of the connection to a model server, each a job of the general worker."""

    @extend_schema(
        operation_id="connection_test_begin",
        request=ConnectionTestInputSerializer,
        responses={202: ConnectionTestSerializer},
    )
    def begin_connection_test(self, request: Request, slug: str) -> Response:
        """Start a test that lists the server's models and has one answer a question."""
        data = validate_input(ConnectionTestInputSerializer, request.data)
        release = get_built_release(self.project, data.pop("version"))
        job = request_connection_test(release=release, actor=self.actor, **data)
        return Response(ConnectionTestSerializer(job).data, status=202)

    @extend_schema(
        operation_id="connection_test", responses={200: ConnectionTestSerializer}
    )
    def read_connection_test(
        self, request: Request, slug: str, job_id: int
    ) -> Response:
        """Read the state of a test and, once it is finished, what the server answered."""
        job = get_connection_test(self.project, job_id)
        return Response(ConnectionTestSerializer(job).data)


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
