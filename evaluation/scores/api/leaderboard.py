"""API of the leaderboard."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.runs.selectors.completeness import incomplete_run_ids
from evaluation.runs.selectors.scored_runs import get_scored_splits
from evaluation.scores.api.leaderboard_serializers import LeaderboardSerializer
from evaluation.scores.selectors.leaderboard import leaderboard
from projects.access.api.base import OrganizerView
from releases.records.selectors.releases import get_release

COMPLETE_ONLY = OpenApiParameter(
    "complete_only",
    bool,
    description="Leave out runs with more errors than the protocol allows.",
)


def complete_only_in(request: Request) -> bool:
    """Return whether incomplete runs are left out; they are marked otherwise."""
    return request.query_params.get("complete_only") == "true"


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
