"""API of the leaderboard, runs and individual responses."""

from collections.abc import Iterable

from django.db import transaction
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from evaluation.api.samples import SampleRowSerializer, sample_context
from evaluation.api.serializers import (
    OUTCOMES,
    SIDES,
    EndpointSerializer,
    LeaderboardSerializer,
    RunDetailSerializer,
    RunInputSerializer,
    RunSerializer,
    SampleFilterSerializer,
    SampleSerializer,
)
from evaluation.domain.states import FAILED
from evaluation.models import Run
from evaluation.selectors.endpoints import endpoints_of
from evaluation.selectors.leaderboard import leaderboard
from evaluation.selectors.runs import run_get, run_list
from evaluation.selectors.samples import SampleFilter, samples
from evaluation.services.runs import run_cancel, run_create, run_retry
from projects.api.base import OrganizerView, page_of, validated
from releases.selectors.records import get_release
from workflow.selectors import last_reached


class LeaderboardView(OrganizerView):
    """Leaderboard of models and people on one release."""

    @extend_schema(operation_id="leaderboard_get", responses=LeaderboardSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        release = get_release(self.project, version)
        return Response(LeaderboardSerializer(leaderboard(release)).data)


class EndpointListView(OrganizerView):
    """Model endpoints that runs of this project may use."""

    @extend_schema(
        operation_id="endpoint_list", responses=EndpointSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        found = endpoints_of(self.project)
        return Response(EndpointSerializer(found, many=True).data)


class RunView(ViewSetMixin, OrganizerView):
    """Runs of a project."""

    @extend_schema(
        operation_id="run_list",
        parameters=[OpenApiParameter("version", OpenApiTypes.STR)],
        responses=page_of(RunSerializer),
    )
    def runs(self, request: Request, slug: str) -> Response:
        """List the runs, the latest first."""
        version = request.query_params.get("version", "")
        runs = run_list(self.project, version=version)
        return self.paginate(runs, RunSerializer, context=_reasons(runs))

    @extend_schema(
        operation_id="run_create",
        request=RunInputSerializer,
        responses={201: RunSerializer(many=True)},
    )
    def create(self, request: Request, slug: str) -> Response:
        """Create one run per setting, all or none."""
        data = validated(RunInputSerializer, request.data)
        release = get_release(self.project, data["version"])
        judges = run_get(self.project, data["judges"]) if data["judges"] else None
        with transaction.atomic():
            runs = [
                run_create(
                    release=release,
                    model=data["model"],
                    backend=data["backend"],
                    endpoint=data["endpoint"],
                    revision=data["revision"],
                    seed=data["seed"],
                    prompt_price=data["prompt_price"],
                    completion_price=data["completion_price"],
                    setting=setting,
                    judges=judges,
                    actor=self.actor,
                )
                for setting in data["settings"]
            ]
        shown = RunSerializer(runs, many=True, context=_reasons(runs))
        return Response(shown.data, status=201)

    @extend_schema(operation_id="run_get", responses=RunDetailSerializer)
    def run(self, request: Request, slug: str, run_id: int) -> Response:
        """Return one run with its full result."""
        return _detail(run_get(self.project, run_id))

    @extend_schema(
        operation_id="run_cancel", request=None, responses=RunDetailSerializer
    )
    def cancel(self, request: Request, slug: str, run_id: int) -> Response:
        """Cancel a run; its responses are kept."""
        run = run_get(self.project, run_id)
        return _detail(run_cancel(run=run, actor=self.actor))

    @extend_schema(
        operation_id="run_retry", request=None, responses=RunDetailSerializer
    )
    def retry(self, request: Request, slug: str, run_id: int) -> Response:
        """Continue a failed or cancelled run."""
        run = run_get(self.project, run_id)
        return _detail(run_retry(run=run, actor=self.actor))

    @extend_schema(
        operation_id="sample_list",
        parameters=[
            OpenApiParameter("outcome", OpenApiTypes.STR, enum=OUTCOMES),
            OpenApiParameter("field", OpenApiTypes.STR),
            OpenApiParameter("choice", OpenApiTypes.STR),
            OpenApiParameter("key", OpenApiTypes.STR, description="Letter of the key."),
            OpenApiParameter(
                "letter", OpenApiTypes.STR, description="Letter that was read."
            ),
            OpenApiParameter(
                "against", OpenApiTypes.INT, description="Another run, with side."
            ),
            OpenApiParameter("side", OpenApiTypes.STR, enum=SIDES),
            OpenApiParameter("cursor", OpenApiTypes.STR),
        ],
        responses=page_of(SampleSerializer),
    )
    def samples(self, request: Request, slug: str, run_id: int) -> Response:
        """List the responses of a run with prompt, text and outcome."""
        run = run_get(self.project, run_id)
        asked = validated(SampleFilterSerializer, request.query_params)
        other = asked.pop("against", None)
        against = run_get(self.project, other) if other is not None else None
        rows = samples(run, SampleFilter(against=against, **asked))
        # Only for this page: a release may have 20,000 questions.
        return self.paginate(
            rows,
            SampleRowSerializer,
            ordering="id",
            context=lambda page: sample_context(run, [row.question_id for row in page]),
        )


def _detail(run: Run) -> Response:
    return Response(RunDetailSerializer(run, context=_reasons([run])).data)


def _reasons(runs: Iterable[Run]) -> dict[str, dict[int, str]]:
    """Return the reasons of failed runs, as serializer context."""
    entries = last_reached("run", FAILED, [r.pk for r in runs if r.status == FAILED])
    return {"reasons": {pk: entry.reason for pk, entry in entries.items()}}
