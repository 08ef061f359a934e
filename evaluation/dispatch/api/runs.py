"""API of runs."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from evaluation.dispatch.domain import Endpoint
from evaluation.dispatch.selectors.endpoints import list_project_endpoints
from evaluation.dispatch.services.retries import retry_errors
from evaluation.dispatch.services.runs import (
    cancel_run,
    create_runs,
    dismiss_run,
    retry_run,
)
from evaluation.runs.api.parameters import RequestParametersSerializer
from evaluation.runs.api.run_context import run_context
from evaluation.runs.api.run_serializers import RunDetailSerializer, RunSerializer
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.runs import Backend, Run
from evaluation.runs.selectors.runs import get_run, list_runs
from evaluation.runs.services.chosen_runs import choose_run, set_footnote, unchoose_run
from evaluation.runs.states import DISMISSED
from projects.access.api.base import OrganizerView, page_schema, validate_input
from projects.access.api.shapes import serializer_of
from releases.records.selectors.releases import get_release
from subtext_runner.parameters import NO_PARAMETERS

EndpointSerializer = serializer_of(
    Endpoint,
    names=("name", "key_variable"),
    key_variable=serializers.CharField(
        help_text="Environment variable of evaluation workers that holds the key."
    ),
)


class RunInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField()
    model = serializers.CharField(max_length=200)
    backend = serializers.ChoiceField(choices=Backend.choices)
    endpoint = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=64,
        help_text="Empty: the server that the evaluation worker knows.",
    )
    revision = serializers.CharField(allow_blank=True, default="", max_length=200)
    prompt_price = serializers.FloatField(
        min_value=0,
        allow_null=True,
        default=None,
        help_text="US dollars per million tokens.",
    )
    completion_price = serializers.FloatField(
        min_value=0, allow_null=True, default=None
    )
    settings = serializers.ListField(child=serializers.CharField(), min_length=1)
    splits = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Default: the main split.",
    )
    judges = serializers.IntegerField(
        allow_null=True,
        default=None,
        help_text="Run whose responses a judge model rates.",
    )
    seed = serializers.IntegerField(min_value=0, default=0)
    parameters = RequestParametersSerializer(required=False)


class FootnoteSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(allow_blank=True, max_length=300)


class EndpointListView(OrganizerView):
    """Model endpoints that runs of this project may use."""

    @extend_schema(
        operation_id="endpoint_list", responses=EndpointSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        endpoints = list_project_endpoints(self.project)
        return Response(EndpointSerializer(endpoints, many=True).data)


class RunView(ViewSetMixin, OrganizerView):
    """Runs of a project."""

    @extend_schema(
        operation_id="run_list",
        parameters=[OpenApiParameter("version", OpenApiTypes.STR)],
        responses=page_schema(RunSerializer),
    )
    def list_runs(self, request: Request, slug: str) -> Response:
        """List the runs that nobody dismissed, the latest first."""
        version = request.query_params.get("version", "")
        runs = list_runs(self.project, version=version).exclude(status=DISMISSED)
        return self.paginate(runs, RunSerializer, context=run_context)

    @extend_schema(
        operation_id="run_create",
        request=RunInputSerializer,
        responses={201: RunSerializer(many=True)},
    )
    def create_run(self, request: Request, slug: str) -> Response:
        """Create one run per setting, or as many as it is repeated; all or none."""
        data = validate_input(RunInputSerializer, request.data)
        release = get_release(self.project, data["version"])
        judges = get_run(self.project, data["judges"]) if data["judges"] else None
        model = ServedModel(
            name=data["model"],
            backend=data["backend"],
            endpoint=data["endpoint"],
            revision=data["revision"],
            prompt_price=data["prompt_price"],
            completion_price=data["completion_price"],
        )
        with transaction.atomic():
            runs = [
                run
                for setting in data["settings"]
                for run in create_runs(
                    release=release,
                    model=model,
                    seed=data["seed"],
                    parameters=data.get("parameters", NO_PARAMETERS),
                    setting=setting,
                    splits=data.get("splits", ()),
                    judges=judges,
                    actor=self.actor,
                )
            ]
        serializer = RunSerializer(runs, many=True, context=run_context(runs))
        return Response(serializer.data, status=201)

    @extend_schema(operation_id="run_get", responses=RunDetailSerializer)
    def read_run(self, request: Request, slug: str, run_id: int) -> Response:
        """Return one run with its full result."""
        return _detail(get_run(self.project, run_id))

    @extend_schema(
        operation_id="run_cancel", request=None, responses=RunDetailSerializer
    )
    def cancel_run(self, request: Request, slug: str, run_id: int) -> Response:
        """Cancel a run; its responses are kept."""
        return self._change(run_id, cancel_run)

    @extend_schema(
        operation_id="run_retry", request=None, responses=RunDetailSerializer
    )
    def retry_run(self, request: Request, slug: str, run_id: int) -> Response:
        """Continue a failed or cancelled run."""
        return self._change(run_id, retry_run)

    @extend_schema(
        operation_id="run_retry_errors", request=None, responses=RunDetailSerializer
    )
    def retry_errors(self, request: Request, slug: str, run_id: int) -> Response:
        """Ask again the questions of a finished run that got no response."""
        return self._change(run_id, retry_errors)

    @extend_schema(
        operation_id="run_dismiss", request=None, responses=RunDetailSerializer
    )
    def dismiss_run(self, request: Request, slug: str, run_id: int) -> Response:
        """Leave a failed or cancelled run out of lists."""
        return self._change(run_id, dismiss_run)

    @extend_schema(
        operation_id="run_choose", request=None, responses=RunDetailSerializer
    )
    def choose_run(self, request: Request, slug: str, run_id: int) -> Response:
        """Choose a run to stand for its model in tables, instead of a newer one."""
        return self._change(run_id, choose_run)

    @extend_schema(
        operation_id="run_footnote",
        request=FootnoteSerializer,
        responses=FootnoteSerializer,
    )
    def set_footnote(self, request: Request, slug: str, run_id: int) -> Response:
        """Set the footnote of a run's cells in tables; an empty text removes it."""
        data = validate_input(FootnoteSerializer, request.data)
        run = get_run(self.project, run_id)
        run = set_footnote(run=run, text=data["text"])
        return Response(FootnoteSerializer({"text": run.footnote}).data)

    @extend_schema(
        operation_id="run_unchoose", request=None, responses=RunDetailSerializer
    )
    def unchoose_run(self, request: Request, slug: str, run_id: int) -> Response:
        """Let the newest run stand for its model again."""
        return self._change(run_id, unchoose_run)

    def _change(self, run_id: int, change: Callable[..., Run]) -> Response:
        run = get_run(self.project, run_id)
        return _detail(change(run=run, actor=self.actor))


def _detail(run: Run) -> Response:
    return Response(RunDetailSerializer(run, context=run_context([run])).data)
