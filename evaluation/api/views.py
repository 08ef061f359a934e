"""API of the leaderboard, runs and individual responses."""

from django.db import transaction
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from evaluation.api.leaderboard_serializers import LeaderboardSerializer
from evaluation.api.run_context import run_context
from evaluation.api.run_serializers import (
    EndpointSerializer,
    FootnoteSerializer,
    RunDetailSerializer,
    RunInputSerializer,
    RunSerializer,
)
from evaluation.api.samples import SampleRowSerializer, sample_context
from evaluation.api.serializers import (
    OUTCOMES,
    SIDES,
    SampleFilterSerializer,
    SampleSerializer,
)
from evaluation.api.tables import COMPLETE_ONLY, complete_only_in
from evaluation.domain.served_models import ServedModel
from evaluation.domain.states import DISMISSED
from evaluation.models import Run
from evaluation.runner.parameters import NO_PARAMETERS
from evaluation.selectors.completeness import incomplete_run_ids
from evaluation.selectors.endpoints import endpoints_of
from evaluation.selectors.leaderboard import leaderboard
from evaluation.selectors.runs import get_run, list_runs
from evaluation.selectors.samples import SampleFilter, samples
from evaluation.selectors.scored_runs import get_scored_splits
from evaluation.services.chosen_runs import choose_run, set_footnote, unchoose_run
from evaluation.services.retries import retry_errors
from evaluation.services.runs import (
    cancel_run,
    create_runs,
    dismiss_run,
    retry_run,
)
from projects.api.base import OrganizerView, page_schema, validate_input
from releases.selectors.records import get_release


class LeaderboardView(OrganizerView):
    """Leaderboard of models and people on one release."""

    @extend_schema(
        operation_id="leaderboard_get",
        parameters=[
            OpenApiParameter(
                "splits",
                OpenApiTypes.STR,
                description="Scored splits, separated by commas; by default the main "
                "split, or the first that were scored.",
            ),
            COMPLETE_ONLY,
        ],
        responses=LeaderboardSerializer,
    )
    def get(self, request: Request, slug: str, version: str) -> Response:
        release = get_release(self.project, version)
        named = request.query_params.get("splits", "")
        splits = get_scored_splits(release, named.split(",")) if named else None
        left_out = incomplete_run_ids(release) if complete_only_in(request) else ()
        board = leaderboard(release, splits, left_out)
        return Response(LeaderboardSerializer(board).data)


class EndpointListView(OrganizerView):
    """Model endpoints that runs of this project may use."""

    @extend_schema(
        operation_id="endpoint_list", responses=EndpointSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        endpoints = endpoints_of(self.project)
        return Response(EndpointSerializer(endpoints, many=True).data)


class RunView(ViewSetMixin, OrganizerView):
    """Runs of a project."""

    @extend_schema(
        operation_id="run_list",
        parameters=[OpenApiParameter("version", OpenApiTypes.STR)],
        responses=page_schema(RunSerializer),
    )
    def runs(self, request: Request, slug: str) -> Response:
        """List the runs that nobody dismissed, the latest first."""
        version = request.query_params.get("version", "")
        runs = list_runs(self.project, version=version).exclude(status=DISMISSED)
        return self.paginate(runs, RunSerializer, context=run_context)

    @extend_schema(
        operation_id="run_create",
        request=RunInputSerializer,
        responses={201: RunSerializer(many=True)},
    )
    def create(self, request: Request, slug: str) -> Response:
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
    def run(self, request: Request, slug: str, run_id: int) -> Response:
        """Return one run with its full result."""
        return _detail(get_run(self.project, run_id))

    @extend_schema(
        operation_id="run_cancel", request=None, responses=RunDetailSerializer
    )
    def cancel(self, request: Request, slug: str, run_id: int) -> Response:
        """Cancel a run; its responses are kept."""
        run = get_run(self.project, run_id)
        return _detail(cancel_run(run=run, actor=self.actor))

    @extend_schema(
        operation_id="run_retry", request=None, responses=RunDetailSerializer
    )
    def retry(self, request: Request, slug: str, run_id: int) -> Response:
        """Continue a failed or cancelled run."""
        run = get_run(self.project, run_id)
        return _detail(retry_run(run=run, actor=self.actor))

    @extend_schema(
        operation_id="run_retry_errors", request=None, responses=RunDetailSerializer
    )
    def retry_errors(self, request: Request, slug: str, run_id: int) -> Response:
        """Ask again the questions of a finished run that got no response."""
        run = get_run(self.project, run_id)
        return _detail(retry_errors(run=run, actor=self.actor))

    @extend_schema(
        operation_id="run_dismiss", request=None, responses=RunDetailSerializer
    )
    def dismiss(self, request: Request, slug: str, run_id: int) -> Response:
        """Leave a failed or cancelled run out of lists."""
        run = get_run(self.project, run_id)
        return _detail(dismiss_run(run=run, actor=self.actor))

    @extend_schema(
        operation_id="run_choose", request=None, responses=RunDetailSerializer
    )
    def choose(self, request: Request, slug: str, run_id: int) -> Response:
        """Choose a run to stand for its model in tables, instead of a newer one."""
        run = get_run(self.project, run_id)
        return _detail(choose_run(run=run, actor=self.actor))

    @extend_schema(
        operation_id="run_footnote",
        request=FootnoteSerializer,
        responses=FootnoteSerializer,
    )
    def footnote(self, request: Request, slug: str, run_id: int) -> Response:
        """Set the footnote of a run's cells in tables; an empty text removes it."""
        data = validate_input(FootnoteSerializer, request.data)
        run = get_run(self.project, run_id)
        run = set_footnote(run=run, text=data["text"])
        return Response(FootnoteSerializer({"text": run.footnote}).data)

    @extend_schema(
        operation_id="run_unchoose", request=None, responses=RunDetailSerializer
    )
    def unchoose(self, request: Request, slug: str, run_id: int) -> Response:
        """Let the newest run stand for its model again."""
        run = get_run(self.project, run_id)
        return _detail(unchoose_run(run=run, actor=self.actor))

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
        responses=page_schema(SampleSerializer),
    )
    def samples(self, request: Request, slug: str, run_id: int) -> Response:
        """List the responses of a run with prompt, text and outcome."""
        run = get_run(self.project, run_id)
        filters = validate_input(SampleFilterSerializer, request.query_params)
        other_id = filters.pop("against", None)
        against = get_run(self.project, other_id) if other_id is not None else None
        rows = samples(run, SampleFilter(against=against, **filters))
        # Only for this page: a release may have 20,000 questions.
        return self.paginate(
            rows,
            SampleRowSerializer,
            ordering="id",
            context=lambda page: sample_context(
                run, [row.question_id for row in page], self.access
            ),
        )


def _detail(run: Run) -> Response:
    return Response(RunDetailSerializer(run, context=run_context([run])).data)
