"""API of the leaderboard."""

from dataclasses import fields

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.runs.api.serializers import (
    SliceFieldSerializer,
    TallySerializer,
    TitledSerializer,
)
from evaluation.runs.models.model_cards import Access
from evaluation.runs.models.runs import Backend, Origin
from evaluation.runs.selectors.completeness import incomplete_run_ids
from evaluation.runs.selectors.scored_runs import get_scored_splits
from evaluation.scores.selectors.caption_scores import CaptionRow
from evaluation.scores.selectors.human_baseline import HumanTally
from evaluation.scores.selectors.leaderboard import (
    Cell,
    Human,
    Leaderboard,
    LeaderboardRow,
    OpenTaskScores,
    ScoredSplits,
    leaderboard,
)
from projects.access.api.base import OrganizerView
from projects.access.api.shapes import serializer_of
from releases.records.selectors.releases import get_release

LeaderboardRowSerializer = serializer_of(
    LeaderboardRow,
    names=[field.name for field in fields(LeaderboardRow)],
    parameters=serializers.CharField(
        help_text="Request parameters that differ from the protocol; empty: none."
    ),
    backend=serializers.ChoiceField(choices=Backend.choices),
    origin=serializers.ChoiceField(choices=Origin.choices),
    access=serializers.ChoiceField(
        choices=Access.choices, allow_blank=True, help_text="From the model card."
    ),
    cells=serializers.DictField(
        child=serializer_of(
            Cell,
            names=(
                *("run", "stale", "overall", "published"),
                *("slices", "formats", "rule", "incomplete"),
            ),
            overall=TallySerializer(allow_null=True),
            published=TallySerializer(allow_null=True),
            slices=serializers.DictField(
                child=serializers.DictField(child=TallySerializer())
            ),
            formats=serializers.DictField(
                child=TallySerializer(),
                help_text="By kind of question; empty where there is one kind only.",
            ),
            incomplete=serializers.BooleanField(
                help_text="Whether there are more errors than the protocol allows."
            ),
        )()
    ),
)
LeaderboardSerializer = serializer_of(
    Leaderboard,
    names=[field.name for field in fields(Leaderboard)],
    scored_splits=serializer_of(ScoredSplits)(many=True),
    settings=TitledSerializer(many=True),
    rows=LeaderboardRowSerializer(many=True),
    people=LeaderboardRowSerializer(
        many=True, help_text="People whose answers were imported."
    ),
    human=serializer_of(
        Human,
        names=(
            *("mean", "best", "people", "answers", "questions"),
            *("complete", "slices"),
        ),
        questions=serializers.IntegerField(help_text="Questions with an answer."),
        complete=serializers.BooleanField(
            help_text="Whether each person counted answered every question."
        ),
        slices=serializers.DictField(
            child=serializers.DictField(
                child=serializer_of(
                    HumanTally,
                    names=[field.name for field in fields(HumanTally)],
                    questions=serializers.IntegerField(
                        help_text="Questions with an answer."
                    ),
                )()
            )
        ),
    )(),
    slices=SliceFieldSerializer(many=True),
    open_tasks=serializer_of(
        OpenTaskScores,
        names=[field.name for field in fields(OpenTaskScores)],
        metrics=serializers.ListField(child=serializers.CharField()),
        rows=serializer_of(
            CaptionRow, origin=serializers.ChoiceField(choices=Origin.choices)
        )(many=True),
    )(many=True),
    to_answer=TitledSerializer(
        many=True, help_text="All that somebody outside may have answered."
    ),
)

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
